#! /bin/sh
# random.sh -- random cases for the oracle, by seed.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: random.sh TOOLS SCRIPTS FIRST LAST [STEP]
#   TOOLS holds mkcase, mkimage, mkgmon, oracle; SCRIPTS holds image.sh.
#   REFERENCE and SUBJECT as for oracle.
#
# Makes the case of each seed from FIRST to LAST (each STEPth of them) in the
# directory case-SEED and prints the lines of oracle.  Keeps only directories
# with a failure.

set -u
tools=$1
scripts=$2
seed=$3
step=${5-1}
missing=
while test "$seed" -le "$4"; do
  dir=case-$seed
  rm -rf "$dir"
  mkdir "$dir"
  "$tools/mkcase" "$seed" "$dir" \
    && "$scripts/image.sh" "$tools/mkimage" "$dir/symbols.txt" "$dir/image"
  status=$?
  for profile in "$dir"/p?.txt; do
    number=${profile%.txt}
    test $status -ne 0 \
      || "$tools/mkgmon" -o "$dir/gmon${number##*/p}.out" "$profile" \
      || status=$?
  done
  case $status in
    0)
      "$tools/oracle" "seed $seed" "$dir" cmds > "$dir/log"
      test -s "$dir/log" || echo "ERROR: seed $seed: nothing was compared"
      ;;
    77)
      read -r _ machine < "$dir/symbols.txt"
      case " $missing " in
        *" $machine "*) ;;
        *) missing="$missing $machine"
           echo "UNSUPPORTED: random cases of $machine: no cross binutils" ;;
      esac
      : > "$dir/log"
      ;;
    *)
      echo "ERROR: seed $seed: cannot make the case" > "$dir/log"
      ;;
  esac
  cat "$dir/log"
  grep -q -e ^FAIL -e ^ERROR "$dir/log" || rm -rf "$dir"
  seed=$((seed + step))
done
