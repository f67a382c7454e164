#! /bin/sh
# programs.sh -- real programs for the oracle: build, run, compare.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: programs.sh LIST OPTIONS TOOLS RUNTIME [LIBRARY]
#   LIST      programs.list; its folder's programs/ holds the sources
#   OPTIONS   command lines of gprof, with prog, gmon.out, gmon2.out, and what
#             other-files.sh makes
#   TOOLS     the folder of the programs oracle and mkgmon
#   RUNTIME   a word for the messages; LIBRARY is linked to each program
#             (libgmon.a; without it the C library's runtime writes gmon.out)
#   ONLY      environment: a pattern for the names of programs
#   PARTS     environment: into how many parts OPTIONS is divided; each
#             program gets the lines of one part, the next program those of the
#             next (default 1: all lines)
#   CC CXX REFERENCE SUBJECT as for oracle
#
# Builds each program of LIST with -pg, runs it twice, and prints the lines of
# oracle.  Keeps only the directories with a failure.

set -u
list=$1
options=$2
tools=$3
runtime=$4
library=${5-}
sources=$(dirname "$list")/programs
scripts=$(dirname "$list")/../tools

# build SOURCES OPTION...: compiles in the current directory to prog.
build ()
{
  objects=
  number=0
  for source in $(echo "$1" | tr , ' '); do
    number=$((number + 1))
    define=
    case $source in *:*) define=-D${source#*:} ;; esac
    # shellcheck disable=SC2086
    $compiler -pg $flags $define -c -o $number.o "$sources/${source%%:*}" \
      || return
    objects="$objects $number.o"
  done
  # shellcheck disable=SC2086
  $compiler -pg $flags -o prog $objects $library
}

part=0
while read -r name which source flags; do
  case $name in '#'* | '') continue ;; esac
  # shellcheck disable=SC2254
  case $name in ${ONLY-*}) ;; *) continue ;; esac
  label="$name, $runtime"
  dir=$runtime-$name
  compiler=${CC-gcc}
  if test "$which" = CXX; then
    compiler=${CXX-g++}
    if ! $compiler --version > /dev/null 2>&1; then
      echo "UNSUPPORTED: $label: no C++ compiler ($compiler)"
      continue
    fi
  fi
  rm -rf "$dir"
  mkdir "$dir"
  part=$((part + 1))
  awk -v parts="${PARTS-1}" -v part="$part" 'NR % parts == part % parts' \
    "$options" > "$dir/options.part"
  if (cd "$dir" && build "$source" && ./prog && mv gmon.out gmon2.out \
      && ./prog && test -f gmon.out \
      && sh "$scripts/other-files.sh" "$tools" nm) > "$dir/build.log" 2>&1
  then
    "$tools/oracle" "$label" "$dir" options.part > "$dir/log"
    cat "$dir/log"
    test -s "$dir/log" || echo "ERROR: $label: nothing was compared"
    grep -q '^FAIL' "$dir/log" || rm -rf "$dir"
  else
    cat "$dir/build.log"
    echo "ERROR: $label: cannot be built and run, see $dir/build.log"
  fi
done < "$list"
