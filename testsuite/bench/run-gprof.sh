#!/bin/sh
# run-gprof.sh -- gprof on large programs and many profiles, beside GNU gprof.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-gprof.sh LIBDIR
# In:  as run-calls.sh; ../../src/gprof beside LIBDIR; in the environment
#        SCALE      by which all sizes are multiplied (1).  The marks are about 1
#        LIMIT      seconds of CPU time after which GNU gprof is given up (20);
#                   where the lines of a large program are asked for, 3 times it
#        ROUNDS     how often each program runs (5)
#        CASES      which of the cases below (all)
#        BENCH_OUT  a directory for bench-gprof.md and bench-gprof.svg (the
#                   current one)
#        REFERENCE  the GNU gprof (gprof)
# Out: bench-gprof.md: tables of time, memory and growth, and marks;
#      bench-gprof.svg: how time grows, if there is gnuplot; on stdout the table
#      and the marks.
#
# Of each case (bench_data.c makes the data) gprof, the same with --compat=gnu,
# GNU gprof and nm -n (for sums: cat) run in turn; ROUNDS times, after a first
# run in which the outputs of the two in the middle are compared.  Times are
# user + system CPU time, the smallest of the rounds, since other work on the
# machine only adds to it; then the median.  What takes long, that is an eighth
# of LIMIT (gprof: LIMIT), runs once; what was given up is not tried on more of
# the same.  Takes 30 minutes and 5 GB below TMPDIR.
#
# nm is told the format: otherwise it loads the plugins of compilers to ask them
# (with LLVM's 23 ms and 54 MiB), which gprof does not do.

libdir=${1:?usage: $0 LIBDIR}
SCALE=${SCALE:-1}
LIMIT=${LIMIT:-20}
ROUNDS=${ROUNDS:-5}
CASES=${CASES:-small flat dwarf names graph stacks wide chain cycle growth lines \
  few annotate sum}
out=$(cd "${BENCH_OUT:-.}" && pwd) || exit 2
gprof=$(cd "$libdir/../../src" && pwd)/gprof
test -x "$gprof" || { echo "gprof is not built"; exit 0; }
gnu=${REFERENCE:-gprof}
case $("$gnu" --version 2>/dev/null) in
  "GNU gprof"*) gnu=$(command -v "$gnu") ;;
  *) gnu= ;;
esac
. "$(dirname "$0")/bench.sh"

tools=${here:?}/../tools
build cost "$here/bench_cost.c" &&
  build data -I"$here/../../libgmon" "$here/bench_data.c" \
    "$here/bench_image.c" "$here/bench_profile.c" &&
  build mkgmon -I"$here/../../libgmon" "$tools/mkgmon.c" &&
  build mkprocess -I"$here/../../libgmon" "$tools/mkprocess.c" &&
  build mkprog "$tools/mkprog.c" || exit 2
mkdir run.gprof run.strict run.gnu run.base series
: >rows
: >marks

# -- Running --------------------------------------------------------------------

# scaled NUMBER [LEAST]
scaled ()
{
  awk -v n="$1" -v by="$SCALE" -v least="${2:-1}" 'BEGIN {
    n = int (n * by + .5); print n < least ? least : n }'
}

# What is measured: these, and where the two gprofs may be given up.
image=
profiles=
options=
case $(uname -m) in
  x86_64) nm="nm --target=elf64-x86-64" ;;
  *) nm="nm" ;;
esac
base="$nm -n"
limit=$LIMIT
with_gnu=$gnu
lost=

# cost PROGRAM TIMES OUTPUT: a line of bench_cost.
cost ()
{
  program=$1
  shift
  case $program in
    gprof) set -- $((10 * limit)) "$@" "$gprof" ;;
    strict) set -- "$limit" "$@" "$gprof" --compat=gnu ;;
    gnu) set -- "$limit" "$@" "$gnu" ;;
    base) set -- $((10 * limit)) "$@" ;;
  esac
  # shellcheck disable=SC2086
  case $program:$base in
    base:cat) set -- "$@" cat $profiles ;;
    base:*) set -- "$@" $base "$image" ;;
    *) set -- "$@" $options "$image" $profiles ;;
  esac
  (cd "run.$program" && exec "${work:?}/cost" "$@")
}

