#! /bin/sh
# python-tests.sh -- CPython's own tests with libgmon preloaded, and without.
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Usage: python-tests.sh [-w DIR] BUILD [MODULE...]
#   DIR       where to work (default: python-tests.tmp)
#   BUILD     a build folder of this project
#   MODULE    test modules (default: those of threads, children and signals)
#
# Debian's python3 has no tests, so they come from the package
# libpythonX.Y-testsuite.  Each module runs without libgmon, with libgmon.so
# preloaded, and with stacks=on as well, in which each Python is profiled.  Each
# of its tests must have one result in all three.
#
# Out: a line for each module; the logs stay in DIR.  Status 0 if nothing
# differs.  Wants the network for "apt-get download", and ten minutes.  Not part
# of "make check".

set -u
usage='usage: python-tests.sh [-w DIR] BUILD [MODULE...]'
dir="python-tests.tmp"
while getopts w: option; do
  case $option in
    w) dir=$OPTARG ;;
    *) echo "$usage" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
test $# -ge 1 || { echo "$usage" >&2; exit 2; }
mkdir -p "$dir" || exit
dir=$(cd "$dir" && pwd)
library=$(cd "$1" && pwd)/libgmon/.libs/libgmon.so || exit
test -f "$library" || { echo "$0: $library: not built" >&2; exit 1; }
shift
test $# -ge 1 || set -- test_thread test_threading test_signal test_fork1 \
  test_os test_subprocess
python=/usr/bin/python3
version=$($python -c 'import sys; print("%d.%d" % sys.version_info[:2])') \
  || exit
failed=0
export LC_ALL=C
unset GMON_OUT_PREFIX GMON_OPTIONS LD_PRELOAD

# The modules, with the helpers that python3 itself has.
fetch ()
{
  test ! -d "$dir/lib" || return 0
  (cd "$dir" && apt-get -q download "libpython$version-testsuite" >apt.log 2>&1 \
    && dpkg-deb -x libpython"$version"-testsuite*.deb unpacked \
    && cp -rn "/usr/lib/python$version/test" "unpacked/usr/lib/python$version/" \
    && mv "unpacked/usr/lib/python$version" lib)
}

# Prints the results of MODULE's tests, with the variables after it set.
# test_4_daemon_threads starts a Python that ignores PYTHONPATH, and hangs.
run ()
{
  module=$1 log=$dir/$1.$2
  shift 2
  mkdir -p "$log.d"
  (cd "$log.d" && env PYTHONPATH="$dir/lib" "$@" timeout 1200 "$python" -m test \
    -v -i test_4_daemon_threads "$module") >"$log" 2>&1
  echo "status $?" >>"$log"
  # Messages of libgmon can stand between a test and its result.
  sed '/^libgmon: /d' "$log" \
    | sed '/ \.\.\. libgmon: / { s/libgmon: .*//; N; s/\n//; }' \
    | sed -n 's/^\(test_[^ ]* ([^)]*)\).* \.\.\. .*\b\(ok\|FAIL\|ERROR\)$/\1 \2/p
      s/^\(Ran [0-9]* tests\) in.*/\1/p; s/^\(status .*\)/\1/p' \
    | sort >"$log.results"
}

fetch || { echo "$0: no libpython$version-testsuite: $dir/apt.log" >&2; exit 1; }
for it in "$@"; do
  run "$it" without
  run "$it" preload LD_PRELOAD="$library"
  run "$it" stacks LD_PRELOAD="$library" \
    GMON_OPTIONS="stacks=on,children=yes,out=$dir/profile"
  verdict=equal
  grep -q '^Ran [1-9]' "$dir/$it.without.results" || verdict='does not run'
  for other in preload stacks; do
    diff "$dir/$it.without.results" "$dir/$it.$other.results" \
      >"$dir/$it.$other.diff" || verdict="differs, see $it.$other.diff"
  done
  test "$verdict" = equal || failed=1
  echo "$it: $(grep -c ok "$dir/$it.without.results") ok, $verdict"
done
test -n "$(find "$dir" -maxdepth 1 -name 'profile*' -size +0)" \
  || { echo "$0: no profile was written" >&2; failed=1; }
exit $failed
