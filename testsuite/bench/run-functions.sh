#!/bin/sh
# run-functions.sh -- programs that are compiled with -pg for good.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-functions.sh LIBDIR [ROUNDS]
# In:  libgmon.a and libgmon.so in LIBDIR; LUA_SRC, the folder src of the source
#      of Lua 5.4; what bench.sh takes.  Out: on stdout user and system time of
#      the interpreter with functions.lua, in seconds and as multiples of that
#      without -pg; and marks.  Without LUA_SRC the program is bench_mcount.c,
#      which has no marks: it does little else than to call functions.
#
# A number is the minimum of ROUNDS (40) short runs, which take turns: of one
# program, minima of 12 runs of half a second differed by a quarter on a virtual
# machine with busy neighbours.

libdir=${1:?usage: $0 LIBDIR [ROUNDS]}
rounds=${2:-40}
. "$(dirname "$0")/bench.sh"

cat >empty.s <<'END' || exit 2
        .text
        .globl mcount, _mcount, __fentry__, __monstartup, _mcleanup, moncontrol
        .p2align 5
mcount:
_mcount:
__fentry__:
__monstartup:
_mcleanup:
moncontrol:
        ret
        .section .note.GNU-stack, "", %progbits
END
if test -n "$LUA_SRC"; then
  LUA_SRC=$(cd "$LUA_SRC" && pwd) || exit 2
  sources=
  for file in "$LUA_SRC"/*.c; do
    test "${file##*/}" = luac.c || sources="$sources $file"
  done
  defines=-DLUA_USE_LINUX
  libraries='-lm -ldl'
  arguments="$here/functions.lua 3"
  ten=luaH_resize,luaL_openlibs,luaD_growstack,str_format,sort,gmatch,tconcat
  ten=$ten,luaL_loadfilex,luaY_parser,str_gsub
else
  sources=$here/bench_mcount.c
  defines=-D_GNU_SOURCE
  libraries=
  arguments='mix 5000000'
  ten=main
fi

# objects NAME FLAGS: compiles the program to $NAME/*.o
objects ()
{
  mkdir "$1" || return
  name=$1
  shift
  # shellcheck disable=SC2086
  (cd "$name" && $CC $CFLAGS $defines -I.. "$@" -c $sources)
}

objects plain.d && objects hooks.d -pg && objects fentry.d -pg -mfentry &&
  objects entries.d -fpatchable-function-entry=5 &&
  build plain plain.d/*.o $libraries &&
  build glibc -pg hooks.d/*.o $libraries &&
  build empty -pg hooks.d/*.o empty.s $libraries &&
  build archive -pg hooks.d/*.o "$archive" $libraries &&
  build shared -pg hooks.d/*.o "$shared" $libraries -Wl,-rpath,"$libdir" &&
  build fentry -pg fentry.d/*.o "$shared" $libraries -Wl,-rpath,"$libdir" &&
  build entries -pg entries.d/*.o "$shared" $libraries -Wl,-rpath,"$libdir" &&
  build unlinked entries.d/*.o $libraries &&
  build inside -pg entries.d/*.o "$archive" $libraries ||
  exit 2

cat >rows <<END
plain|plain|
empty hook|empty|
glibc|glibc|
libgmon.so, all|shared|clock=none
libgmon.so, ten functions|shared|clock=none,functions=$ten
libgmon.so, none|shared|clock=none,functions=none
libgmon.so, none, fentry|fentry|clock=none,functions=none
libgmon.so, all, fentry|fentry|clock=none
entries, not linked|unlinked|
libgmon.so, none, entries|entries|clock=none,functions=none
libgmon.so, ten, entries|entries|clock=none,functions=$ten
libgmon.so, all, entries|entries|clock=none,functions=*
libgmon.a, none, entries|inside|clock=none,functions=none
libgmon.a, all, entries|inside|clock=none,functions=*
libgmon.a, all|archive|clock=none
libgmon.a, ten functions|archive|clock=none,functions=$ten
libgmon.a, none|archive|clock=none,functions=none
END

perl -e '
  my ($rounds, @arguments) = @ARGV;
  open my $in, "<", "rows" or die;
  my @rows = map { chomp; [split /\|/, $_, 3] } <$in>;
  my $timed = q{TIMEFORMAT="%3U %3S"; { time "$@" >/dev/null 2>&3; } 3>&2 2>&1};
  my %best;
  for my $round (1 .. $rounds) {
    for my $row (@rows) {
      my ($name, $program, $options) = @$row;
      # The clock of perl has ticks of 10 ms, that of bash of 1 ms.
      local $ENV{GMON_OPTIONS} = $options;
      open my $run, "-|", "bash", "-c", $timed, "bash", "./$program", @arguments
        or die;
      my ($user, $system) = <$run> =~ /^([0-9.]+) ([0-9.]+)$/;
      close $run or die "$program: status $?\n";
      my $time = $user + $system;
      $best{$name} = $time if !exists $best{$name} || $time < $best{$name};
    }
  }
  printf "%-26s %8.3f %8.3f\n", $_->[0], $best{$_->[0]},
    $best{$_->[0]} / $best{plain} for @rows;
' "$rounds" $arguments >table || exit 2

# ratio NAME OTHER
ratio ()
{
  awk -v name="$1" -v other="$2" '
    { row = $0; sub(/ +[0-9.]+ +[0-9.]+$/, "", row); time[row] = $(NF - 1) }
    END { printf "%.3f", time[name] / time[other] }' table
}

echo "Seconds of user and system time, and multiples of that without -pg"
cat table
test -n "$LUA_SRC" || exit 0
for form in so a; do
  mark "libgmon.$form, none / plain" "$(ratio "libgmon.$form, none" plain)" 1.07
  mark "libgmon.$form, none / empty hook" \
    "$(ratio "libgmon.$form, none" 'empty hook')" 0.85
  mark "libgmon.$form, ten functions / plain" \
    "$(ratio "libgmon.$form, ten functions" plain)" 1.10
done
mark "entries, not linked / plain" "$(ratio "entries, not linked" plain)" 1.03
mark "libgmon.so, all, entries / fentry" \
  "$(ratio "libgmon.so, all, entries" "libgmon.so, all, fentry")" 1.03
