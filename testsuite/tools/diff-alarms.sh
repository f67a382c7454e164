#!/bin/sh
# tools/diff-alarms.sh -- how often does --diff see a change in real runs?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: diff-alarms.sh BUILD DIRECTORY [RUNS [PAIRS]]
# Records RUNS runs (60) of diff_program of each kind below in DIRECTORY, unless
# they are there from an earlier call, and compares PAIRS random pairs (400) of
# them.  Prints for each kind of pair the fraction in which any function has
# changed by the test, in which one rule with a limit of 5 % fails, and in which
# the function that was made slower is found.
#   base   12,400 samples               slow   f15 takes 1.2 times its time
#   short   2,000 samples               double f06 takes 2 times its time
# It takes ten minutes of CPU.  Not part of make check.

build=$1 dir=$2 runs=${3-60} pairs=${4-400}
source=$(dirname "$0")
gprof=$build/src/gprof
mkdir -p "$dir" && cd "$dir" || exit 1
case $source in /*) ;; *) source=$OLDPWD/$source ;; esac
case $build in /*) ;; *) gprof=$OLDPWD/$gprof build=$OLDPWD/$build ;; esac

test -x program \
  || { ${CC-gcc} -O1 -g -pg -I"$build" -c "$source/diff_program.c" -o program.o \
       && ${CC-gcc} -pg program.o "$build/libgmon/.libs/libgmon.a" \
            -o program; } \
  || exit 1

# record KIND RUN ARGUMENT... - a run, unless it exists
record ()
{
  kind=$1 run=$2
  shift 2
  test -f "$kind.$run" \
    || GMON_OPTIONS="out=$kind.$run,clock=perf,rate=5000" ./program "$@"
  test -f "$kind.$run.json" \
    || "$gprof" --format=json program "$kind.$run" > "$kind.$run.json"
}

run=0
while test $run -lt "$runs"; do
  record base $run 180000
  record slow $run 180000 1.2
  record short $run 29000
  record double $run 29000 1 2
  run=$((run + 1))
done

# pairs_of OLD NEW - random pairs of different runs, by a fixed seed
pairs_of ()
{
  awk -v runs="$runs" -v pairs="$pairs" -v old="$1" -v new="$2" 'BEGIN {
    srand (1)
    for (i = 0; i < pairs; i++)
      {
        a = int (rand () * runs)
        do
          b = int (rand () * runs)
        while (old == new && b == a)
        print a, b
      }
  }'
}

# measure OLD NEW BY FUNCTION - one line of the table
measure ()
{
  pairs_of "$1" "$2" | while read -r a b; do
    "$gprof" --diff="$1.$a.json" --diff-by="$3" --fail-if='self>5%' \
      --format=json program "$2.$b" > pair.json 2>> messages
    status=$?
    case $status in 0 | 3) ;; *) echo "status $status" >&2; exit 1 ;; esac
    awk -v status=$status -v name="$4" '
      match ($0, /"more":[0-9]+/) { any += substr ($0, RSTART + 7, RLENGTH) }
      match ($0, /"less":[0-9]+/) { any += substr ($0, RSTART + 7, RLENGTH) }
      index ($0, "\"name\":\"" name "\"") && /"verdict":"more"/ { found = 1 }
      END { print (any > 0), (status == 3), found + 0 }' pair.json
  done | awk -v what="$1 $2 $3" '{ any += $1; gate += $2; found += $3 }
    END { printf "%-20s %5d pairs  any change %.4f  gate %.4f  found %.4f\n",
            what, NR, any / NR, gate / NR, found / NR }'
}

for by in time share; do
  measure base base $by f15
  measure short short $by f06
  measure base slow $by f15
  measure short double $by f06
done
