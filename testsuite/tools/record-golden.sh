#! /bin/sh
# record-golden.sh -- writes the expected.gnu files of a golden case.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: record-golden.sh TOOLS CASE-DIRECTORY...
#   TOOLS holds mkimage and mkgmon (the build's testsuite/).
#
# Runs GNU gprof 2.40 (REFERENCE, default gprof) on the case and records what
# it prints.  `expected' is never made from our own output: it is written by
# hand from the truth, or with GNU's help on an equal case without the trap.

set -eu
tools=$1
shift
scripts=$(cd "$(dirname "$0")" && pwd)
for case; do
  case=$(cd "$case" && pwd)
  other=$case
  test ! -f "$case/same-as" || other=$case/../$(cat "$case/same-as")
  where=$(mktemp -d)
  input ()
  {
    if test -e "$case/$1"; then echo "$case/$1"; else echo "$other/$1"; fi
  }
  cd "$where"
  sources=$(input sources)
  test ! -d "$sources" || cp -R "$sources"/. .
  sh "$scripts/image.sh" "$tools/mkimage" "$(input symbols.txt)" image
  nm image > image.nm
  for n in '' 2 3 4; do
    text=$(input "profile$n.txt")
    test ! -f "$text" || "$tools/mkgmon" -s image.nm -o "gmon$n.out" "$text"
  done
  : > "$case/expected.gnu"
  rm -f "$case/expected.gnu.status" "$case/expected.gnu.sum"
  status=0
  while IFS= read -r line; do
    status=0
    eval "${REFERENCE-gprof} $line" >> "$case/expected.gnu" || status=$?
  done < "$case/cmd"
  test "$status" -eq 0 || echo "$status" > "$case/expected.gnu.status"
  test ! -f gmon.sum || "$tools/mkgmon" -d gmon.sum > "$case/expected.gnu.sum"
  cd /
  rm -rf "$where"
done
