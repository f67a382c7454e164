#! /bin/sh
# run-tests.sh -- the whole suite by several workers, and one summary.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: run-tests.sh SRCDIR [PATTERN...]     (in the build's testsuite/)
#   PATTERN   a shell pattern for TOOL.FOLDER/NAME.exp (default: all), where
#             TOOL is gprof or libgmon
#   JOBS      number of workers (default 3); RUNTEST (default runtest)
#   CHECK_QUICK  if not empty, the tests are to be quick
#   CHECK_ALL    if not empty, no file is left out; CHECK_LONG does so, too,
#             and the tests leave no repetition out
#   CHECK_GPROF  if not empty, the files of tests of libgmon that do not run gprof
#             are left out: for another gprof with the same libgmon
#   CHECK_AGAIN  if not empty, the files that compile a libgmon of their own, with
#             always the same compiler, are left out: for another CC
#   FLAKY_LOG    if not empty, a file: a unit that fails runs twice more, alone.
#             If it passes twice, its last results count, and FLAKY_LOG gets a
#             line "FLAKY UNIT: TEST" for each failure, and what runtest's log
#             has of them, indented.  sums/ keeps the failed run as UNIT.failed
#   RUNTESTFLAGS  if it names NAME.exp, only those run; the rest of it goes
#             to runtest
#
# Each .exp file is one unit of work, run by runtest with its own output
# directory under sums/; a worker takes the next unit when it has ended one.
# The .sum files are joined in summary.txt, whose last line is
#   N passed, N failed, N unsupported
# Status 1 if anything failed, was in error or unresolved, or did not run.
# sums/times has a line "WALL-SECONDS CPU-SECONDS UNIT" for each unit.

set -u
srcdir=$1
shift
# The make of a test is not part of the one that runs the tests, whose flags
# would make it say which directories it enters.
unset MAKEFLAGS MFLAGS MAKELEVEL
patterns=$*
test -n "$patterns" || patterns='*'
runtest=${RUNTEST-runtest}
flags=${RUNTESTFLAGS-}

$runtest --version > /dev/null 2>&1 || {
  echo "run-tests.sh: cannot run '$runtest'; install DejaGnu" >&2
  exit 1
}

# Which units: those of the flags, or those of the pattern.
only=
rest=
for word in $flags; do
  case $word in
    *.exp | *.exp=*) only="$only ${word%%=*}"
                     case $word in *=*) rest="$rest $word" ;; esac ;;
    *) rest="$rest $word" ;;
  esac
done

wanted ()
{
  test -z "$only" || case " $only " in
    *" ${1##*/} "*) ;;
    *) return 1 ;;
  esac
  found=1
  set -f
  for pattern in $patterns; do
    # shellcheck disable=SC2254
    case $1 in $pattern) found=0 ;; esac
  done
  set +f
  return $found
}

# A file says in a comment which runs leave it out, unless the flags name it.
too_long ()
{
  if test -n "${CHECK_AGAIN-}" && grep -q "^# Not again:" "$1"; then
    true
  elif test -n "${CHECK_QUICK-}"; then
    grep -q -E "^# Not in check" "$1"
  elif test -z "${CHECK_ALL-}${CHECK_LONG-}$only"; then
    grep -q "^# Not in check[ ,.:]" "$1"
  else
    false
  fi
}

# Is the unit $1, the file $2, one of libgmon's that does not run gprof?  Of
# what tests load, machines.exp alone runs it.
without_gprof ()
{
  case $1 in
    libgmon.*)
      ! grep -q -e "^[^#]*\(need_gprof\|gprof_run\|gprof_bin\|/gprof\($\|[^.]\)\)" \
          -e "^load_lib machines" "$2" ;;
    *) false ;;
  esac
}

# The units that take longest, as sums/times had them, come first: so no worker
# begins a long one when the others have nothing left to do.
longest="gprof.oracle/foreign gprof.manual/manual gprof.oracle/self
gprof.e2e/outside libgmon.base/functions gprof.oracle/programs-libgmon
libgmon.base/mpi libgmon.base/faults libgmon.base/musl libgmon.base/musl-links
gprof.structure/structure gprof.install/dist libgmon.base/waiting
libgmon.base/machine-aarch64 libgmon.base/process-record libgmon.base/races
gprof.e2e/outside-bounds gprof.oracle/programs-glibc
libgmon.base/machine-generic gprof.consumers/html gprof.failing/failing"

units=
for file in $(for unit in $longest; do echo "$srcdir/$unit.exp"; done) \
    "$srcdir"/gprof.oracle/*.exp "$srcdir"/libgmon.*/*.exp \
    "$srcdir"/gprof.*/*.exp; do
  unit=${file#"$srcdir"/}
  case " $units " in *" $unit "*) continue ;; esac
  if test -f "$file" && wanted "$unit" && ! too_long "$file"; then
    test -n "${CHECK_GPROF-}" && without_gprof "$unit" "$file" ||
      units="$units $unit"
  fi
done
twice=$(for unit in $units; do echo "${unit%%.*}:${unit##*/}"; done \
        | sort | uniq -d)
