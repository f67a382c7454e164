# viewers.awk -- can the graphical viewers read this?
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In: what gprof prints; the variable brief is 1 for output of -b.  Out: nothing,
# or a line for each offence.  The viewer of VS Code runs gprof -b and stops at
# "Index by function name" or "Flat profile:"; entries are divided by five or
# more dashes.  gprof-viewer takes a sentence of the explanations as the end of
# the graph.  Code::Blocks wants the names of the graph in one column.

function bad(what)
{
  printf "line %d: %s: %s\n", NR, what, $0
  offences++
}

/^index % time +self +children +called +name$/ {
  in_graph = 1
  column = index($0, "name")
  next
}
in_graph && /^\f$/ { in_graph = 0; had_graph = 1 }
in_graph && /^-/ {
  dashes++
  if ($0 !~ /^-----+$/)
    bad("not five dashes or more")
}
in_graph && /^\[/ && (substr($0, column, 1) == " " \
                      || substr($0, column - 1, 1) != " ") {
  bad("the name is not below the heading's")
}
/^Index by function name$/ {
  stop = 1
  if (in_graph)
    bad("the index begins within the graph")
}
/This table describes the call tree of the program, and was sorted by/ {
  sentence = 1
  if (!dashes)
    bad("the explanation stands before the graph")
}

END {
  if (!dashes)
    bad("no graph")
  if (!stop)
    bad("no \"Index by function name\"")
  if (!brief && !sentence)
    bad("no sentence that ends the graph")
  exit offences > 0
}
