#!/bin/sh
# run-text.sh -- what 50 MB of text and very many arcs cost, against glibc.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-text.sh LIBDIR [ROUNDS]
# In:  as run-calls.sh; tools/mktext.sh.  Out: on stdout, for programs of
#      100,000 functions in 51 MB and of 20,000 in 640 KB (bench_text.c), what
#      bench_run.c measures without -pg, with glibc's runtime, with libgmon from
#      the archive and preloaded; and marks.

libdir=${1:?usage: $0 LIBDIR [ROUNDS]}
rounds=${2:-15}
test "$rounds" -ge 5 || rounds=5
. "$(dirname "$0")/bench.sh"

build run "$here/bench_run.c" || exit 2
build object "$here/bench_text.c" -c || exit 2

# programs NAME COUNT SIZE: NAME-none, NAME-glibc, NAME-archive
programs ()
{
  sh "$here/../tools/mktext.sh" "$2" "$3" >text.s
  $CC -c -o text.o text.s && mv object object.o &&
    build "$1-none" object.o text.o || exit 2
  sh "$here/../tools/mktext.sh" "$2" "$3" mcount >text.s
  $CC -c -o text.o text.s && build "$1-glibc" object.o text.o -pg &&
    build "$1-archive" object.o text.o -pg "$archive" || exit 2
  mv object.o object
}

# measure TITLE PROGRAMS ARGUMENT...: to r.none, r.glibc ... one line each
measure ()
{
  title=$1
  name=$2
  shift 2
  echo "$title"
  printf '%-8s %8s %8s %8s %8s %8s %9s %9s\n' runtime start "(cpu)" \
    "run cpu" exit "(cpu)" "set, KiB" file
  # shellcheck disable=SC2086
  ./run "$rounds" ./$name-none $with_glibc ./$name-archive \
    ./$name-glibc="$shared" -- "$@" >result 2>/dev/null || exit 2
  for runtime in none ${with_glibc:+glibc} archive preload; do
    read -r line || exit 2
    echo "$line" >r.$runtime
    printf '%-8s %8s %8s %8s %8s %8s %9s %9s\n' $runtime $line
  done <result
  echo
}

# column N RUNTIME
column ()
{
  awk -v n="$1" '{ print $n }' "r.$2"
}

# less N RUNTIME: column N, less that of the program without -pg
less ()
{
  awk -v a="$(column "$1" "$2")" -v b="$(column "$1" none)" 'BEGIN { print a - b }'
}

# ratio A B [FACTOR]
ratio ()
{
  awk -v a="$1" -v b="$2" -v by="${3:-1}" 'BEGIN { print a / b / by }'
}

marks_of_start_and_exit ()
{
  for runtime in archive preload; do
    mark "$1, $runtime: start, ms over no -pg" "$(less 1 $runtime)" 2
    mark "$1, $runtime: exit, ms over no -pg" "$(less 4 $runtime)" 10
    mark "$1, $runtime: exit, CPU / glibc's" \
      "$(ratio "$(column 5 $runtime)" "$(column 5 glibc)")" 0.25
    mark "$1, $runtime: file / glibc's" \
      "$(ratio "$(column 7 $runtime)" "$(column 7 glibc)")" 0.10
  done >>marks
}

programs large 100000 512
with_glibc=./large-glibc
measure "51 MB of text, nothing called" large 0 0 0
marks_of_start_and_exit "51 MB, no call"
measure "51 MB of text, 1,000 functions in all of it" large 0 1000 1 100
marks_of_start_and_exit "51 MB, 1,000 functions"
measure "51 MB of text, 20,000 functions in all of it" large 0 20000 1 5
marks_of_start_and_exit "51 MB, 20,000 functions"

with_glibc=
measure "51 MB of text, 100,000 arcs" large 100 1000 1 100
exit_small=$(less 5 archive)
measure "51 MB of text, 1,000,000 arcs" large 1000 1000 1 100
mark "exit, CPU: 1,000,000 arcs / 10 times 100,000" \
  "$(ratio "$(less 5 archive)" "$exit_small" 10)" 1.5 >>marks
rm -f large-*

# Instructions tell whether the work is linear, times what the caches make of it.
programs small 20000 32
with_glibc=
measure "2,000 callees of one site, 1,000 times" small 0 2000 1000
awk '{ print $3 }' r.none r.archive >runs
measure "20,000 callees of one site, 100 times" small 0 20000 100
awk '{ print $3 }' r.none r.archive >>runs
paste -d' ' - - - - <runs |
  awk '{ printf "the whole call, 20,000 / 2,000: %.2f with libgmon, %.2f without" \
                " -pg\n\n", $4 / $2, $3 / $1 }'
if command -v valgrind >/dev/null 2>&1; then
  for callees in 2000 20000; do
    for program in none archive; do
      for calls in 100000 300000; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null \
          ./small-$program 0 $callees $((calls / callees)) 2>&1 |
          awk '/refs:/ { gsub(",", ""); print $NF }'
      done
    done
  done | paste -d' ' - - - - | awk '{ print ($4 - $3 - $2 + $1) / 200000 }' >refs
  echo "instructions added to a call, 2,000 and 20,000 callees:" $(cat refs)
  mark "20,000 callees: instructions of a call / of 2,000" \
    "$(paste -d' ' - - <refs | awk '{ print $2 / $1 }')" 1.5 >>marks
else
  echo "instructions per call: valgrind is not installed"
fi
echo
with_glibc=./small-glibc
rounds=5
measure "20,000 callees of one site, once" small 0 20000 1
mark "20,000 callees: net cost of a call / glibc's" \
  "$(ratio "$(less 3 archive)" "$(less 3 glibc)")" 0.02 >>marks
cat marks
