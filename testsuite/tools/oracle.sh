#! /bin/sh
# oracle.sh -- the same command lines by two gprofs, byte for byte.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: oracle.sh LABEL DIRECTORY COMMANDS
#   REFERENCE   the GNU gprof (environment)
#   SUBJECT     ours, with its options, e.g. "../src/gprof --compat=gnu"
#
# Runs each line of the file COMMANDS (arguments of gprof as the shell reads
# them) in DIRECTORY, once with either program, and compares standard output,
# gmon.sum, the exit status, and whether standard error is empty.  Prints
# "PASS: ..." or "FAIL: ..." for each, and "SKIP: ..." where GNU gprof itself
# crashes, gives up with an internal error, or answers differently when freed
# and fresh memory is filled with other bytes (it read past a table).  A failure
# leaves both answers in DIRECTORY/fail-N and prints a command that shows the
# difference.
#
# The 12 spare header bytes of gmon.sum are left out: GNU gprof writes
# whatever was on its stack.

set -u
label=$1
cd "$2" || exit 1
commands=$3
: "${REFERENCE:?}" "${SUBJECT:?}"
limit=${ORACLE_TIMEOUT-60}

# run NAME PERTURB PROGRAM ARGUMENTS: leaves NAME.out, NAME.err (empty or
# not), NAME.status and NAME.sum.
run ()
{
  rm -f gmon.sum
  eval "MALLOC_PERTURB_=\$2 timeout $limit $3 < /dev/null $4" > "$1.out" 2> "$1.err"
  echo $? > "$1.status"
  if test -f gmon.sum; then
    { head -c 8 gmon.sum; tail -c +21 gmon.sum; } > "$1.sum"
    mv gmon.sum "$1.gmon"
  else
    echo none > "$1.sum"
    rm -f "$1.gmon"
  fi
  if test -s "$1.err"; then echo some; else echo none; fi > "$1.noise"
}

# differs A B: true if two runs disagree; $what says in what.
differs ()
{
  what=
  for part in status out sum noise; do
    cmp -s "$1.$part" "$2.$part" || what="$what $part"
  done
  test -n "$what"
}

n=0
while IFS= read -r arguments; do
  n=$((n + 1))
  run gnu 85 "$REFERENCE" "$arguments"
  if test "$(cat gnu.status)" -ge 124 \
     || grep -q -e "somebody miscounted" -e "find_cycle" gnu.err; then
    echo "SKIP: $label: GNU gprof dies: gprof $arguments"
  else
    run our 85 "$SUBJECT" "$arguments"
    if ! differs gnu our; then
      echo "PASS: $label: gprof $arguments"
      continue
    fi
    difference=$what
    run again 170 "$REFERENCE" "$arguments"
    if differs gnu again; then
      echo "SKIP: $label: GNU gprof is not sure ($what ): gprof $arguments"
    else
      mkdir -p "fail-$n"
      cp gnu.* our.* "fail-$n/"
      echo "FAIL: $label: gprof $arguments"
      echo "  differ:$difference; see: cd $(pwd) && $SUBJECT $arguments" \
        "| diff fail-$n/gnu.out -"
    fi
  fi
done < "$commands"
rm -f gnu.* our.* again.*
