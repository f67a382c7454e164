#!/bin/sh
# check-layers.sh -- which file may include which in src/ and libgmon/.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-layers.sh SRCDIR BUILDDIR
# In:  build-aux/layers and build-aux/layers-libgmon, the C files of src/ and
#      libgmon/.  Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

here=$(cd "$(dirname "$0")" && pwd)

# findings TREE LAYERS: one awk program reads the stages, then every file, and
# prints "RULE<tab>DETAIL" lines.
findings ()
{
  files=$(c_files "$1")
  test -n "$files" || {
    printf 'known stages\tno C file below %s/%s\n' "$srcdir" "$1"
    return
  }
  (cd "$srcdir" && $AWK -v max=12 -v tree="$1" '
  function stage_of(file,    cut)
  {
    if (module_of(file) in serves)
      return serves[module_of(file)]
    cut = index(file, "/")
    return cut ? substr(file, 1, cut - 1) : "top"
  }
  function module_of(file)
  {
    sub(/\.[ch]$/, "", file)
    return file
  }
  function folder_of(file)
  {
    sub(/\/[^\/]*$/, "", file)
    return file
  }
  function complain(rule, text) { print rule "\t" text }

  FNR == 1 {
    reading_layers = (NR == FNR)
    if (!reading_layers)
      {
        me = FILENAME
        me = substr(me, length(tree) + 2)
        exists[me] = 1
        if (!(stage_of(me) in rank))
          complain("known stages", me " stands in no stage")
      }
  }
  reading_layers && $1 == "stage"   { rank[$2] = ++ranks }
  reading_layers && $1 == "serves"  { serves[$2] = $3 }
  reading_layers && $1 == "foreign" { foreign[$2] = $3 }
  reading_layers && $1 == "shared"  { shared[$2] = $3 }
  reading_layers && $1 == "made"    { made[$2] = 1 }
  reading_layers && $1 == "global"  { variable = $2; owner = $3 }
  reading_layers && $1 == "processor" { processor = $2 }
  reading_layers { next }

  variable != "" && rank[stage_of(me)] < rank[owner] \
      && $0 ~ ("(^|[^A-Za-z0-9_.\"])" variable "[.][a-z]") \
      && $0 !~ ("(^|[^A-Za-z0-9_.])" variable "[.](out|specs|h)([^a-z]|$)") {
    complain("the state stays on its floors", me ":" FNR ": " variable)
  }
  processor != "" && stage_of(me) != processor \
      && /^[ \t]*#[ \t]*(if|elif)/ \
      && /__(x86_64|i386|aarch64|arm|riscv|powerpc|powerpc64|s390x?|mips|sparc|loongarch|alpha|m68k|sh)__|__riscv|__loongarch/ {
    complain("conditions on the processor", me ":" FNR ": " $0)
  }

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
        owner_of_it = (it in foreign) ? foreign[it] : shared[folder_of(it)]
        if (owner_of_it != "")
          {
            if (stage_of(me) != owner_of_it)
              complain("foreign headers", me " includes " it)
            continue
          }
        if (!(it in exists))
          {
            complain("resolved", me " includes " it ", which is not in " tree "/")
            continue
          }
        if ((module_of(it) in serves) && stage_of(me) != serves[module_of(it)])
          complain("emulation serves one stage", me " includes " it)
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
' "$here/$2" $files | sort)
}

# report TREE LAYERS PREFIX RULE...: a result for each rule
report ()
{
  found=$(findings "$1" "$2")
  prefix=$3
  shift 3
  for rule; do
    pass_unless "$prefix: $rule" "$(printf '%s\n' "$found" |
      $AWK -F'\t' -v rule="$rule" '$1 == rule { print $2 }')"
  done
}

report src layers layers 'known stages' 'resolved' 'order' 'foreign headers' \
  'at most 12 own includes' 'no include cycles' 'emulation serves one stage'
report libgmon layers-libgmon floors 'known stages' 'resolved' 'order' \
  'at most 12 own includes' 'no include cycles' \
  'the state stays on its floors' 'conditions on the processor'
exit $failures
