# flat.awk -- can readers of flat profiles read this one?
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In: what gprof prints.  Out: nothing, or a line for each offence.  Rows as
# verilator_profcfunc wants them: percent, cumulative, self, with two decimals,
# then either calls and two times, or none, then the name.  And as Code::Blocks
# finds the columns: the title, two lines of heading that end with "name", names
# in its column, an empty line or a form feed behind the last row.

function bad(what)
{
  printf "line %d: %s: %s\n", NR, what, $0
  offences++
}

BEGIN {
  decimal = "[0-9]+\\.[0-9][0-9]"
  row = "^ *" decimal " +" decimal " +" decimal
}

/^Flat profile:$/ { state = "title"; next }
state == "title" && /^ +time .* name *$/ {
  if (previous !~ /^ +% +cumulative +self .*$/)
    bad("no first line of the heading")
  column = index($0, "name")
  state = "rows"
  next
}
{ previous = $0 }
state == "rows" && (/^$/ || /^\f$/) { state = "after"; next }
state == "rows" {
  rows++
  if ($0 !~ (row " +[0-9]+ +" decimal " +" decimal "  [^ ]") \
      && $0 !~ (row " +[^ ]"))
    bad("not a row of a flat profile")
  if (substr($0, column, 1) == " " || substr($0, column - 1, 1) != " ")
    bad("the name is not below the heading's")
}

END {
  if (state == "")
    bad("no flat profile")
  else if (state == "title")
    bad("no heading")
  else if (!rows)
    bad("no row")
  exit offences > 0
}
