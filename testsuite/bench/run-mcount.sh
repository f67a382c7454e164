#!/bin/sh
# run-mcount.sh -- the cost of a profiled call, libgmon against glibc.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-mcount.sh LIBDIR [ROUNDS]
# In:  libgmon.a and libgmon.so in LIBDIR (build/libgmon/.libs); CC, CFLAGS
#      (default -O2).  Out: a table on stdout, one line per case and way of
#      linking: nanoseconds per call without -pg, with glibc's runtime and with
#      libgmon, and the ratio of what the two add.  Called by "make bench".
#
# Every number is the smallest of ROUNDS (at least 5); the three programs of a
# line run in turn, so that a noisy moment hits all of them.

LC_ALL=C
export LC_ALL
unset GMON_OUT_PREFIX
libdir=$(cd "${1:?usage: $0 LIBDIR [ROUNDS]}" && pwd) || exit 2
rounds=${2:-5}
CC=${CC:-gcc}
CFLAGS=${CFLAGS:--O2}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' 0
trap 'exit 2' 1 2 15
cd "$work" || exit 2
: >config.h
test "$rounds" -ge 5 || rounds=5

build ()
{
  out=$1
  shift
  $CC $CFLAGS -I. -o "$out" "$here/bench_mcount.c" "$@" -pthread || exit 2
}

build none
build glibc -pg
build archive -pg "$libdir/libgmon.a"
build glibc-fentry -pg -mfentry
build archive-fentry -pg -mfentry "$libdir/libgmon.a"
if build none-static -static-pie && build glibc-static -pg -static-pie; then
  build archive-static -pg -static-pie "$libdir/libgmon.a"
fi

# smaller FILE VALUE: keep the smaller number in FILE
smaller ()
{
  if test -f "$1"; then
    awk -v new="$2" '{ print (new + 0 < $1 + 0) ? new : $1 }' "$1" >"$1.new"
    mv "$1.new" "$1"
  else
    echo "$2" >"$1"
  fi
}

# compare CASE CALLS WAY NONE GLIBC OURS [PRELOAD]
compare ()
{
  rm -f r.*
  round=0
  while test "$round" -lt "$rounds"; do
    smaller r.none "$("./$4" "$1" "$2")"
    smaller r.glibc "$("./$5" "$1" "$2")"
    smaller r.ours "$(LD_PRELOAD=$7 "./$6" "$1" "$2")"
    round=$((round + 1))
  done
  awk -v name="$1" -v way="$3" '
    { value[FILENAME] = $1 }
    END {
      none = value["r.none"]; glibc = value["r.glibc"]; ours = value["r.ours"]
      printf "%-8s %-11s %8.2f %8.2f %8.2f %8.3f\n", name, way, none, glibc,
             ours, (ours - none) / (glibc - none)
    }' r.none r.glibc r.ours
}

printf '%-8s %-11s %8s %8s %8s %8s\n' case linked "no -pg" glibc libgmon net
compare leaf 20000000 archive none glibc archive
compare leaf 20000000 static-pie none-static glibc-static archive-static
compare leaf 20000000 -mfentry none glibc-fentry archive-fentry
compare leaf 20000000 preload none glibc glibc "$libdir/libgmon.so"
compare off 20000000 archive none glibc archive
compare wide 2000000 archive none glibc archive
compare sites 20000000 archive none glibc archive
compare threads 10000000 archive none glibc archive
