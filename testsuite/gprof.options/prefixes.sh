#! /bin/sh
# prefixes.sh -- what each beginning of a long option's name stands for.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: prefixes.sh NAMES PROGRAM...     (in a directory with image, gmon.out,
#                                          map and symbols)
#   NAMES    lines "NAME ARGUMENT", the argument "-" for an option without
#   PROGRAM  a gprof, and options it always gets
#
# Prints, for each beginning of a name, once, the name that PROGRAM takes it
# for, or "ambiguous" if it refuses it with the arguments of every name that
# begins so.  "otherwise" where it accepts it but does not do what the full name
# does (standard output, status and gmon.sum).

set -f
names=$1
shift

# Runs PROGRAM with the option NAME, and leaves what it did in RESULT.
# try RESULT NAME ARGUMENT PROGRAM...
try ()
{
  result=$1 option=--$2
  test "$3" = - || option=$option=$3
  shift 3
  rm -f gmon.sum
  "$@" -b "$option" image gmon.out > "$result" 2> "$result.err"
  echo "status $?" >> "$result"
  test ! -f gmon.sum || tail -c +21 gmon.sum >> "$result"
}

awk '{ for (i = 1; i <= length ($1); i++) print substr ($1, 1, i) }' "$names" |
  LC_ALL=C sort -u |
  while read -r prefix; do
    verdict=
    # An exact name wins, and so comes first.
    awk -v p="$prefix" 'index ($1, p) == 1 { print ($1 == p ? 0 : 1), $0 }' \
      "$names" | sort | sed 's/^. //' > candidates
    while read -r name argument; do
      test -z "$verdict" || continue
      try with-prefix "$prefix" "$argument" "$@"
      grep -q -i "^usage" with-prefix.err && continue
      verdict=$name
      try with-name "$name" "$argument" "$@"
      cmp -s with-prefix with-name || verdict=otherwise
    done < candidates
    echo "$prefix ${verdict:-ambiguous}"
  done
