#!/bin/sh
# demo.sh -- gprof profiles itself at work on a large program.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: demo.sh SRCDIR BUILDDIR
# In:  BUILDDIR/src/gprof, BUILDDIR/src/gprof-pg, BUILDDIR/libgmon; CC.
# Out: BUILDDIR/demo.tmp, and on stdout the profile of gprof-pg.

functions=24000
chunks=16
seed=7
rounds=40
enough=1.00                     # seconds of samples of gprof-pg
max_runs=40
max_seconds=45                  # of repeating

die ()
{
  echo "demo: $*" >&2
  exit 1
}

step ()
{
  printf '\n== %s\n' "$*"
}

srcdir=$(cd "${1:?usage: demo.sh SRCDIR BUILDDIR}" && pwd) || exit 1
builddir=$(cd "${2:?usage: demo.sh SRCDIR BUILDDIR}" && pwd) || exit 1
CC=${CC:-gcc}
jobs=$(nproc 2>/dev/null || echo 2)
gprof=$builddir/src/gprof
patient=$builddir/src/gprof-pg
libgmon=$builddir/libgmon/.libs/libgmon.a
work=$builddir/demo.tmp
for file in "$gprof" "$patient" "$libgmon"; do
  test -f "$file" || die "$file is missing"
done
mkdir -p "$work/prog" && cd "$work" || exit 1

# seconds GMON-FILE...: the sampled time of gprof-pg in these files
seconds ()
{
  "$gprof" -b -p "$patient" "$@" |
    awk '$1 ~ /^[0-9.]+$/ && $2 ~ /^[0-9.]+$/ { total = $2 }
         END { printf "%.2f\n", total }'
}

# at_least A B: A >= B, as decimals
at_least ()
{
  awk -v a="$1" -v b="$2" 'BEGIN { exit !(a >= b) }'
}

# Three chunks of four at -O0, one at -O1: compiled in parallel by make.
write_makefile ()
{
  {
    printf 'CC = %s\nobjects = main.o' "$CC"
    for n in $(awk -v n=$chunks 'BEGIN { for (i = 0; i < n; i++) print i }')
    do
      printf ' part%03d.o' "$n"
    done
    printf '\n\nprog: $(objects) %s\n' "$libgmon"
    printf '\t@$(CC) -pg -o $@ $(objects) %s\n' "$libgmon"
    printf '%%.o: %%.c\n\t@$(CC) -pg -O$(O) -c $<\nO = 0\n'
    printf 'part000.o part004.o part008.o part012.o: O = 1\n'
  } >prog/Makefile
}

step "1/4 a large generated program, compiled with $CC -pg"
parameters="$functions $chunks $seed $rounds"
if test "$parameters $CC" != "$(cat parameters 2>/dev/null)" ||
   test -n "$(find "$srcdir/testsuite/tools/mkprog.c" -newer parameters)"; then
  rm -f prog/*
  $CC -O1 -I"$builddir" -o mkprog "$srcdir/testsuite/tools/mkprog.c" ||
    die "cannot compile mkprog"
  ./mkprog prog $parameters || die "mkprog failed"
  echo "$parameters $CC" >parameters
fi
write_makefile
unset MAKEFLAGS MFLAGS MAKELEVEL
${MAKE:-make} -s -C prog -j"$jobs" prog ||
  die "cannot compile the program"
# Fewer than were generated: the compiler drops statics that nobody calls.
echo "$(nm prog/prog | grep -c ' [tT] ') functions," \
  "$(wc -c <prog/prog) bytes: demo.tmp/prog/prog"

step "2/4 running it: libgmon writes gmon.out"
rm -f prog/gmon.out
(cd prog && ./prog) || die "the program failed"
test -s prog/gmon.out || die "the program left no gmon.out"
echo "$(wc -c <prog/gmon.out) bytes: demo.tmp/prog/gmon.out"

step "3/4 gprof itself, compiled with -pg, analyses that profile"
rm -f patient.* gmon.sum
run=0
start=$(date +%s)
while :; do
  run=$((run + 1))
  GMON_OUT_PREFIX=patient "$patient" prog/prog prog/gmon.out >report.txt ||
    die "gprof-pg failed"
  "$gprof" -s "$patient" patient.* || die "gprof -s failed"
  sampled=$(seconds gmon.sum)
  at_least "$sampled" $enough && break
  test $run -lt $max_runs || break
  test $(($(date +%s) - start)) -lt $max_seconds || break
done
grep -q 'Call graph' report.txt || die "gprof-pg printed no call graph"
echo "$(wc -l <report.txt) lines of report: demo.tmp/report.txt"
echo "$run runs, summed by gprof -s: $sampled seconds: demo.tmp/gmon.sum"
at_least "$sampled" 0.10 || die "too few samples to show a profile"

step "4/4 where gprof spent its time: flat profile (top), call graph (top)"
"$gprof" -b -p "$patient" gmon.sum >flat.txt || die "gprof -p failed"
"$gprof" -b -q "$patient" gmon.sum >graph.txt || die "gprof -q failed"
head -n 25 flat.txt
echo ...
echo
head -n 60 graph.txt
echo ...

cat <<END

The same with a program of your own:
  gcc -pg -o prog prog.c -L$builddir/libgmon/.libs -lgmon
  LD_LIBRARY_PATH=$builddir/libgmon/.libs ./prog     # writes gmon.out
  $gprof ./prog
or, for a program already linked with gcc -pg, without linking it again:
  LD_PRELOAD=$builddir/libgmon/.libs/libgmon.so ./prog
END
