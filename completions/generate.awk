# generate.awk -- completions of gprof's command line, from the option table.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: awk -v shell=bash|zsh|fish|list -v program=NAME -f generate.awk \
#          src/report/export/exporters.h src/cli/option_table.c
# In:  the names of the exporters, which are choices of --format, and the rows
#      of the table, whose form stands at its head.  Out: what the
#      SHELL reads to complete the program NAME; list: "LETTER NAME ARGUMENT
#      ARGUMENT-NAME" a row, each "-" if there is none, for the check that all
#      agree.  Called by make and by check-options.sh.

/^  EXPORTER \("/ {
  split($0, part, "\"")
  exporters = exporters " " part[2]
}
/^const struct option_def option_table\[\] = \{/ { in_table = 1; next }
in_table && /^\};/ { in_table = 0 }
in_table && /^  \{ / { rows++ }
in_table && rows { row[rows] = row[rows] " " $0 }

# The next item of rest, which ends at a comma.
function take(    item)
{
  if (!match(rest, /^ *("[^"]*"|'.'|[A-Za-z0-9_]+) *,? */))
    fail("a row that cannot be read: " rest)
  item = substr(rest, 1, RLENGTH)
  rest = substr(rest, RLENGTH + 1)
  gsub(/^ *|[ ,]*$/, "", item)
  gsub(/["']/, "", item)
  return item == "NULL" || item == "0" ? "" : item
}

# The strings behind ".MEMBER = ", joined.
function member(text, name,    found)
{
  if (!match(text, "\\." name " = (N_\\()?\"([^\"\\\\]|\\\\.)*\"( *\"([^\"\\\\]|\\\\.)*\")*"))
    return ""
  found = substr(text, RSTART, RLENGTH)
  sub(/^[^"]*"/, "", found)
  gsub(/" *"/, "", found)
  sub(/"$/, "", found)
  gsub(/\\"/, "\"", found)
  return found
}

function fail(why)
{
  print "generate.awk: " why >"/dev/stderr"
  failed = 1
  exit 1
}

# The words that the argument of option I can be.
function words_of(i,    n, j, part, words)
{
  if (choices[i] != "")
    return choices[i]
  n = split(arg_name[i], part, "|")
  for (j = 1; n > 1 && j <= n; j++)
    if (part[j] ~ /^[a-z]/)
      words = words (words == "" ? "" : " ") part[j]
  return words
}

# Does option I take names of functions of the program?
function takes_functions(i)
{
  return arg_name[i] ~ /^(SPEC|FROM\/TO|REGEX)$/
}

# The text, for a shell, of a command that writes the functions of the program
# IMAGE whose names begin with PREFIX, both as the shell writes them.  nm knows
# the names without a profile.  awk makes of them what users type: the name
# without parameters, template arguments and type.  Names that nobody types
# (operators that are signs, lambdas, thunks) are left out.  Each name has BEFORE
# before it, of which the first CUT characters are left out.
function names_command(image, prefix, before, cut)
{
  return "nm -C --defined-only -- " image " 2>/dev/null |\n" \
    "    env BEFORE=" before " CUT=" cut " PREFIX=" prefix " awk '\n" \
    "      BEGIN {\n" \
    "        prefix = ENVIRON[\"PREFIX\"]\n" \
    "        before = ENVIRON[\"BEFORE\"]\n" \
    "        cut = ENVIRON[\"CUT\"] + 1\n" \
    "        start = prefix\n" \
    "        sub(/:.*/, \"\", start)\n" \
    "      }\n" \
    "      !/^[0-9a-f]+ [TtWwi] / || start != \"\" && !index($0, start) {\n" \
    "        next\n" \
    "      }\n" \
    "      {\n" \
    "        name = substr($0, index($0, \" \") + 3)\n" \
    "        sub(/ [[]clone .*/, \"\", name)\n" \
    "        if (name ~ /[][{]|operator *[^a-z ]|thunk to /) next\n" \
    "        gsub(/[(]anonymous namespace[)]/, \"@\", name)\n" \
    "        while (gsub(/<[^<>]*>/, \"\", name)) continue\n" \
    "        sub(/[(].*/, \"\", name)\n" \
    "        if (name !~ /operator /) sub(/.* /, \"\", name)\n" \
    "        gsub(/@/, \"(anonymous namespace)\", name)\n" \
    "        if (substr(name, 1, length(prefix)) == prefix &&\n" \
    "            name ~ /^[(A-Za-z_]/ && !seen[name]++)\n" \
    "          print substr(before name, cut)\n" \
    "      }'"
}

function kind_of(i)
{
  if (words_of(i) != "")
    return "words"
  if (takes_functions(i))
    return "functions"
  if (arg_name[i] == "FILE" || arg_name[i] == "MAP")
    return "file"
  if (arg_name[i] == "DIR")
    return "dir"
  return arg_name[i] == "DIRS" ? "dirs" : "other"
}

# TEXT between single quotes, where ESCAPED is a quote in it.
function quoted(text, escaped,    n, part, i, all)
{
  n = split(text, part, "'")
  all = part[1]
  for (i = 2; i <= n; i++)
    all = all escaped part[i]
  return "'" all "'"
}

function spellings(i, between)
{
  return (letter[i] == "" ? "" : "-" letter[i]) \
    (letter[i] != "" && name[i] != "" ? between : "") \
    (name[i] == "" ? "" : "--" name[i])
}

# A function that completes names of functions behind OPTION.  bash takes what
# follows HEAD, the beginning of TYPED, with the signs of the shell quoted.
function bash_functions(function_name)
{
  print function_name "_names ()"
  print "{"
  print "  local word before='' name=$2 image=a.out"
  print "  for word in \"${COMP_WORDS[@]:1}\"; do"
  print "    word=${word//\\\\/} word=${word/#\\~/$HOME}"
  print "    if [[ $word != -* && -f $word && -x $word ]]; then"
  print "      image=$word"
  print "      break"
  print "    fi"
  print "  done"
  print "  case $name in"
  print "    --*=*) before=${name%%=*}= name=${name#*=} ;;"
  print "    -*) before=${name:0:2} name=${name:2} ;;"
  print "  esac"
  print "  if [[ $name == */* ]]; then"
  print "    before+=${name%/*}/ name=${name##*/}"
  print "  fi"
  print "  name=${name//\\\\/}"
  print "  mapfile -t COMPREPLY < <("
  print "    " names_command("\"$image\"", "\"$name\"", "\"$before\"",
                                 "${#3}") " |"
  print "    sed 's/[][ ()<>&|;*?$!\"\\]/\\\\&/g')"
  print "}"
}

function bash(    i, k, kinds, of, all, glued, needs, function_name)
{
  function_name = "_" as_name(program)
  for (i = 1; i <= rows; i++)
    {
      k = arg[i] == "NONE" ? "none" : kind_of(i)
      if (k == "words")
        of["words"] = of["words"] "    " spellings(i, "|") \
          ") kind=words words='" words_of(i) "' ;;\n"
      else if (k == "file" || k == "dir" || k == "dirs" || k == "functions")
        of[k] = of[k] (of[k] == "" ? "" : "|") spellings(i, "|")
      if (arg[i] != "NONE" && letter[i] != "")
        glued = glued letter[i]
      if (arg[i] == "NEEDED")
        needs = needs (needs == "" ? "" : "|") spellings(i, "|")
      all = all (all == "" ? "" : " ") spellings(i, " ") \
        (arg[i] == "NEEDED" && name[i] != "" ? "=" : "")
    }
  bash_functions(function_name)
  print function_name " ()"
  print "{"
  print "  local cur=${COMP_WORDS[COMP_CWORD]} i=$COMP_CWORD option='' before=''"
  print "  local kind=other words='' word typed"
  print "  COMPREPLY=()"
  print "  # bash makes words of '=', ':' and '::'."
  print "  if [[ $cur == :* ]]; then cur=; ((i++)); fi"
  print "  while ((i > 2)) && [[ ${COMP_WORDS[i-1]} == :* ]]; do ((i -= 2)); done"
  print "  local prev=${COMP_WORDS[i-1]}"
  print "  # What is typed; bash replaces only CUR, its end."
  print "  printf -v typed '%s' \"${COMP_WORDS[@]:i:COMP_CWORD-i+1}\""
  print "  local head=${typed%\"$cur\"}"
  print "  if [[ $cur == = ]]; then"
  print "    cur='' option=$prev typed='' head=''"
  print "  elif [[ $prev == = ]] && ((i > 1)); then"
  print "    option=${COMP_WORDS[i-2]}"
  print "  elif [[ $typed == --*=* ]]; then"
  print "    option=${typed%%=*}"
  print "    if [[ ! $head ]]; then before=$option= cur=${cur#*=}; fi"
  print "  elif [[ $typed == -[" glued "]?* ]]; then"
  print "    option=${typed:0:2}"
  print "    if [[ ! $head ]]; then before=$option cur=${cur:2}; fi"
  print "  else"
  print "    case $prev in"
  print "      " needs ")"
  print "        option=$prev ;;"
  print "    esac"
  print "  fi"
  print "  for word in \"${COMP_WORDS[@]:0:COMP_CWORD}\"; do"
  print "    if [[ $word == -- ]]; then option=-- before=''; fi"
  print "  done"
  print "  case $option in"
  print "    --) kind=file cur=${COMP_WORDS[COMP_CWORD]} ;;"
  print "    '') kind=operand ;;"
  printf "%s", of["words"]
  print "    " of["file"] ") kind='file' ;;"
  print "    " of["dir"] "|" of["dirs"] ") kind=dir ;;"
  print "    " of["functions"] ")"
  print "      kind=functions ;;"
  print "  esac"
  print "  if [[ $kind == operand ]]; then"
  print "    case $cur in"
  print "      -*)"
  print "        kind=words words='" all "' ;;"
  print "      @*) kind=file before=@ cur=${cur#@} ;;"
  print "      *) kind='file' ;;"
  print "    esac"
  print "  fi"
  print "  case $kind in"
  print "    words)"
  print "      mapfile -t COMPREPLY < <(compgen -P \"$before\" -W \"$words\" -- \"$cur\")"
  print "      if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then"
  print "        compopt -o nospace 2>/dev/null"
  print "      fi ;;"
  print "    file|dir)"
  print "      mapfile -t COMPREPLY < <(compgen -P \"$before\" -${kind:0:1} -- \"$cur\")"
  print "      compopt -o filenames 2>/dev/null ;;"
  print "    functions)"
  print "      " function_name "_names \"$option\" \"$typed\" \"$head\" ;;"
  print "  esac"
  print "}"
  print "complete -F " function_name " " program
}

function zsh_spec(i, option, glue,    text, spec, k)
{
  text = help[i]
  gsub(/\[/, "\\\\&", text)
  gsub(/\]/, "\\\\&", text)
  gsub(/:/, "\\\\&", text)
  spec = "*" option
  if (arg[i] != "NONE")
    spec = spec glue
  spec = spec "[" text "]"
  if (arg[i] != "NONE")
    {
      k = kind_of(i)
      spec = spec (arg[i] == "GLUED" ? "::" : ":") arg_name[i] ":" \
        (k == "words" ? "(" words_of(i) ")" : k == "file" ? "_files" \
         : k == "functions" ? "_" as_name(program) "_names" \
         : k == "dir" ? "_files -/" : k == "dirs" ? "_dir_list" : " ")
    }
  print "  " quoted(spec, "'\\''") " \\"
}

# TEXT as a part of the name of a shell function.
function as_name(text)
{
  gsub(/[^A-Za-z0-9_]/, "_", text)
  return text
}

function zsh_functions()
{
  print "_" as_name(program) "_names ()"
  print "{"
  print "  local word image=a.out"
  print "  local -a names"
  print "  for word in \"${words[@]:1}\"; do"
  print "    word=${(Q)word/#\\~/$HOME}"
  print "    if [[ $word != -* && -f $word && -x $word ]]; then"
  print "      image=$word"
  print "      break"
  print "    fi"
  print "  done"
  print "  compset -P '*/'"
  print "  names=(\"${(@f)$("
  print "    " names_command("$image", "${(Q)PREFIX}", "''", 0) ")}\")"
  print "  compadd -a names"
  print "}"
  print ""
}

function zsh(    i, is_glued)
{
  zsh_functions()
  print "_arguments -s -S \\"
  for (i = 1; i <= rows; i++)
    {
      is_glued = arg[i] == "GLUED"
      if (letter[i] != "")
        zsh_spec(i, "-" letter[i], is_glued ? "-" : "+")
      if (name[i] != "")
        zsh_spec(i, "--" name[i], is_glued ? "=-" : "=")
    }
  print "  '1:program:_files' \\"
  print "  '*:profile:_files'"
}

function fish_functions(glued,    f)
{
  f = "__" as_name(program) "_names"
  print "function " f
  print "  set -l image a.out"
  print "  set -l words (commandline -opc) (commandline -ct)"
  print "  for word in $words[2..-1]"
  print "    set word (string replace -r '^~' $HOME -- $word)"
  print "    if not string match -q -- '-*' $word; and test -f $word -a -x $word"
  print "      set image $word"
  print "      break"
  print "    end"
  print "  end"
  print "  set -l part (string match -r '^((?:--[^=]*=|-[" glued "])?)((?:.*/)?)(.*)$' \\"
  print "    -- (string unescape -- (commandline -ct)))"
  print "  test \"$argv\" = glued -a -z \"$part[2]\"; and return"
  print "  set -l before $part[3]"
  print "  " names_command("$image", "\"$part[4]\"", "\"$before\"", 0)
  print "end"
  print ""
}

function fish(    i, line, k, glued)
{
  for (i = 1; i <= rows; i++)
    if (letter[i] != "" && takes_functions(i))
      glued = glued letter[i]
  fish_functions(glued)
  for (i = 1; i <= rows; i++)
    {
      line = "complete -c " program
      if (letter[i] != "")
        line = line " -s " letter[i]
      if (name[i] != "")
        line = line " -l " name[i]
      k = arg[i] == "NONE" ? "none" : kind_of(i)
      if (k == "words")
        line = line " -f" (arg[i] == "NEEDED" ? "r" : "") " -a '" words_of(i) "'"
      else if (k == "dir" || k == "dirs")
        line = line " -fr -a '(__fish_complete_directories)'"
      else if (k == "functions")
        # With -F also files: what follows a letter can be the program, but fish
        # must know that what is glued to the letter is no more letters.
        line = line (arg[i] == "NEEDED" ? " -fr" : " -rF") " -a '(__" \
          as_name(program) "_names" (arg[i] == "GLUED" ? " glued" : "") ")'"
      else if (k == "file")
        line = line " -rF"
      else if (arg[i] == "NEEDED")
        line = line " -x"
      print line " -d " quoted(help[i], "\\'")
    }
}

END {
  if (failed)
    exit 1
  if (!rows)
    fail("no table of options")
  for (i = 1; i <= rows; i++)
    {
      rest = row[i]
      sub(/^ *\{ */, "", rest)
      letter[i] = take()
      name[i] = take()
      arg[i] = substr(take(), 5)
      arg_name[i] = take()
      if (arg[i] !~ /^(NONE|NEEDED|GLUED)$/)
        fail("an argument of another kind: " row[i])
      help[i] = member(row[i], "help")
      choices[i] = member(row[i], "choices")
      if (row[i] ~ /EXPORTERS \(/)
        choices[i] = choices[i] exporters
      if (help[i] == "")
        fail("no help: " row[i])
      if (shell == "list")
        print (letter[i] == "" ? "-" : letter[i]), \
          (name[i] == "" ? "-" : name[i]), arg[i], \
          (arg_name[i] == "" ? "-" : arg_name[i])
    }
  if (shell == "list")
    exit 0
  if (shell == "zsh")
    print "#compdef " program
  print "# Completions for " program ", made from its option table."
  print "# SPDX-License-Identifier: GPL-3.0-or-later"
  print ""
  if (shell == "bash")
    bash()
  else if (shell == "zsh")
    zsh()
  else if (shell == "fish")
    fish()
  else
    fail("unknown shell: " shell)
}
