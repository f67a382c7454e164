#! /bin/sh
# run.sh -- runs the fuzz targets for a while and writes down what came of it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: run.sh SRCDIR [merge]       (in the testsuite/ of a build that was
#                                    configured with --enable-fuzzing)
#   FUZZ_TARGETS   which (default: all)
#   FUZZ_SECONDS   for how long each (default 60)
#   FUZZ_SEED      the same changes in every run (default: others each time)
#   FUZZ_JOBS      how many targets run at once (default 1)
#   FUZZ_FLAGS     what else libFuzzer is told, e.g. -max_len=2048
#   CC             afl-clang-fast: the engine is AFL++
#   FUZZ_LOG       the log (default: SRCDIR/../doc/fuzz-log)
#   SANITIZERS     the compiler's flags for them
# Each target works on with what it found before, in fuzz.tmp/TARGET, and on
# SRCDIR/fuzz/corpus/TARGET.tar.gz, unpacked to fuzz.tmp/corpus/TARGET.  Appends
# to the log a line a target; what breaks it stays in fuzz.tmp as
# TARGET-crash-..., and the status is 1.
# merge: instead makes SRCDIR/fuzz/corpus/TARGET.tar.gz the smallest set of files
# that reaches as much; those with a name of their own (seeds, bugs) stay.

set -u
srcdir=$(cd "$1" && pwd)
mode=${2-run}
here=$PWD
log=${FUZZ_LOG-$srcdir/../doc/fuzz-log}
status=0
LSAN_OPTIONS=suppressions=$srcdir/lib/lsan.supp:print_suppressions=0
UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS UBSAN_OPTIONS
case ${SANITIZERS-} in
  *address*) sanitizers=ASan+UBSan ;;
  *) sanitizers=none ;;
esac
targets=${FUZZ_TARGETS-}
test -n "$targets" || targets=$(ls "$srcdir/fuzz/corpus" | sed "s/[.]tar[.]gz$//")
corpus=$here/fuzz.tmp/corpus

# archive TARGET: the file that keeps the target's corpus
archive ()
{
  echo "$srcdir/fuzz/corpus/$1.tar.gz"
}

# value NAME FILE: of "NAME: VALUE" in the statistics of an engine
value ()
{
  sed -n "s/^ *$1 *: *\([0-9][0-9]*\).*/\1/p" "$2" | tail -n 1
}

# cpu FILE: minutes that the shell's times say of its children
cpu ()
{
  tail -n 1 "$1" | tr 'ms' '  ' |
    awk '{ printf "%.1f", $1 + $2 / 60 + $3 + $4 / 60 }'
}

run_libfuzzer ()
{
  # BFD says on standard error what it does not like.  What -entropic keeps of
  # each input costs a third of the time, and finds no more; nobody else writes
  # to the directory, to be read again.
  # shellcheck disable=SC2086
  (timeout $((FUZZ_SECONDS + 120)) nice -n 19 "$here/fuzz/fuzz_$1" \
     -max_total_time="$FUZZ_SECONDS" -timeout=20 -rss_limit_mb=2048 \
     -malloc_limit_mb=512 -entropic=0 -reload=0 -print_final_stats=1 \
     -close_fd_mask=2 ${FUZZ_SEED:+-seed=$FUZZ_SEED} ${FUZZ_FLAGS-} \
     -artifact_prefix="$here/fuzz.tmp/$1-" "$here/fuzz.tmp/$1" \
     "$corpus/$1" > ../log 2>&1; times > ../cpu)
  runs=$(value stat::number_of_executed_units ../log)
  edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' ../log | tail -n 1)
}

