#!/bin/sh
# run.sh -- all measurements: "make bench".
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run.sh LIBDIR
# In:  as run-calls.sh and run-gprof.sh; PARTS: which of them (calls functions blocks text
#      threads unwind gprof).  Out: on stdout the tables of run-*.sh, and as last line "N marks
#      met, N missed".  Status 0 only if none is missed.  Takes half an hour of a
#      quiet machine, all but five minutes of it run-gprof.sh.

libdir=${1:?usage: $0 LIBDIR}
here=$(dirname "$0")
log=$(mktemp) || exit 2
trap 'rm -f "$log"' 0
trap 'exit 2' 1 2 15

{
  echo "$(date -u), $(uname -m), load $(cut -d' ' -f1 /proc/loadavg)"
  for part in ${PARTS:-calls functions blocks text threads unwind gprof}; do
    echo
    sh "$here/run-$part.sh" "$libdir" || echo "mark: run-$part.sh: MISSED"
  done
} | tee "$log"
awk '
  /^mark: .* met$/ { met++ }
  /^mark: .*MISSED$/ { missed++ }
  END { print ""; print met + 0 " marks met, " missed + 0 " missed"
        exit missed > 0 || met == 0 }' "$log"
