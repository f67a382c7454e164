#!/bin/sh
# run-threads.sh -- what the start of a thread costs, against glibc.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-threads.sh LIBDIR [ROUNDS]
# In:  as run-calls.sh.  Out: on stdout what bench_threads.c measures without
#      -pg, with glibc's runtime and with libgmon, medians of ROUNDS; and marks.

libdir=${1:?usage: $0 LIBDIR [ROUNDS]}
rounds=${2:-9}
test "$rounds" -ge 5 || rounds=5
. "$(dirname "$0")/bench.sh"

build none "$here/bench_threads.c" || exit 2
build glibc "$here/bench_threads.c" -pg || exit 2
build archive "$here/bench_threads.c" -pg "$archive" || exit 2

# compare LIVE COUNT: medians to r.none, r.glibc, r.archive
compare ()
{
  rm -f all.*
  round=0
  while test "$round" -lt "$rounds"; do
    for runtime in none glibc archive; do
      ./$runtime "$1" "$2" >>all.$runtime || exit 2
    done
    round=$((round + 1))
  done
  for runtime in none glibc archive; do
    for n in 1 2 3 4; do
      cut -d' ' -f$n all.$runtime | median
    done | paste -d' ' - - - - >r.$runtime
    printf '%6s %8s %-8s %9s %9s %9s %9s\n' "$1" "$2" $runtime $(cat r.$runtime)
  done
}

# For each round, how much slower the last thread was than the 1,000th, compared
# with the program without -pg, which the noise hits as well.
slower ()
{
  paste -d' ' all.none all.archive | awk '{ print $6 / $5 / ($2 / $1) }'
}

echo "Microseconds of CPU time for a thread that comes and goes"
printf '%6s %8s %-8s %9s %9s %9s %9s\n' live threads runtime "1,000th" last \
  "KiB more" "live one"
compare 0 50000
slower >ratios
mark "start of the 50,000th thread / of the 1,000th" "$(median <ratios)" 1.1 \
  >marks
compare 64 10000
slower >ratios
mark "64 live: the 10,000th thread / the 1,000th" "$(median <ratios)" 1.1 \
  >>marks
mark "64 live, 10,000 come and go: MiB more" \
  "$(awk '{ print $3 / 1024 }' r.archive)" 4 >>marks
compare 1000 20000
mark "1,000 live, 20,000 come and go: MiB more" \
  "$(awk '{ print $3 / 1024 }' r.archive)" 8 >>marks
awk '{ print $4 }' r.none r.archive >one-of-1000
compare 16000 5000
awk '{ print $4 }' r.none r.archive >one-of-16000
# What libgmon adds to the start of a thread that stays.
mark "start of one of 16,000 that stay / of 1,000" \
  "$(cat one-of-1000 one-of-16000 | paste -s -d' ' - \
     | awk '{ print ($4 - $3) / ($2 - $1) }')" 2.2 >>marks
cat marks