# column N FILE: the smallest of the rounds
column ()
{
  cut -d' ' -f"$1" "$2" | sort -n | head -n 1
}

# ended HOW FILE: was the last exit status that?
ended ()
{
  test -s "$2" && test "$(tail -n 1 "$2" | cut -d' ' -f4)" -eq "$1"
}

# quick FILE SECONDS: did it end well, in less?
quick ()
{
  ended 0 "$1" && awk -v limit="$2" '{ exit $1 > limit }' "$1"
}

# What was written, but for the bytes of a sum that GNU gprof leaves to chance.
written ()
{
  cat "out.$1" || return
  test ! -f "run.$1/gmon.sum" ||
    { head -c 8 "run.$1/gmon.sum"; tail -c +21 "run.$1/gmon.sum"; }
}

# compare NAME: the outputs of the two that say the same
compare ()
{
  answer=-
  if test -n "$with_gnu" && ended 0 "$1.gnu"; then
    written gnu >one
    written strict >two
    answer=same
    cmp -s one two || answer=DIFFERENT
  fi
  echo "$answer" >"$1.same"
  rm -f one two out.* run.*/gmon.sum
}

# first NAME PROGRAM: the first run, and with its output only if it is compared
first ()
{
  output=/dev/null
  case $2 in
    strict) output=$work/out.strict ;;
    gnu) output=$work/out.gnu ;;
  esac
  case " $lost " in
    *" $2 "*) echo "$limit 0 0 152" ;;
    *) cost "$2" 1 "$output" ;;
  esac >"$1.$2"
}

# measure NAME [TIMES]: NAME.gprof, .strict, .gnu, .base and .same
measure ()
{
  again=
  for program in gprof strict ${with_gnu:+gnu} base; do
    first "$1" "$program"
    longest=$limit
    case $program in
      strict | gnu) longest=$((limit / 8 + 1)) ;;
    esac
    ! quick "$1.$program" "$longest" || again="$again $program"
  done
  compare "$1"
  round=0
  while test "$round" -lt "$ROUNDS"; do
    for program in $again; do
      cost "$program" "${2:-1}" /dev/null >>"$1.$program"
    done
    round=$((round + 1))
  done
}

# Of a series: who was given up is not asked again.
lose ()
{
  for program in strict gnu; do
    quick "$1.$program" "$limit" || lost="$lost $program"
  done
}

# -- Tables ---------------------------------------------------------------------

# time_of FILE
time_of ()
{
  if test ! -s "$1"; then
    echo -
  elif ended 152 "$1"; then
    echo "> $limit"
  elif ended 0 "$1"; then
    awk '{ print $1 }' "$1" | median | awk -v least="$(column 1 "$1")" \
      '{ format = least < .1 ? "%.4f (%.4f)" : "%.3f (%.3f)"
         printf format, least, $1 }'
  else
    echo "fails"
  fi
}

# ratio COLUMN FILE FILE: of two that ended; "< N" if the second was given up;
# "-" also where a kernel counts no time so short
ratio ()
{
  sign=
  if ended 0 "$2" && test "$1" != 3 && ended 152 "$3"; then
    sign='< '
  elif ! ended 0 "$2" || ! ended 0 "$3"; then
    echo -
    return
  fi
  awk -v a="$(column "$1" "$2")" -v b="$(column "$1" "$3")" -v sign="$sign" \
    'BEGIN { if (b > 0) printf "%s%.3f", sign, a / b; else print "-" }'
}

# memory FILE: in MiB
memory ()
{
  ended 0 "$1" && column 3 "$1" | awk '{ printf "%.1f", $1 / 1024 }' || echo -
}

# row NAME WHAT: of the table of costs
row ()
{
  echo "| $2 | $(time_of "$1.gprof") | $(time_of "$1.strict") |" \
    "$(time_of "$1.gnu") | $(time_of "$1.base") |" \
    "$(ratio 1 "$1.gprof" "$1.base") | $(ratio 1 "$1.gprof" "$1.gnu") |" \
    "$(ratio 1 "$1.strict" "$1.gnu") |" \
    "$(column 2 "$1.gprof" | awk '{ printf "%.3f", $1 }') |" \
    "$(memory "$1.gprof") | $(ratio 3 "$1.gprof" "$1.base") |" \
    "$(ratio 3 "$1.gprof" "$1.gnu") | $(cat "$1.same") |" >>rows
  tail -n 1 rows
  bar "strict / GNU: $2" 1 "$1.strict" "$1.gnu" 1
}

