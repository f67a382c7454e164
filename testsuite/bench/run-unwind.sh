#!/bin/sh
# run-unwind.sh -- what it costs to unwind a stack in a signal handler.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-unwind.sh LIBDIR
# In:  as run-calls.sh, libgmon.a in LIBDIR, sources of libgmon.  Out: on
#      stdout what bench_unwind.c measures at three depths, means of RUNS (20),
#      since the number of pages that a stack touches, and of those that must be
#      probed, changes from run to run; and marks.  "make bench" (run.sh) runs
#      it.

libdir=${1:?usage: $0 LIBDIR}
. "$(dirname "$0")/bench.sh"

sources=$(cd "$here/../../libgmon" && pwd) || exit 2
cpu=$(uname -m)
test -f "$sources/arch/$cpu/frame.h" || {
  echo "Stacks are not unwound on $cpu"
  exit 0
}
build unwind -fno-omit-frame-pointer "-I$sources" "-I$sources/arch/$cpu" \
  "-I$here/../libgmon.base" "$here/bench_unwind.c" \
  "$libdir/libgmon.a" || exit 2

echo "Nanoseconds for a stack that was seen before, and for a row that was not"
printf '%6s %14s %8s %8s\n' depth "frame pointer" rows "a row"
for depth in 10 50 200; do
  run=0
  while test $run -lt "${RUNS:-20}"; do
    ./unwind $depth || exit 2
    run=$((run + 1))
  done >runs
  awk '{ for (i = 1; i <= 3; i++) sum[i] += $i }
       END { printf "%.0f %.0f %.0f\n", sum[1] / NR, sum[2] / NR, sum[3] / NR }' \
    runs >r.$depth
  # shellcheck disable=SC2046
  printf '%6s %14s %8s %8s\n' $depth $(cat r.$depth)
done
mark "depth 10: rows / frame pointer" "$(awk '{ print $2 / $1 }' r.10)" 1.5
mark "depth 50: rows / frame pointer" "$(awk '{ print $2 / $1 }' r.50)" 2.5
