#!/bin/sh
# check-design.sh -- the pages of doc/design and the references to them.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-design.sh SRCDIR BUILDDIR
#        check-design.sh --index SRCDIR
# In:  the pages doc/design/**.md and their index doc/design/README; the
#      sources of the tree.  Out: see check-common.sh.  With --index: the list
#      of pages and headings that the index must contain, from the pages.
#
# A page is "# TITLE", then "## HEADING" for each decision with items
# "- Context: ", "- Decision: ", "- Refused: " and "- Cost: ", in this order.  The
# pages of measurements, and headings that begin with "Rows", need no decision.
# A reference is "doc/design/PAGE.md", or that with  , "HEADING"  behind it.

index_only=
if test "$1" = --index; then
  index_only=yes
  shift
fi
. "$(dirname "$0")/check-common.sh"
cd "$srcdir" || exit 1

# The general pages come first, then those of folders.
pages=$(cd doc/design 2>/dev/null && for depth in '-maxdepth 1' '-mindepth 2'; do
          find . $depth -name '*.md' | sed 's|^\./|doc/design/|' | sort
        done)
max_lines=60

# index_lines: a line for each page, with its headings below
index_lines ()
{
  $AWK '
    FNR == 1 { sub(/^# /, ""); print substr(FILENAME, 12) ": " $0; next }
    /^## /   { print "  " substr($0, 4) }
  ' $pages
}

test -n "$pages" && test -f doc/design/README || {
  pass_unless "design: pages" "doc/design has no pages, or no README"
  exit $failures
}
if test -n "$index_only"; then
  index_lines
  exit
fi

warn_of "design: pages should have at most $max_lines lines" "$(
  $AWK -v max=$max_lines '
    FNR == max + 1  { print FILENAME " has more than " max " lines" }
  ' $pages)"
pass_unless "design: lines have at most 80 columns" "$(
  $AWK '
    length($0) > 80 { print FILENAME ":" FNR ": " length($0) " columns" }
  ' $pages doc/design/README)"

pass_unless "design: the order is context, decision, refused, cost" "$(
  $AWK '
    function finish() {
      if (heading != "" && !decided)
        print page ": no decision below \"" heading "\""
      heading = ""
    }
    FNR == 1 { finish(); page = FILENAME }
    FNR == 1 && !/^# / { print FILENAME ":1: no title" }
    /^## / { finish(); heading = substr($0, 4); at = decided = 0 }
    heading ~ /^Rows / || FILENAME ~ /\/measurements/ { decided = 1 }
    /^- / {
      label = $2
      place = label == "Context:" ? 1 : label == "Decision:" ? 2 \
              : label == "Refused:" ? 3 : label == "Cost:" ? 4 : 0
      if (!place)
        print FILENAME ":" FNR ": the item is no context, decision, refused" \
              " or cost"
      else if (place < at)
        print FILENAME ":" FNR ": " label " is out of order"
      else
        at = place
      if (place == 2)
        decided = 1
    }
    END { finish() }
  ' $pages)"

# Every line of the list must stand in the index, and the other way round.
pass_unless "design: doc/design/README lists all pages and headings" "$(
  { index_lines | sed 's/^/want:/'
    sed '1,/^----/d' doc/design/README 2>/dev/null | grep . | sed 's/^/have:/'
  } | $AWK '
    { line = substr($0, 6) }
    /^want:/ { want[++wants] = line }
    /^have:/ { have[++haves] = line }
    END {
      for (i = 1; i <= wants || i <= haves; i++)
        if (want[i] != have[i])
          {
            print "\"" have[i] "\" where the pages have \"" want[i] "\"" \
                  " (check-design.sh --index . prints the list)"
            exit
          }
    }')"

# exists FILE: there is such a file or folder, below a folder where pages may
# leave out its name
exists ()
{
  for place in . src libgmon testsuite testsuite/libgmon.base; do
    test ! -e "$place/$1" || return 0
  done
  return 1
}

# The files that pages name: words in `...` with a slash or the ending of a
# source, and words outside them with such an ending.
known=$(find src libgmon testsuite build-aux doc packaging po -type f \
          2>/dev/null | sed 's|.*/||' | sort -u)
pass_unless "design: the files that pages name exist" "$(
  for page in $pages doc/design/README; do
    tr -s ' \n' '\n\n' <"$page" |
      sed -n 's/^[("]*`\([A-Za-z0-9_][A-Za-z0-9_./-]*\)`.*/\1/p' |
      grep '[/.]' | sort -u | while read -r name; do
        case $name in *'*'*) continue ;; esac
        exists "$name" || echo "$page: $name does not exist"
      done
    tr -cs 'A-Za-z0-9_./<-' '\n' <"$page" | sed 's/[.-]*$//' |
      grep -E '^[a-z0-9_][a-z0-9_/-]*\.([ch]|exp|sh|md|m4|awk|mk|pl)$' | sort -u |
      while read -r name; do
        printf '%s\n' "$known" | grep -qxFe "${name##*/}" ||
          echo "$page: $name does not exist"
      done
  done | sort -u)"

# References in sources.  A comment may be broken in the middle of one, so the
# lines are joined, without what opens a line of a comment.
sources=$(find . \( -name .git -o -type d -name 'build*' ! -name build-aux \
    -o -path ./doc/design \) -prune -o -type f \
    \( -name '*.[chS]' -o -name '*.am' -o -name '*.ac' -o -name '*.m4' \
       -o -name '*.sh' -o -name '*.exp' -o -name '*.mk' -o -name 'layers*' \
       -o -name HACKING -o -name README \) -print | sort)
pass_unless "design: references to pages name a page and a heading" "$(
  for file in $sources $pages; do
    grep -lF doc/design/ "$file"
  done | grep -v '/check-design\.sh$' | grep -v '/check-selftest\.sh$' |
  while read -r file; do
    $AWK '{
        sub(/^[ \t]*(#|\*|dnl)?[ \t]*/, "")
        printf "%s ", $0
      }' "$file" |
      grep -oE 'doc/design/[a-z0-9/-]+\.md(, "[^"]*")?' |
      while read -r reference; do
        page=${reference%%.md*}.md
        heading=${reference#"$page"}
        heading=${heading#, \"}
        heading=${heading%\"}
        if test ! -f "$page"; then
          echo "$file: $page does not exist"
        elif test -n "$heading" && ! grep -qxF "## $heading" "$page"; then
          echo "$file: $page has no heading \"$heading\""
        fi
      done
  done)"
exit $failures