# bar WHAT COLUMN FILE FILE LIMIT: a mark, if both are known; a bound of the
# ratio if GNU gprof was given up
bar ()
{
  value=$(ratio "$2" "$3" "$4")
  case $value in
    -) ;;
    '< '*) mark "$1 (given up)" "${value#< }" "$5" >>marks ;;
    *) mark "$1" "$value" "$5" >>marks ;;
  esac
}

# memory_bar NAME WHAT ARCS: 1.2 x nm's + 2 x the profile + 100 bytes an arc
memory_bar ()
{
  ended 0 "$1.gprof" || return
  mark "memory / (1.2 nm + 2 profile + 100 B an arc): $2" \
    "$(awk -v set="$(column 3 "$1.gprof")" -v nm="$(column 3 "$1.base")" \
      -v size="$(wc -c <"$profiles")" -v arcs="$3" \
      'BEGIN { print set * 1024 / (1.2 * nm * 1024 + 2 * size + 100 * arcs) }')" \
    1 >>marks
}

# point SERIES SIZE NAME: for the table of growth and the plot
point ()
{
  line=$2
  for program in gprof strict gnu base; do
    value='?'
    ! ended 0 "$3.$program" || value=$(column 1 "$3.$program")
    line="$line $value"
  done
  echo "$line" >>"series/$1"
}

# exponent SERIES FIELD LEAST: of size in the time, from LEAST on; least squares
exponent ()
{
  awk -v field="$2" -v least="$3" '
    $1 >= least && $field != "?" && $field > 0 {
      x = log ($1); y = log ($field)
      n++; sx += x; sy += y; sxx += x * x; sxy += x * y
    }
    END {
      if (n < 2) print "-"
      else printf "%.2f", (n * sxy - sx * sy) / (n * sxx - sx * sx)
    }' "series/$1"
}

# growth SERIES WHAT LEAST
growth ()
{
  echo "| $2 | $(head -n 1 "series/$1" | cut -d' ' -f1) to" \
    "$(tail -n 1 "series/$1" | cut -d' ' -f1) | $3 |" \
    "$(for field in 2 3 4 5; do echo "$(exponent "$1" $field "$3") |"; done |
       paste -s -d' ')" >>growths
}

# -- Cases ----------------------------------------------------------------------

# generated SYMBOLS SIZE "IMAGE KEYS" [PROFILE KEYS]
generated ()
{
  image=$work/image
  profiles=$work/profile
  # shellcheck disable=SC2086
  ./data image image symbols="$1" size="$2" $3 &&
    ./data profile profile symbols="$1" size="$2" sampled=$(($1 / 5)) $4 \
      >/dev/null || exit 2
}

case_small ()
{
  generated 40 64 "units=2 lines=8" "arcs=60"
  measure small 40
  row small "small: flat, graph; 40 symbols, DWARF"
  bar "small / GNU" 1 small.gprof small.gnu 1
}

case_flat ()
{
  generated "$(scaled 300000 50)" 16
  options="-b -p"
  measure flat
  row flat "flat; $(scaled 300000 50) symbols"
  bar "flat / nm" 1 flat.gprof flat.base 1.5
  memory_bar flat flat 0
}

case_dwarf ()
{
  generated "$(scaled 300000 50)" 64 \
    "units=$(scaled 1000) lines=8" "arcs=$(scaled 300000)"
  measure dwarf
  row dwarf "flat, graph; as many with DWARF, $(scaled 300000) arcs"
}

case_names ()
{
  generated "$(scaled 300000 50)" 64 names=c++
  options="-b -p"
  base="$nm -n -C"
  measure names
  row names "flat; as many C++ names"
}

# graph_of SHAPE WHAT [KEYS]: 300,000 symbols in 135 MB, 400,000 arcs
graph_of ()
{
  arcs=$(scaled 400000)
  generated "$(scaled 300000 50)" 448 "" "shape=$1 arcs=$arcs $3"
  measure "$1"
  row "$1" "flat, graph; $2"
  bar "flat, graph / nm: $2" 1 "$1.gprof" "$1.base" 6
  memory_bar "$1" "$2" "$arcs"
}

