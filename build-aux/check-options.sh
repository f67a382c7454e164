#!/bin/sh
# check-options.sh -- the table, --help, man page, manual and completions have
# equal options, with equal arguments.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-options.sh SRCDIR BUILDDIR
# In:  src/cli/option_table.c, as completions/generate.awk reads it; gprof --help,
#      doc/gprof.1, doc/manual/options.texi, the completions of the build;
#      GPROF_BUILT (empty: no gprof to ask).
#      Out: see check-common.sh.

. "$(dirname "$0")/check-common.sh"

test -n "$GPROF_BUILT" || exit 0

# names: the option names in the text on stdin, one a line, sorted.
names ()
{
  tr ' ,[="|' '\n\n\n\n\n\n' | grep -E '^-([A-Za-z]|-[a-z][a-z0-9-]+)$' | sort -u
}

# The spellings of each option with its argument: "-p[SPEC]",
# "--flat-profile[=SPEC]", "-R MAP", "--debuginfod=no", "--brief", one a line.
# What stands for the argument is in capitals, words are as they are typed.
of_table ()
{
  $AWK -v shell=list -f "$here/../completions/generate.awk" \
    "$srcdir/src/cli/option_table.c" | $AWK '
    {
      n = split($4, part, "|")
      for (i = 1; i <= n; i++)
        for (j = 1; j <= 2; j++)
          if ($j != "-")
            {
              name = (j == 1 ? "-" : "--") $j
              glue = j == 1 ? ($3 == "GLUED" ? "" : " ") : "="
              if ($3 == "GLUED")
                print name "[" glue part[i] "]"
              else
                print name ($3 == "NEEDED" ? glue part[i] : "")
            }
    }' | sort -u
}

of_help ()
{
  "$builddir/src/gprof" --help | sed -n 's/^ *\(-.*\)/\1/p' |
    sed 's/   *.*//' | names
}

# The first line behind each .TP of the options.  The even words of .BI are
# italic, that is, arguments.
of_man ()
{
  sed -n '/^\.SH OPTIONS/,/^\.SS Specifications/p' "$srcdir/doc/gprof.1" | $AWK '
    heading {
      gsub(/\\-/, "-")
      macro = $1
      sub(/^[^ ]* */, "")
      text = ""
      for (i = 1; match($0, /^ *("[^"]*"|[^ "]+)/); i++)
        {
          word = substr($0, RSTART, RLENGTH)
          $0 = substr($0, RLENGTH + 1)
          gsub(/^ *"?|"$/, "", word)
          while (match(word, /\\fI[^\\]*/))
            word = substr(word, 1, RSTART - 1) \
              toupper(substr(word, RSTART + 3, RLENGTH - 3)) \
              substr(word, RSTART + RLENGTH)
          gsub(/\\f[RBP]/, "", word)
          text = text (macro == ".BI" && i % 2 == 0 ? toupper(word) : word)
        }
      n = split(text, form, ", ")
      for (i = 1; i <= n; i++)
        if (form[i] ~ /^-/)
          print form[i]
    }
    { heading = $0 == ".TP" }' | sort -u
}

of_texi ()
{
  sed -n 's/^@itemx* \(-.*\)/\1/p' "$srcdir/doc/manual/options.texi" | $AWK '
    {
      while (match($0, /@var\{[^}]*\}/))
        $0 = substr($0, 1, RSTART - 1) \
          toupper(substr($0, RSTART + 5, RLENGTH - 6)) \
          substr($0, RSTART + RLENGTH)
      print
    }' | sort -u
}

# All that come where an option may begin.
of_bash ()
{
  sed -n "s/^ *kind=words words='\(-.*\)' ;;/\1/p" \
    "$builddir/completions/gprof.bash" | names
}

# The name ends before "[", or before a mark for an argument: "=-" and "-" for an
# optional one, "=" and "+" for another.  The name of the argument stands behind
# the help, between colons.
of_zsh ()
{
  sed -n "s/^  '\*\(-.*\)' .*/\1/p" "$builddir/completions/gprof.zsh" | $AWK '
    {
      name = $0
      sub(/\[.*/, "", name)
      rest = substr($0, length(name) + 1)
      gsub(/\\./, "", rest)
      argument = ""
      if (match(rest, /\]::?[^:]*/))
        argument = substr(rest, RSTART, RLENGTH)
      gsub(/^\]:*/, "", argument)
      glued = name ~ /-$/
      sub(/[-+=]*$/, "", name)
      n = split(argument, part, "|")
      glue = name ~ /^--/ ? "=" : glued ? "" : " "
      for (i = 1; i <= n; i++)
        print name (glued ? "[" glue part[i] "]" : glue part[i])
      if (n == 0)
        print name
    }' | sort -u
}

of_fish ()
{
  sed -n 's/^complete -c gprof //p' "$builddir/completions/gprof.fish" |
    sed 's/ -d .*//; s/-l \([a-z]\)/--\1/; s/-s \(.\)/-\1/; s/ -[frxF]*\( -a .*\)*$//' |
    names
}

# difference NAME HAVE WANTED: the lines that only one of HAVE and WANTED has
difference ()
{
  { printf '%s\n' "$3" "$3" "$2"; } | sort | uniq -c |
    $AWK -v name="$1" '
      { count = $1; sub(/^ *[0-9]+ /, "") }
      count == 1 { print $0 " is in " name " only" }
      count == 2 { print $0 " is missing from " name }'
}

here=$(cd "$(dirname "$0")" && pwd)
table=$(of_table)
table_names=$(printf '%s\n' "$table" | names)
pass_unless "options: the table has them" \
  "$(printf '%s\n' "$table" | grep -qFx -e '--flat-profile[=SPEC]' ||
     echo "it does not")"
pass_unless "options: the table and --help" \
  "$(difference --help "$(of_help)" "$table_names")"
for shell in bash fish; do
  pass_unless "options: the table and completions for $shell" \
    "$(difference "completions for $shell" "$(of_$shell)" "$table_names")"
done
pass_unless "options: the table and completions for zsh" \
  "$(difference "completions for zsh" "$(of_zsh)" "$table")"
pass_unless "options: the table and doc/gprof.1" \
  "$(difference doc/gprof.1 "$(of_man)" "$table")"
pass_unless "options: the table and doc/manual/options.texi" \
  "$(difference doc/manual/options.texi "$(of_texi)" "$table")"
exit $failures