if test -z "$units" || test -n "$twice"; then
  echo "run-tests.sh: no such test, or a name used twice: $flags $twice" >&2
  exit 1
fi

rm -rf sums summary.txt
mkdir sums

run_unit ()
{
  out=sums/$(echo "$1" | tr / -)
  mkdir "$out" 2> /dev/null || return      # another worker has it
  start=$(date +%s)
  # A shell of its own, whose "times" then has no other children.
  (
    # shellcheck disable=SC2086
    $runtest --tool "${1%%.*}" --srcdir "$srcdir" --outdir "$out" \
      "${1##*/}" $rest > "$out/output" 2>&1
    echo $? > "$out/status"
    times > "$out/times"
  )
  elapsed=$(($(date +%s) - start))
  cpu=$(sed -n 2p "$out/times" | tr ms, '  .' |
        awk '{ printf "%.1f", 60 * ($1 + $3) + $2 + $4 }')
  echo "$elapsed $cpu $1" >> sums/times
  cat "$out"/*.sum > "$out/all" 2> /dev/null
  echo "  $1: $(grep -c '^PASS: ' "$out/all") passed," \
    "$(grep -c -E '^(FAIL|ERROR|UNRESOLVED|XPASS)' "$out/all") failed" \
    "($(($(date +%s) - start)) s)"
}

job=0
pids=
while test $job -lt "${JOBS-3}"; do
  (for unit in $units; do run_unit "$unit"; done) &
  pids="$pids $!"
  job=$((job + 1))
done
trap 'kill $pids 2> /dev/null; exit 1' HUP INT TERM
wait

failures='FAIL|ERROR|UNRESOLVED|XPASS|XFAIL'

# report UNIT: its part of the summary
report ()
{
  out=sums/$(echo "$1" | tr / -)
  echo "== $1"
  grep -E "^(PASS|$failures|UNTESTED|UNSUPPORTED|NOTE|WARNING)" "$out/all"
  if ! test -s "$out/all" || test "$(cat "$out/status")" -gt 1 \
     || ! grep -q -E '^# of |^UNSUPPORTED' "$out/all"; then
    echo "FAIL: $1: runtest ran to its end with results"
    tail -n 5 "$out/output" | sed 's/^/  /'
  elif test "$(cat "$out/status")" -ne 0 \
       && ! grep -q -E "^($failures)" "$out/all"; then
    echo "FAIL: $1: runtest ended with status $(cat "$out/status")"
  fi
}

# passes UNIT: whether no line of its report is a failure
passes ()
{
  ! report "$1" | grep -q -E "^($failures): "
}

# note_flaky UNIT RUN: the failures in the folder RUN, for FLAKY_LOG.  A failure
# has in the log what stands between the results before and behind it.
note_flaky ()
{
  sed -n -E "s,^($failures): ,FLAKY $1: ,p" "$2/all"
  sed 's/^/  /' "$2"/*.log | awk -v failed="^  ($failures): " '
    /^  [A-Z]*: / {
      if (failure)
        {
          printf "%s", part
          part = ""
        }
      failure = $0 ~ failed
    }
    /^  Running .*\.exp \.\.\.$/ || /^  [A-Z]*: / && !failure {
      part = ""
      next
    }
    { part = part $0 "\n" }
    END { if (failure) printf "%s", part }'
}

# run_again UNIT: a unit that failed runs again; its first results stay the
# ones that count unless it passes twice.  A crash of runtest is no failure of
# a test, and stands.
run_again ()
{
  out=sums/$(echo "$1" | tr / -)
  report "$1" | grep -q "^FAIL: $1: runtest " && return
  mv "$out" "$out.failed"
  for _ in 1 2; do
    rm -rf "$out"
    run_unit "$1"
    if ! passes "$1"; then
      rm -rf "$out"
      mv "$out.failed" "$out"
      return
    fi
  done
  note_flaky "$1" "$out.failed" >> "$FLAKY_LOG"
}

for unit in $units; do
  if test -n "${FLAKY_LOG-}" && ! passes "$unit"; then
    run_again "$unit"
  fi
done
for unit in $units; do
  report "$unit"
done > summary.txt

count ()
{
  grep -c -E "^($1): " summary.txt
}
passed=$(count 'PASS')
failed=$(count "$failures")
unsupported=$(count 'UNSUPPORTED|UNTESTED')
grep -E "^($failures|UNSUPPORTED|UNTESTED|NOTE): " \
  summary.txt
echo "$passed passed, $failed failed, $unsupported unsupported" >> summary.txt
tail -n 1 summary.txt
test "$failed" -eq 0
