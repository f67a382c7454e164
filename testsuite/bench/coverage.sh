#!/bin/sh
# coverage.sh -- how often intervals contain the true share, in real runs.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: coverage.sh GPROF LIBGMON-A RUNS DIRECTORY [ROUNDS]
# In:  known_shares.c beside this file; jq, gcc.  DIRECTORY is new or empty.
# Out: a line for each clock: its options, runs, weight of a run, weight of a
#      sample, and the percentages of the runs in which the interval of each
#      of the six functions contains its share, and of all.  A clock that the
#      machine does not have is a line "OPTIONS unsupported: REASON".

set -e
gprof=$1
libgmon=$2
runs=$3
directory=$4
rounds=${5:-50}
here=$(cd "$(dirname "$0")" && pwd)

mkdir -p "$directory"
# shellcheck disable=SC2086  # CC can have options
${CC:-gcc} -O2 -pg -o "$directory/known_shares" "$here/known_shares.c" \
  "$libgmon"
cd "$directory"

# Prints of each share whether its interval contains it: the shares are those of
# the six functions together.
# shellcheck disable=SC2016  # the variables are those of jq
contains='
  (.functions | map(select(.name | startswith("share_")))) as $all
  | ($all | map(.self) | add) as $sum
  | [ .samples, .samples_per_delivery // 1,
      ($all | sort_by(.name) | reverse | .[]
       | (.name | ltrimstr("share_") | tonumber * $sum / 100) as $true
       | if .interval[0] <= $true and $true <= .interval[1] then 1 else 0 end)
    ] | map(tostring) | join(" ")'

for options in rate=100,clock=cpu rate=1000,clock=cpu rate=1000,clock=perf \
    rate=100,clock=itimer; do
  run=0
  : > results
  while test $run -lt "$runs"; do
    run=$((run + 1))
    GMON_OPTIONS=$options,out=gmon.out ./known_shares $run "$rounds" 2> log
    test ! -s log || break
    "$gprof" -z --format=json --no-stacks --output=p.json known_shares gmon.out
    jq -r "$contains" p.json >> results
  done
  if test -s log; then
    echo "$options unsupported: $(head -n 1 log)"
    continue
  fi
  awk -v options="$options" '
    { samples += $1; phi += $2
      for (i = 3; i <= NF; i++) { in_[i] += $i; all += $i } }
    END {
      printf "%-22s %d runs, %.0f samples, %.2f a delivery:", options, NR,
        samples / NR, phi / NR
      for (i = 3; i <= 8; i++) printf " %.1f", 100 * in_[i] / NR
      printf "; all %.1f\n", 100 * all / NR / 6
    }' results
done
