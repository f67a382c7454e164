#!/bin/sh
# check-options.sh -- --help, the man page and the manual name the same options.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-options.sh SRCDIR BUILDDIR
# In:  gprof --help (made from the option table), doc/gprof.1,
#      doc/manual/options.texi; GPROF_BUILT (empty: no gprof to ask).
#      Out: see check-common.sh.  Called by "make check-structure".

. "$(dirname "$0")/check-common.sh"

test -n "$GPROF_BUILT" || exit 0

# options: the option names in the text on stdin, one a line, sorted.
options ()
{
  tr ' ,[="|' '\n\n\n\n\n\n' | grep -E '^-([A-Za-z]|-[a-z][a-z-]+)$' | sort -u
}

of_help ()
{
  "$builddir/src/gprof" --help | sed -n 's/^ *\(-.*\)/\1/p' |
    sed 's/   *.*//' | options
}

of_man ()
{
  sed -n '/^\.SH OPTIONS/,/^\.SS Specifications/p' "$srcdir/doc/gprof.1" |
    grep -E '^\.B[RI]? "?(\\fR, \\fP)?\\-' |
    sed 's/\\f[RIPB]/ /g; s/\\-/-/g' | options
}

of_texi ()
{
  sed -n 's/^@itemx* \(-.*\)/\1/p' "$srcdir/doc/manual/options.texi" | options
}

# difference NAME HAVE: what --help and HAVE do not share
difference ()
{
  { printf '%s\n' "$help" "$help" "$2"; } | sort | uniq -c |
    $AWK -v name="$1" '
      $1 == 1 { print $2 " is in " name " only" }
      $1 == 2 { print $2 " is missing from " name }'
}

help=$(of_help)
pass_unless "options: --help lists them" \
  "$(printf '%s\n' "$help" | grep -qx -e --flat-profile || echo "it does not")"
pass_unless "options: --help and doc/gprof.1" \
  "$(difference doc/gprof.1 "$(of_man)")"
pass_unless "options: --help and doc/manual/options.texi" \
  "$(difference doc/manual/options.texi "$(of_texi)")"
exit $failures