run_afl ()
{
  AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
  AFL_NO_AFFINITY=1 AFL_AUTORESUME=1
  export AFL_NO_UI AFL_SKIP_CPUFREQ AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES
  export AFL_NO_AFFINITY AFL_AUTORESUME
  # It has sanitizer options of its own, without which it stops.
  (unset LSAN_OPTIONS UBSAN_OPTIONS
   nice -n 19 afl-fuzz -V "$FUZZ_SECONDS" ${FUZZ_SEED:+-s "$FUZZ_SEED"} \
     -m none -t 20000 \
     -i "$corpus/$1" -o ../afl -- "$here/fuzz/fuzz_$1" \
     > ../log 2>&1; times > ../cpu)
  runs=$(value execs_done ../afl/default/fuzzer_stats)
  edges=$(value edges_found ../afl/default/fuzzer_stats)
  for file in ../afl/default/crashes/id*; do
    test ! -f "$file" || cp "$file" "$here/fuzz.tmp/$1-crash-${file##*/}"
  done
}

run_target ()
{
  runs=
  mkdir -p "fuzz.tmp/$1" "fuzz.tmp/work/$1/cwd"
  before=$(find fuzz.tmp -maxdepth 1 -name "$1-*" | wc -l)
  cd "fuzz.tmp/work/$1/cwd" || exit 1
  case $CC in
    *afl*)
      engine=AFL++
      run_afl "$1" ;;
    *)
      engine=libFuzzer
      run_libfuzzer "$1" ;;
  esac
  cd "$here" || exit 1
  test -n "$runs" || status=1
  found=$(($(find fuzz.tmp -maxdepth 1 -name "$1-*" | wc -l) - before))
  test "$found" -eq 0 || status=1
  line=$(printf '%s  %-8s  %-9s  %-10s  %10s  %6s  %6s  %s' \
    "$(date +%Y-%m-%d)" "$1" "$engine" "$sanitizers" "${runs:-0}" \
    "$(cpu "fuzz.tmp/work/$1/cpu")" "${edges:-?}" "$found")
  echo "$line"
  test ! -w "$log" || echo "$line" >> "$log"
}

merge_target ()
{
  # Of the pipeline all edges are many files already; of parsers how often each
  # was passed counts, too.
  counters=1
  test "$1" != image || counters=0
  rm -rf fuzz.tmp/merged
  mkdir -p fuzz.tmp/merged "fuzz.tmp/$1"
  "$here/fuzz/fuzz_$1" -set_cover_merge=1 -use_counters=$counters \
    -close_fd_mask=2 -timeout=20 fuzz.tmp/merged "$corpus/$1" \
    "fuzz.tmp/$1" > fuzz.tmp/merge.log 2>&1 || {
    tail -n 5 fuzz.tmp/merge.log
    status=1
    return
  }
  for file in "$corpus/$1"/*; do
    case ${file##*/} in
      ????????????????????????????????????????) rm -f "$file" ;;
    esac
  done
  for file in "$corpus/$1"/*; do
    # The name of a new file is a hash of what is in it.
    test ! -f "$file" ||
      rm -f "fuzz.tmp/merged/$(sha1sum < "$file" | cut -d' ' -f1)"
  done
  cp fuzz.tmp/merged/* "$corpus/$1"
  sh "$srcdir/fuzz/corpus.sh" pack "$corpus/$1" "$(archive "$1")" || status=1
  echo "$1: $(find "$corpus/$1" -type f | wc -l) files"
}

FUZZ_SECONDS=${FUZZ_SECONDS:-60}
mkdir -p "$corpus"
for target in $targets; do
  sh "$srcdir/fuzz/corpus.sh" unpack "$(archive "$target")" \
    "$corpus/$target" || exit 1
done
if test "$mode" = merge; then
  for target in $targets; do
    merge_target "$target"
  done
  exit $status
fi

# Each worker takes the next target that no other one has.
rm -rf fuzz.tmp/taken
mkdir fuzz.tmp/taken
worker ()
{
  for target in $targets; do
    mkdir "fuzz.tmp/taken/$target" 2> /dev/null || continue
    run_target "$target"
  done
  exit $status
}
workers=
job=0
while test $job -lt "${FUZZ_JOBS:-1}"; do
  worker &
  workers="$workers $!"
  job=$((job + 1))
done
for pid in $workers; do
  wait "$pid" || status=1
done
exit $status
