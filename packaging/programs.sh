#!/bin/bash
# programs.sh -- packages of Debian, built for profiling by their own means.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  a minimal Debian with build-essential, libgmon-dev and gprof-libgmon, and
#      deb-src in its sources.  Out: /programs; "PASS: NAME" and "FAIL: NAME"
#      lines.  Called by check.sh, inside that Debian.
#
# Each is built by its ./configure and make with CFLAGS=-pg and no more, then
# linked again with -specs=gmon.specs; so the same machine code is counted by
# the C library's runtime, and by libgmon in two ways.  Exact counts agree.

# Names that are put together.
# shellcheck disable=SC2034

set -u
cd /programs || exit 1
export LC_ALL=C

ok ()
{
  local name=$1 said
  shift
  if said=$("$@" 2>&1); then
    echo "PASS: $name"
  else
    echo "FAIL: $name"
    printf '%s\n' "$said" | tail -n 12 | sed 's/^/  /'
    return 1
  fi
}

# -- The packages ------------------------------------------------------------------
# run_NAME PROGRAM: gives it something to do for a second.  busy_NAME: a pattern
# of the functions that then take the most time.

input ()
{
  test -f input ||
    cat /usr/bin/perl /usr/lib/gcc/*/*/cc1 | head -c 12000000 >input
}
run_gzip () { "$1" -9 -c <input >output && gzip -dc output | cmp - input; }
busy_gzip='longest_match|deflate|fill_window'
program_gzip=gzip
run_lzip ()
{
  head -c 2000000 input >short && "$1" -6 -c <short >output &&
    mv gmon.out first.out && "$1" -dc output | cmp - short &&
    mv first.out gmon.out
}
busy_lzip='Matchfinder|LZ_encoder|Range_encoder|Range_decoder|LZ_decoder'
program_lzip=lzip
run_mawk ()
{
  test "$("$1" 'function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
    BEGIN { for (i = 0; i < 6000000; i++) word[i % 1000] = word[i % 1000] + i
            print fib(28) }')" = 317811
}
busy_mawk='execute|assoc|cell|zmalloc|find|cast|d_to'
program_mawk=mawk

# -- Steps ------------------------------------------------------------------------

# One time for all files: patches make sources newer than what autoconf made of
# them.
fetch ()
{
  (cd /programs && apt-get -qq source "$1") && cd "/programs/$1"-*/ || return
  find . -exec touch -h -d 2020-01-01 {} +
}

configured ()
{
  ./configure CFLAGS="-g -O2 -pg" CXXFLAGS="-g -O2 -pg"
}

# built VARIABLE...: the program alone, not its tests and documents
built ()
{
  make -s -j2 "$@"
}

relinked ()
{
  mv "$1" "$1.plain" && built LDFLAGS=-specs=gmon.specs && test -x "$1" &&
    ldd "$1" | grep libgmon
}

# recorded FORM RUN PROGRAM [VARIABLE=VALUE...]: its profile as FORM.gmon
recorded ()
{
  local form=$1 run=$2 program=$3
  shift 3
  rm -f gmon.out
  for variable; do export "${variable?}"; done
  "$run" "$program" && mv gmon.out "$form.gmon"
  local status=$?
  for variable; do unset "${variable%%=*}"; done
  return $status
}

# calls PROGRAM PROFILE: name and count of all functions that were counted.  Not of
# those that are called from outside, which the C library does not count.
calls ()
{
  gprof -b -p --no-demangle "$1" "$2" |
    awk 'NF >= 6 && $4 ~ /^[0-9]+$/ { print $NF, $4 }' |
    grep -vE '^(main|_GLOBAL__.*) ' | sort
}

same_calls ()
{
  local one other
  one=$(calls "$1" "$2")
  other=$(calls "$3" "$4")
  test "$(wc -l <<<"$one")" -ge 10 || { echo "too few: $one"; return 1; }
  test "$one" = "$other" || diff <(echo "$one") <(echo "$other")
}

# busy PROGRAM PROFILE PATTERN: ten samples or more, and most of them in the
# functions that PATTERN names
busy ()
{
  local flat
  flat=$(gprof -b -p "$1" "$2")
  awk -v pattern="$3" 'NR > 5 && $1 ~ /^[0-9.]+$/ {
      total += $3; if ($0 ~ pattern) good += $3 }
    END { exit !(total >= 0.1 && good >= total / 2) }' <<<"$flat" ||
    { head -n 15 <<<"$flat"; return 1; }
}

# as_gnu PROGRAM PROFILE OPTION...: our --compat=gnu and the diverted gprof agree
as_gnu ()
{
  local program=$1 profile=$2
  shift 2
  gprof --compat=gnu "$@" "$program" "$profile" >ours 2>ours.err
  local status=$? other
  gprof.binutils "$@" "$program" "$profile" >theirs 2>theirs.err
  other=$?
  test $status -eq $other && test -s theirs && cmp ours theirs && return
  # It gives up on the lines of some C++ programs.
  grep -q 'somebody miscounted' theirs.err && test $status -eq 0 &&
    test -s ours && return
  echo "status $status and $other"
  head -n 5 ours.err theirs.err
  diff ours theirs | head -n 6
  return 1
}

# -- Main -------------------------------------------------------------------------

input
for name in gzip lzip mawk; do
  program=program_$name run=run_$name busy=busy_$name
  program=${!program} busy=${!busy}
  # In this shell: the steps are in the package's folder.
  fetch "$name" >/programs/fetch.log 2>&1 || { echo "FAIL: $name: apt-get source"; continue; }
  cp -s /programs/input input
  ok "$name: ./configure CFLAGS=-pg" configured &&
    ok "$name: make" built || continue
  ok "$name: the C library records" recorded libc "$run" "./$program"
  ok "$name: libgmon records, preloaded" recorded preloaded "$run" "./$program" \
    LD_PRELOAD=libgmon.so.0
  ok "$name: make LDFLAGS=-specs=gmon.specs" relinked "$program" || continue
  ok "$name: libgmon records" recorded linked "$run" "./$program"
  ok "$name: the same calls, preloaded" \
    same_calls "$program.plain" libc.gmon "$program.plain" preloaded.gmon
  ok "$name: the same calls, linked" \
    same_calls "$program.plain" libc.gmon "$program" linked.gmon
  ok "$name: the time is where it should be" busy "$program" linked.gmon "$busy"
  for options in -b '-b -p' '-b -q' '-b -l -p' '-b -z' '-b -c' '-b -T' '-b -A'; do
    # shellcheck disable=SC2086
    ok "$name: gprof.binutils $options: the same" \
      as_gnu "$program" linked.gmon $options
  done
  ok "$name: gprof.binutils, the C library's profile: the same" \
    as_gnu "$program.plain" libc.gmon -b
done
