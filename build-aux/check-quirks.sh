#!/bin/sh
# check-quirks.sh -- the list of quirks, the manual's table, and the uses agree.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-quirks.sh SRCDIR BUILDDIR
# In:  src/base/quirk_list.h; the table "All differences" of
#      doc/manual/compat.texi, whose comments name the bits of a row, and whose
#      numbers have a star if --compat=gnu does not emulate the row; src/.
#      Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

list=src/base/quirk_list.h
manual=doc/manual/compat.texi

# of_list: "ROW NAME", or "ROW *" for a row that is not emulated, one a line
of_list ()
{
  sed -n 's/^ *QUIRK (\([a-z_0-9]*\), \([0-9]*\),.*/\2 \1/p
          s/^ *ONE_SIDED (\([0-9]*\),.*/\1 */p' "$srcdir/$list" | sort
}

# of_manual: the same, from the table
of_manual ()
{
  $AWK '/^@node /         { here = /^@node All differences/ }
        !here             { next }
        /^@item [0-9]+[*]?$/ {
          row = $2 + 0
          if ($2 ~ /[*]/)
            print row, "*"
        }
        /^@c quirks:/     { for (i = 3; i <= NF; i++) print row, $i }
       ' "$srcdir/$manual" | sort
}

# rows: the numbers of the table in their order
rows ()
{
  sed -n '/^@node All differences/,/^@end multitable/s/^@item \([0-9]*\)[*]*$/\1/p' \
    "$srcdir/$manual"
}

# names: the bits of the list
names ()
{
  of_list | sed -n '/[*]$/!s/^[0-9]* //p'
}

# without_comments: the C on stdin
without_comments ()
{
  $AWK '{ text = $0
          for (;;)
            {
              end = inside ? index(text, "*/") : index(text, "/*")
              if (!inside)
                printf "%s", end ? substr(text, 1, end - 1) : text
              if (!end)
                break
              text = substr(text, end + 2)
              inside = !inside
            }
          if (!inside)
            print ""
        }'
}

tmp=$(mktemp -d "${TMPDIR:-/tmp}/gprof-quirks.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' 0
trap 'exit 1' 1 2 15

of_list >"$tmp/list"
of_manual >"$tmp/manual"
test -s "$tmp/list" || echo "0 no_quirk_in_$list" >"$tmp/list"

pass_unless "quirks: the manual has each row of the list" "$(
  comm -23 "$tmp/list" "$tmp/manual" |
    sed "s|^|$manual, \"All differences\", lacks row |")"
pass_unless "quirks: the list has each row of the manual" "$(
  comm -13 "$tmp/list" "$tmp/manual" | sed "s|^|$list lacks row |")"
pass_unless "quirks: the rows of the manual are numbered" "$(
  rows | $AWK '$1 != NR { print "row " $1 " is number " NR; exit }')"
pass_unless "quirks: each bit stands once in the list" "$(
  names | sort | uniq -d | sed "s|^|$list: |")"
pass_unless "quirks: each bit is used" "$(
  (cd "$srcdir" && cat $(c_files src | grep -v '^src/base/quirk')) |
    without_comments |
    grep -o 'quirks\.[a-z_0-9]*' | sed 's/.*\.//' | sort -u >"$tmp/used"
  names | sort | comm -23 - "$tmp/used" | sed 's|^|no file of src tests |')"
exit $failures
