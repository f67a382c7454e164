#!/bin/sh
# check-options.sh -- the table, --help, man page, manual and completions have
# equal options.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-options.sh SRCDIR BUILDDIR
# In:  src/cli/option_table.c, as completions/generate.awk reads it; gprof --help,
#      doc/gprof.1, doc/manual/options.texi, the completions of the build;
#      GPROF_BUILT (empty: no gprof to ask).
#      Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

test -n "$GPROF_BUILT" || exit 0

# options: the option names in the text on stdin, one a line, sorted.
options ()
{
  tr ' ,[="|' '\n\n\n\n\n\n' | grep -E '^-([A-Za-z]|-[a-z][a-z-]+)$' | sort -u
}

of_table ()
{
  $AWK -v shell=list -f "$here/../completions/generate.awk" \
    "$srcdir/src/cli/option_table.c" | sed 's/^/-/; s/ / --/; s/ [A-Z].*//' | options
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

# All that come where an option may begin.
of_bash ()
{
  sed -n "s/^ *kind=words words='\(-.*\)' ;;/\1/p" \
    "$builddir/completions/gprof.bash" | options
}

# A letter or name ends before "[", or before what says that it has an argument.
of_zsh ()
{
  sed -n "s/^  '\*\(-[^[]*\)\[.*/\1/p" "$builddir/completions/gprof.zsh" |
    sed 's/=.*//; s/^\(-[^-]\)[-+]$/\1/' | options
}

of_fish ()
{
  sed -n 's/^complete -c gprof //p' "$builddir/completions/gprof.fish" |
    sed 's/ -d .*//; s/-l \([a-z]\)/--\1/; s/-s \(.\)/-\1/; s/ -[frxF]*\( -a .*\)*$//' |
    options
}

# difference NAME HAVE: what the table and HAVE do not share
difference ()
{
  { printf '%s\n' "$table" "$table" "$2"; } | sort | uniq -c |
    $AWK -v name="$1" '
      $1 == 1 { print $2 " is in " name " only" }
      $1 == 2 { print $2 " is missing from " name }'
}

here=$(cd "$(dirname "$0")" && pwd)
table=$(of_table)
pass_unless "options: the table has them" \
  "$(printf '%s\n' "$table" | grep -qx -e --flat-profile || echo "it does not")"
pass_unless "options: the table and --help" "$(difference --help "$(of_help)")"
for shell in bash zsh fish; do
  pass_unless "options: the table and completions for $shell" \
    "$(difference "completions for $shell" "$(of_$shell)")"
done
pass_unless "options: the table and doc/gprof.1" \
  "$(difference doc/gprof.1 "$(of_man)")"
pass_unless "options: the table and doc/manual/options.texi" \
  "$(difference doc/manual/options.texi "$(of_texi)")"
exit $failures
