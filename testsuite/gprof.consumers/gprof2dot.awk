# gprof2dot.awk -- can gprof2dot read this call graph?
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In: what gprof prints.  Out: nothing if all of it is understood; else a line
# "line N: what is wrong: the line" for each offence.  What is demanded is what its
# parser needs: a header, entries divided by dashes,
# one primary line each, numbers with a decimal point, unique indices, and a form
# feed at the end.

function bad(what)
{
  printf "line %d: %s: %s\n", NR, what, $0
  offences++
}

function is_primary(s)
{
  return s ~ ("^" index_re " +" decimal " +" decimal " +" decimal \
              "( +[0-9]+(\\+[0-9]+)?)? +[^ ].* " index_re "$")
}

function is_cycle_header(s)
{
  return s ~ ("^" index_re " +" decimal " +" decimal " +" decimal \
              " +[0-9]+(\\+[0-9]+)? +<cycle [0-9]+ as a whole> " index_re "$")
}

# Parents and children: times may be missing, the count may not.
function is_relative(s)
{
  return s ~ ("^ +(" decimal " +" decimal " +)?[0-9]+(/[0-9]+)? +[^ ].* " \
              index_re "$")
}

function is_member(s)
{
  return s ~ ("^ +" decimal " +" decimal " +[0-9]+(\\+[0-9]+)? +[^ ].*" \
              " <cycle [0-9]+> " index_re "$")
}

# The lines that are skipped: callers outside, without a number before them, and
# what has no entry.
function is_ignored(s)
{
  return s ~ /^ +<spontaneous> *$/ || s ~ /\([0-9]+\)$/
}

function end_of_entry(   i, primary, in_cycle, key)
{
  primary = 0
  for (i = 1; i <= n; i++)
    if (entry[i] ~ /^\[/)
      {
        if (primary)
          bad("two primary lines in one entry")
        primary = i
        in_cycle = is_cycle_header(entry[i])
        if (!in_cycle && !is_primary(entry[i]))
          {
            $0 = entry[i]
            bad("not a primary line")
          }
        key = entry[i]
        sub(/\].*/, "]", key)
        if (substr(entry[i], length(entry[i]) - length(key) + 1) != key)
          {
            $0 = entry[i]
            bad("not the same index at both ends")
          }
        if (key in seen)
          {
            $0 = entry[i]
            bad("an index twice")
          }
        seen[key] = 1
      }
  if (n && !primary)
    bad("no primary line before this")
  for (i = 1; i <= n; i++)
    if (entry[i] ~ /^[ \t]*$/)
      bad("an empty line in an entry")
    else if (i != primary && !is_ignored(entry[i]))
      if (in_cycle && i > primary ? !is_member(entry[i]) \
          : !is_relative(entry[i]))
        {
          $0 = entry[i]
          bad(in_cycle ? "not a member of a cycle" \
              : i < primary ? "not a parent" : "not a child")
        }
  if (n)
    entries++
  n = 0
}

BEGIN {
  decimal = "[0-9]+\\.[0-9]+"
  index_re = "\\[[0-9]+\\]"
  state = "before"
}

/\033/ { bad("an escape character") }

state == "before" {
  if ($0 ~ /^index[ \t]+%[ \t]+time[ \t]+self[ \t]+children[ \t]+called[ \t]+name[ \t]*$/)
    state = "graph"
  next
}

# What stands between the last dashes and the form feed is the explanations,
# which are not read.
state == "graph" && /^\f$/ {
  for (i = 1; i <= n; i++)
    if (is_primary(entry[i]) || is_cycle_header(entry[i]))
      bad("an entry without dashes at its end")
  n = 0
  state = "after"
  next
}

state == "graph" && /^--+$/ { end_of_entry(); next }
state == "graph" { entry[++n] = $0 }

END {
  if (state == "before")
    bad("no header of a call graph")
  else if (state == "graph")
    bad("no form feed after the call graph")
  else if (!entries && !may_be_empty)
    bad("no entry")
  exit offences > 0
}
