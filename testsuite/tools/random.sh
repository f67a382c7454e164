#! /bin/sh
# random.sh -- random cases for the oracle, by seed.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: random.sh TOOLS SCRIPTS FIRST LAST
#   TOOLS holds mkcase, mkimage, mkgmon, oracle; SCRIPTS holds image.sh.
#   REFERENCE and SUBJECT as for oracle.
#
# Makes the case of each seed from FIRST to LAST in the directory case-SEED
# and prints the lines of oracle.  Keeps only directories with a failure.

set -u
tools=$1
scripts=$2
seed=$3
while test "$seed" -le "$4"; do
  dir=case-$seed
  rm -rf "$dir"
  mkdir "$dir"
  if "$tools/mkcase" "$seed" "$dir" \
     && "$scripts/image.sh" "$tools/mkimage" "$dir/symbols.txt" "$dir/image" \
     && for profile in "$dir"/p?.txt; do
          number=${profile%.txt}
          "$tools/mkgmon" -o "$dir/gmon${number##*/p}.out" "$profile" || exit
        done
  then
    "$tools/oracle" "seed $seed" "$dir" cmds > "$dir/log"
  else
    echo "ERROR: seed $seed: cannot make the case" > "$dir/log"
  fi
  cat "$dir/log"
  test -s "$dir/log" || echo "ERROR: seed $seed: nothing was compared"
  grep -q -e ^FAIL -e ^ERROR "$dir/log" || rm -rf "$dir"
  seed=$((seed + 1))
done
