#!/bin/sh
# check-layers.sh -- who may include whom in src/.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-layers.sh SRCDIR BUILDDIR
# In:  build-aux/layers, the #include "..." lines of src/.  Out: see
#      check-common.sh.  Called by "make check-structure".

. "$(dirname "$0")/check-common.sh"

layers=$(cd "$(dirname "$0")" && pwd)/layers
files=$(c_files src)

# One awk program reads the stages, then every file, and prints
# "RULE<tab>DETAIL" lines.
found=$(cd "$srcdir" && $AWK -v max=12 '
  function stage_of(file,    cut)
  {
    cut = index(file, "/")
    return cut ? substr(file, 1, cut - 1) : "top"
  }
  function module_of(file)
  {
    sub(/\.[ch]$/, "", file)
    return file
  }
  function complain(rule, text) { print rule "\t" text }

  FNR == 1 {
    reading_layers = (NR == FNR)
    if (!reading_layers)
      {
        me = FILENAME
        sub(/^src\//, "", me)
        exists[me] = 1
        if (!(stage_of(me) in rank))
          complain("known stages", me " stands in no stage")
      }
  }
  reading_layers && $1 == "stage"   { rank[$2] = ++ranks }
  reading_layers && $1 == "foreign" { foreign[$2] = $3 }
  reading_layers && $1 == "made"    { made[$2] = 1 }
  reading_layers { next }

  /^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, part, "\"")
    count[me]++
    lines++
    from[lines] = me
    to[lines] = part[2]
  }

  END {
    for (i = 1; i <= lines; i++)
      {
        me = from[i]; it = to[i]
        if (it in made)
          continue
        if (it in foreign)
          {
            if (stage_of(me) != foreign[it])
              complain("foreign headers", me " includes " it)
            continue
          }
        if (!(it in exists))
          {
            complain("resolved", me " includes " it ", which is not in src/")
            continue
          }
        if (rank[stage_of(it)] > rank[stage_of(me)])
          complain("order", me " includes " it ", a later stage")
        if (module_of(me) != module_of(it))
          edge[module_of(me) " " module_of(it)] = 1
      }
    for (me in count)
      if (count[me] > max)
        complain("at most " max " own includes", me " has " count[me])

    # Take away modules that include nothing that is left, until none goes:
    # what stays is on a cycle or includes one.
    for (pair in edge)
      {
        split(pair, m, " ")
        left[m[1]] = left[m[2]] = 1
      }
    do
      {
        gone = 0
        for (me in left)
          busy[me] = 0
        for (pair in edge)
          {
            split(pair, m, " ")
            if ((m[1] in left) && (m[2] in left))
              busy[m[1]] = 1
          }
        for (me in busy)
          if ((me in left) && !busy[me])
            {
              delete left[me]
              gone = 1
            }
      }
    while (gone)
    for (me in left)
      complain("no include cycles", me " is in a cycle or includes one")
  }
' "$layers" $files | sort)

test -n "$files" || found="known stages	no C file below $srcdir/src"

for rule in 'known stages' 'resolved' 'order' 'foreign headers' \
            'at most 12 own includes' 'no include cycles'; do
  pass_unless "layers: $rule" "$(printf '%s\n' "$found" |
    $AWK -F'\t' -v rule="$rule" '$1 == rule { print $2 }')"
done
exit $failures
