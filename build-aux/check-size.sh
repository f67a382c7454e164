#!/bin/sh
# check-size.sh -- lengths of files, headers and functions.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-size.sh SRCDIR BUILDDIR
# In:  the C files of src, libgmon and testsuite.  Out: see check-common.sh.
#
# A function, in GNU style, is a line "{" after a line that starts with
# "name (", up to the next line "}"; its length counts all lines from the
# name to the "}".  The median and the percentile are over src and libgmon:
# a test's main may be a plain list.

. "$(dirname "$0")/check-common.sh"

# Above the first number there is a warning, above the second a failure.
warn_file=700 max_file=1000
max_test_file=1000
warn_header=200 max_header=300
warn_function=80 max_function=120
max_median=15
max_p90=60

all=$(c_files src libgmon testsuite)
product=$(c_files src libgmon)
test -n "$product" || all=/dev/null

# longer_than MAX FILE...
longer_than ()
{
  max=$1
  shift
  (cd "$srcdir" && for file; do
     lines=$(wc -l <"$file")
     test "$lines" -le "$max" || echo "$file has $((lines)) lines"
   done)
}

# functions FILE...: "LENGTH FILE NAME" lines
functions ()
{
  (cd "$srcdir" && $AWK '
     FNR == 1 { open = 0; name = "" }
     /^[A-Za-z_][A-Za-z_0-9]* \(/ && !open { name = $1; start = FNR }
     /^\{$/ && name != "" { open = 1 }
     /^\}$/ && open {
       print FNR - start + 1, FILENAME, name
       open = 0; name = ""
     }
     /^(\};|[^ \t].*;)$/ && !open { name = "" }
   ' "$@")
}

# above MAX WHAT VALUE
above ()
{
  test "$3" -le "$1" || echo "$2 is $3 lines"
}

# functions_above MAX: the functions that are longer
functions_above ()
{
  functions $all | $AWK -v max="$1" '
    $1 > max { print $2 ": " $3 " has " $1 " lines" }'
}

# namespace.h is a list that namespace.sh makes.
headers=$(printf '%s\n' $all | grep '\.h$' |
          grep -vx libgmon/arch/namespace.h)

warn_of "size: files should have at most $warn_file lines" \
  "$(longer_than $warn_file $product)"
pass_unless "size: files have at most $max_file lines" \
  "$(longer_than $max_file $product)"
pass_unless "size: files of tests have at most $max_test_file lines" \
  "$(longer_than $max_test_file $(c_files testsuite))"
warn_of "size: headers should have at most $warn_header lines" \
  "$(longer_than $warn_header $headers)"
pass_unless "size: headers have at most $max_header lines" \
  "$(longer_than $max_header $headers)"
warn_of "size: functions should have at most $warn_function lines" \
  "$(functions_above $warn_function)"
pass_unless "size: functions have at most $max_function lines" \
  "$(functions_above $max_function)"

set -- $(functions $product | sort -n | $AWK '
  { length_of[NR] = $1 }
  END {
    if (NR)
      print length_of[int((NR + 1) / 2)], length_of[int((NR * 9 + 9) / 10)]
    else
      print "1000 1000"                 # no function found: fail
  }')
pass_unless "size: the median function has at most $max_median lines" \
  "$(above $max_median "the median" "$1")"
pass_unless "size: 90 of 100 functions have at most $max_p90 lines" \
  "$(above $max_p90 "the 90th percentile" "$2")"
exit $failures
