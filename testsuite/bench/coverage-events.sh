#!/bin/sh
# coverage-events.sh -- the same as coverage.sh, from outside.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: coverage-events.sh GPROF RUNS MS FORM DIRECTORY
# In:  timed_shares.c beside this file, which is run for MS milliseconds; FORM
#      is "mixed" or "late"; jq, gcc.  DIRECTORY is new or empty.
# Out: a line: the runs, the mean number of samples, the percentage of pairs of
#      a run and a function in which the interval contains the share that the
#      program has measured itself; of each function; and for each function the
#      mean error, in percent of the whole time.

set -e
gprof=$1
runs=$2
ms=$3
form=$4
directory=$5
here=$(cd "$(dirname "$0")" && pwd)

mkdir -p "$directory"
# shellcheck disable=SC2086  # CC can have options
${CC:-gcc} -O2 -o "$directory/timed_shares" "$here/timed_shares.c"
cd "$directory"

# A line for each function: name, self, and its interval, in percent; then the
# samples.
# shellcheck disable=SC2016  # the variables are those of jq
shares='
  ([.threads[].samples] | add) as $total
  | (.functions[] | select(.name | startswith("part_"))
     | [ .self, .interval[] ] as $numbers
     | "\(.name) \($numbers | map (100 * . / $total | tostring) | join(" "))"),
    "samples \(.recording.samples)"'

run=0
: > results
while test $run -lt "$runs"; do
  run=$((run + 1))
  "$gprof" --engine=events --format=json --no-stacks --output=p.json --run \
    ./timed_shares $run "$ms" "$form" 2> log
  jq -r "$shares" p.json > shares
  cat truth shares >> results
done
awk -v ms="$ms" -v form="$form" '
  /^part/ && NF == 2 { truth[$1] = $2; next }
  /^all/ { all = $2; next }
  /^samples/ { samples += $2; runs++; next }
  NF == 4 {
    share = 100 * truth[$1] / all
    pairs++
    n[$1]++
    error[$1] += $2 - share
    if ($3 <= share && share <= $4) { inside++; in_[$1]++ }
  }
  END {
    printf "%s, %s ms: %d runs, %.0f samples: %.1f %% of %d;", form, ms, runs,
      samples / runs, 100 * inside / pairs, pairs
    for (name in n)
      printf " %s %.1f (%+.2f)", name, 100 * in_[name] / n[name],
        error[name] / n[name]
    printf "\n"
  }' results