case_graph ()
{
  graph_of random "$(scaled 400000) random arcs, 135 MB"
}

case_wide ()
{
  graph_of callees "10 callers with 20,000 callees each"
  graph_of callers "10 callees with 20,000 callers each"
}

case_chain ()
{
  depth=$(scaled 200000 50)
  generated "$((depth + 2))" 64 "" "shape=chain arcs=$depth"
  measure chain
  row chain "flat, graph; a chain $depth deep"
}

case_cycle ()
{
  size=$(scaled 100000 50)
  generated "$((size + 1))" 64 "" "shape=cycle arcs=$((4 * size))"
  measure cycle
  row cycle "flat, graph; a cycle of $size"
}

growth_of_symbols ()
{
  for size in 1000 10000 100000 1000000; do
    symbols=$(scaled $size 10)
    generated "$symbols" 16
    measure "symbols$size"
    row "symbols$size" "flat; $symbols symbols"
    point symbols "$symbols" "symbols$size"
    lose "symbols$size"
  done
  growth symbols "flat, symbols" "$(scaled 10000)"
}

# mark_growth SERIES WHAT: is the exponent from 100,000 arcs on 1.1 at most?
mark_growth ()
{
  exponent=$(exponent "$1" 2 "$(scaled 100000)")
  test "$exponent" = - || mark "graph, exponent of growth from $2" "$exponent" \
    1.1 >>marks
}

# The library in which a tenth of the samples are: libc, with all its names.
library_file ()
{
  ldd "$(command -v awk)" | awk '/libc\.so/ && $3 ~ /^\// { print $3; exit }'
}

# with_stacks CHAINS SYMBOLS LIBRARY: adds stacks to the profile
with_stacks ()
{
  ./mkgmon -d profile | perl "$here/stacks.pl" "$1" 64 $(($2 * 64)) "$3" \
    >stacks.txt && ./mkprocess <stacks.txt >>profile || exit 2
}

# The graph with the times of stacks, against the same one without them; and of a
# small program with samples in a library.
case_stacks ()
{
  library=$(library_file)
  test -n "$library" || return
  options="-b -q"
  symbols=$(scaled 300000 100)
  generated "$symbols" 64 "" "arcs=$(scaled 400000 100)"
  measure plain
  with_stacks "$(scaled 20000 100)" "$symbols" "$library"
  measure stacks
  row stacks "graph; $symbols symbols, $(scaled 400000) arcs,\
 $(scaled 20000) chains"
  bar "graph with stacks / without" 1 stacks.gprof plain.gprof 1.3
  generated 100 64 "" "arcs=200"
  with_stacks 1000 100 "$library"
  options="-b -q --no-stacks"
  measure unnamed
  options="-b -q"
  measure named
  mark "the symbols of $library, in ms" \
    "$(awk -v a="$(column 1 named.gprof)" -v b="$(column 1 unnamed.gprof)" \
      'BEGIN { printf "%.1f", 1000 * (a - b) }')" 30 >>marks
}

growth_of_arcs ()
{
  for size in 1000 10000 100000 1000000 10000000; do
    arcs=$(scaled $size 10)
    generated "$(scaled $((size / 10)) 100)" 64 "" "arcs=$arcs"
    measure "arcs$size"
    row "arcs$size" "flat, graph; $arcs arcs, a tenth as many symbols"
    point arcs "$arcs" "arcs$size"
    lose "arcs$size"
  done
  growth arcs "flat and graph, arcs" "$(scaled 100000)"
  mark_growth arcs "$(scaled 100000) arcs"
  memory_bar "arcs$size" "$arcs arcs" "$arcs"
}

# One program, more and more of its arcs: all that grows is the graph, while
# above the symbols, which soon fit into no cache, grow as well.
growth_of_profile ()
{
  symbols=$(scaled 300000 100)
  for size in 100000 1000000 10000000; do
    arcs=$(scaled $size 10)
    generated "$symbols" 64 "" "arcs=$arcs"
    measure "calls$size"
    row "calls$size" "flat, graph; $arcs arcs, $symbols symbols"
    point calls "$arcs" "calls$size"
    lose "calls$size"
  done
  growth calls "flat and graph, arcs; $symbols symbols" "$(scaled 100000)"
  mark_growth calls "$(scaled 100000) arcs, $symbols symbols"
}

