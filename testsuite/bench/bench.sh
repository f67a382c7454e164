# bench.sh -- what the scripts of "make bench" share; to be sourced.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# In:  $libdir, where libgmon.a and libgmon.so are; CC (default gcc), CFLAGS
#      (default -O2).  Out: a working directory, the current one, that goes away
#      at the end; $here, the folder of the scripts; and
#
#   build OUTPUT SOURCE... FLAGS
#   mark WHAT VALUE LIMIT   a line that says whether VALUE <= LIMIT
#   median                  of the numbers on stdin, one a line

LC_ALL=C
export LC_ALL
unset GMON_OUT_PREFIX GMON_OPTIONS
here=$(cd "$(dirname "$0")" && pwd)
libdir=$(cd "${libdir:?}" && pwd) || exit 2
archive=$libdir/libgmon.a
shared=$libdir/libgmon.so
CC=${CC:-gcc}
CFLAGS=${CFLAGS:--O2}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' 0
trap 'exit 2' 1 2 15
cd "$work" || exit 2
: >config.h

build ()
{
  built=$1
  shift
  # shellcheck disable=SC2086
  $CC $CFLAGS -D_GNU_SOURCE -I. -o "$built" "$@" -pthread
}

mark ()
{
  awk -v what="$1" -v value="$2" -v limit="$3" 'BEGIN {
    printf "mark: %-52s %9.3f <= %-6s %s\n", what, value, limit,
           value <= limit + 0 ? "met" : "MISSED" }'
}

median ()
{
  sort -n | awk '{ v[NR] = $1 }
                 END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}
