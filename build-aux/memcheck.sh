#!/bin/sh
# memcheck.sh -- gprof and the unit programs under valgrind's memcheck.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: memcheck.sh SRCDIR BUILDDIR
# In:  a build with "make -C testsuite unit-programs".  Out: see
#      check-common.sh.
#
# Invalid accesses, uninitialised values and memory that is lost are errors.

. "$(dirname "$0")/check-common.sh"

jobs=${JOBS:-2}
tests=$builddir/testsuite
work=$builddir/memcheck.tmp
gprof=$builddir/src/gprof
rm -rf "$work"
mkdir "$work" && cd "$work" || exit 1
trap 'cd / && rm -rf "$work"' 0
trap 'exit 1' 1 2 15

memcheck="valgrind -q --error-exitcode=99 --leak-check=full \
 --show-leak-kinds=definite --errors-for-leak-kinds=definite \
 --suppressions=$srcdir/build-aux/memcheck.supp"

# Left out: t_out_number, which is arithmetic without memory and takes a minute;
# t_arena, whose children ask for more than there is; t_lg_threads and t_lg_arcs,
# whose threads and storms of signals are others where one runs at a time;
# t_lg_unwind, which asks the kernel on purpose for memory that is not there, by
# a system call that valgrind does not know in this form; t_lg_signal_end, which
# needs the frames that the kernel makes for signals: valgrind makes its own;
# t_unwind_copy, which unwinds a copy of the whole stack, with words that nothing
# has written; and t_unwind_image, whose 80,000 damaged files take long.
programs=$(tr ' ' '\n' < "$tests/unit-programs" |
             grep -vx -e 't_out_number\|t_arena\|t_lg_threads\|t_lg_arcs' \
                 -e 't_lg_unwind\|t_lg_signal_end\|t_unwind_copy\|t_unwind_image')

# What valgrind says of PROGRAM, in a folder of its own, is left in PROGRAM.log;
# nothing of its children, which end without giving their memory back.
# shellcheck disable=SC2016
echo '
  mkdir "$1" && cd "$1" || exit
  '"srcdir=$srcdir/testsuite $memcheck"' --child-silent-after-fork=yes \
    --log-file="../$1.log" \
    "'"$tests"'/unit/$1" > output 2>&1
  test $? -ne 99 || test -s "../$1.log" || echo "status 99" > "../$1.log"
  grep "^.FAILED" output >> "../$1.log"
  cd .. && rm -rf "$1"' > unit.sh
printf '%s\n' "$programs" | xargs -n 1 -P "$jobs" sh unit.sh
for program in $programs; do
  pass_unless "memcheck: $program" "$(cat "$program.log")"
done

test -x "$gprof" || exit $failures

# A program with two units of lines, static and C++ names, calls; profiles with
# everything, and damaged ones.
cat > symbols <<'end'
line dir/a.c 1
func main 32
func _ZN1A1bEi 16
line dir/a.c 9
func _ZN1A1cEv.part.0 16 local
call leaf 16
unit b.c
line b.c 3
func leaf 16
func high 64
end
cat > profile <<'end'
hist 0x401000 0x401090 72 100 seconds s
bin 2 7
bin 9 9
bin 30 60000
arc 0x401005 0x401020 3
arc 0x401025 0x401030 4
arc 0x401035 0x401020 4
arc 0x0 0x401060 2
bb
block 0x401000 1
block 0x401020 2
end
mkdir dir
printf 'int\nmain\n\033[1m\n' > dir/a.c
printf 'one\r\n\n\nlast' > b.c
printf 'a.o: main\nb.o: leaf\n' > map
AS=${AS-as} sh "$srcdir/testsuite/tools/image.sh" "$tests/mkimage" symbols \
  image && "$tests/mkgmon" -o gmon.out profile || exit 1
head -c 100 gmon.out > cut.out
head -c 5000 image > cut.image
nm image > list

# checked STATUS ARGUMENT...: gprof with these has that status and no error.
checked ()
{
  want=$1
  shift
  # shellcheck disable=SC2086
  $memcheck --log-file=log "$gprof" "$@" > output 2>&1
  got=$?
  test "$got" -eq "$want" || { echo "status $got"; tail -n 3 output; } >> log
  pass_unless "memcheck: gprof $*" "$(cat log)"
}

for mode in default gnu; do
  checked 0 --compat=$mode image
  checked 0 --compat=$mode -b -l -L -C -A -x -z image
  checked 0 --compat=$mode -b -T -c -q -p image gmon.out gmon.out
  checked 0 --compat=$mode -b -r image
  checked 0 --compat=$mode -b -R map image
  checked 0 --compat=$mode -b -s -S list image gmon.out gmon.out
  checked 0 --compat=$mode -b -k main/leaf -qmain -Pleaf -A -y image
done
checked 0 -b -d -l -A image
checked 0 -b "-q A::b(int)" -pnothing -k "main/A::b" image
checked 0 --file-info -s --rebase=0x10 image
checked 1 -s -O bsd image
checked 1 image cut.out
checked 1 cut.image
checked 1 --no-such-option
checked 0 --help
# This program and what it is linked with: real DWARF.
checked 0 -b -l -p "$gprof" gmon.out
exit $failures