case_growth ()
{
  options="-b -p"
  growth_of_symbols
  options="-b"
  lost=
  growth_of_arcs
  lost=
  growth_of_profile
}

# compiled NAME FUNCTIONS CHUNKS: the program NAME of mkprog, of CHUNKS + 1 units
compiled ()
{
  test ! -f "$1" || return 0
  mkdir "$1.d" && ./mkprog "$1.d" "$2" "$3" 1 1 || exit 2
  # shellcheck disable=SC2086
  (cd "$1.d" &&
     printf '%s\n' *.c | xargs -P "$(nproc)" -n 4 $CC -O2 -g -pg -c &&
     $CC -pg -no-pie -o "../$1" ./*.o && rm -f ./*.o) || exit 2
}

# profile_of PROGRAM [UNIT UNIT OF]: samples and arcs in all functions, or in
# the global ones of two units of so many; from it in $profiles
profile_of ()
{
  nm -n "$1" >symbols
  awk -v one="${2:--1}" -v two="${3:--1}" -v of="${4:-1}" '
    function number (hex,  value, i) {
      for (i = 1; i <= length (hex); i++)
        value = value * 16 + index ("0123456789abcdef", substr (hex, i, 1)) - 1
      return value
    }
    function draw (limit) {
      seed = seed * 16807 % 2147483647
      return seed % limit
    }
    function touched (name,  unit) {
      if (one < 0)
        return 1
      if (!sub (/.*_f/, "", name))
        return 0
      unit = name % of
      return unit == one || unit == two
    }
    BEGIN { seed = 1 }
    tolower ($2) == "t" && $3 ~ /^(main|local_|layer)/ {
      at[n] = number ($1); name[n++] = $3
    }
    END {
      low = at[0] - at[0] % 4; high = at[n - 1] - at[n - 1] % 4
      printf "hist %d %d /4 100 seconds s\n", low, high
      for (i = 0; i < n - 1; i++)
        if (touched (name[i]))
          for (j = draw (4); j > 0 && at[i + 1] > at[i]; j--)
            printf "at %d %d\n", at[i] + draw (at[i + 1] - at[i]), 1 + draw (9)
      for (i = 0; i < n - 1; i++)
        if (touched (name[i])) {
          if (last)
            printf "arc %d %d %d\n", last + 1, at[i], 1 + draw (999)
          last = at[i]
        }
    }' symbols >profile.txt
  ./mkgmon -o profile profile.txt || exit 2
  image=$work/$1
  profiles=$work/profile
}

case_lines ()
{
  compiled many "$(scaled 20000 200)" 40
  profile_of many
  options="-b -l -p"
  limit=$((3 * LIMIT))
  measure lines
  rows=$(objdump --dwarf=decodedline many | grep -c 0x)
  row lines "-l -p; $(scaled 20000 200) functions, $rows lines, 41 units"
  bar "lines / GNU" 1 lines.gprof lines.gnu .35
}

case_few ()
{
  compiled many "$(scaled 20000 200)" 40
  profile_of many 3 17 40
  options="-b -l -p"
  limit=$((3 * LIMIT))
  measure few
  row few "-l -p; functions of 2 units of these"
  bar "lines of two units / GNU" 1 few.gprof few.gnu .05
}

case_annotate ()
{
  units=$(scaled 1000 3)
  compiled sources "$(scaled 5000 50)" $((units - 1))
  profile_of sources
  limit=$((3 * LIMIT))
  options="-b -A"
  measure annotate
  row annotate "-A; $units source files"
  bar "annotate / GNU" 1 annotate.gprof annotate.gnu 1
  options="-b -l -A"
  measure annotate-lines
  row annotate-lines "-l -A; $units source files"
  bar "annotate by lines / GNU" 1 annotate-lines.gprof annotate-lines.gnu .35
}

# Half of a file are samples, half are arcs.
case_sum ()
{
  options=-s
  base="cat"
  count=$(scaled 10000 3)
  mkdir files
  ./data image image symbols=2000 size=152 units=20 lines=10 &&
    ./data profiles files symbols=2000 size=152 sampled=2000 arcs=11500 \
      files="$count" >/dev/null || exit 2
  for size in 100 1000 10000; do
    count=$(scaled $size)
    image=$work/image
    profiles=$(printf '%s\n' "$work"/files/* | head -n "$count")
    measure "sum$size"
    row "sum$size" "-s; $count files of 300 to 390 KB"
    point files "$count" "sum$size"
    lose "sum$size"
  done
  growth files "-s, files" "$(scaled 100)"
  # Elapsed, since what several readers are for is that; and the names of ten
  # times as many files take some memory.
  bar "sum / GNU, elapsed time" 2 sum1000.gprof sum1000.gnu .04
  bar "sum / cat" 1 sum1000.gprof sum1000.base 4
  bar "sum, memory: $count files / the tenth of them" 3 sum10000.gprof \
    sum1000.gprof 1.5
  rm -rf files
}

# -- Report ---------------------------------------------------------------------

machine ()
{
  model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
  echo "- $(date -u '+%Y-%m-%d')," \
    "load $(cut -d' ' -f1-3 /proc/loadavg) at the start"
  echo "- ${model:-$(uname -m)}, $(nproc) cores," \
    "$(awk '/^MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo)," \
    "Linux $(uname -r)"
  echo "- $("$gprof" --version | head -n 1)"
  echo "- $("${gnu:-false}" --version 2>/dev/null | head -n 1)"
  echo "- $(nm --version | head -n 1); $($CC --version | head -n 1)"
  echo "- SCALE=$SCALE LIMIT=$LIMIT ROUNDS=$ROUNDS"
}

marks_as_rows ()
{
  awk '{
    line = $0; sub (/^mark: /, "", line)
    sub (/ +[^ ]+ <= [^ ]+ +[^ ]+$/, "", line)
    printf "| %s | %.3f | %s | %s |\n", line, $(NF - 3), $(NF - 1), $NF }' marks
}

document ()
{
  cat <<END
# gprof beside GNU gprof

Made by \`make bench\` (testsuite/bench/run-gprof.sh).  CPU time in seconds (user
and system): smallest of the rounds, and in brackets the median.  base: \`nm -n\`
of the image, \`nm -n -C\` for C++ names, \`cat\` of the files for sums.  strict:
\`--compat=gnu\`.  \`> N\`: given up after N seconds of CPU time; ratios to it
are bounds.  MiB: the largest resident set.  strict as GNU: are all bytes the
same (-: GNU gprof did not end).

$(cat about)

## Time and memory

| work | gprof | strict | GNU | base | gprof / base | gprof / GNU | strict / GNU \
| gprof, wall | gprof, MiB | MiB / base | MiB / GNU | strict as GNU |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
$(cat rows)

## Growth

Exponents, by least squares over the sizes from the third column on.

| what | sizes | from | gprof | strict | GNU | base |
|---|---|---|---|---|---|---|
$(cat growths 2>/dev/null)

![How the time grows](bench-gprof.svg)

## Marks

| mark | measured | at most | |
|---|---|---|---|
$(marks_as_rows)
END
}

# panel SERIES TITLE
panel ()
{
  test -f "series/$1" || return
  cat <<END
set title '$2'
plot 'series/$1' using 1:2 with linespoints title 'gprof', \
  '' using 1:3 with linespoints title 'strict', \
  '' using 1:4 with linespoints title 'GNU gprof', \
  '' using 1:5 with linespoints title '$3'
END
}

plot ()
{
  if ! command -v gnuplot >/dev/null 2>&1; then
    echo "no plot: gnuplot is not installed"
    return
  fi
  test -n "$(ls series)" || return
  {
    cat <<END
set terminal svg size 1200,400 background 'white'
set output '$out/bench-gprof.svg'
set datafile missing '?'
set logscale xy
set format xy '10^{%L}'
set ylabel 'seconds of CPU time'
set key outside bottom center horizontal
set multiplot layout 1,3
END
    panel symbols 'flat, by symbols' 'nm -n'
    panel arcs 'flat and graph, by arcs' 'nm -n'
    panel files '-s, by files' 'cat'
    echo "unset multiplot"
  } >plot.gp
  gnuplot plot.gp
}

machine >about
cat about
echo
for case in $CASES; do
  options=-b
  base="$nm -n"
  limit=$LIMIT
  lost=
  "case_$case"
done
mark "outputs of strict that are not GNU's" \
  "$(cat ./*.same | grep -c DIFFERENT)" 0 >>marks
cat marks
plot
document >"$out/bench-gprof.md"
