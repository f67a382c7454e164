# check-common.sh -- common code of the structure checks; sourced, not run.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every check is called as  check-X.sh SRCDIR BUILDDIR  and prints, on stdout,
# "PASS: NAME", "FAIL: NAME: DETAIL" or "WARNING: NAME: DETAIL" lines; its status
# is 1 if there was a FAIL.  Sets srcdir and builddir.

LC_ALL=C
export LC_ALL
srcdir=$(cd "${1:?usage: $0 SRCDIR BUILDDIR}" && pwd) || exit 1
builddir=$(cd "${2:-.}" && pwd) || exit 1
AWK=${AWK:-awk}
failures=0

# pass_unless NAME FAILURES: FAILURES holds one detail a line, or nothing.
pass_unless ()
{
  if test -z "$2"; then
    echo "PASS: $1"
    return
  fi
  printf '%s\n' "$2" | sed "s|^|FAIL: $1: |"
  failures=1
}

# warn_of NAME WARNINGS: as pass_unless, but prints WARNING: lines, which fail
# nothing: a limit that should make somebody look, never shape a design.
warn_of ()
{
  test -z "$2" || printf '%s\n' "$2" | sed "s|^|WARNING: $1: |"
}

# c_files DIR...: the C sources and headers below the folders of SRCDIR that
# exist, relative to SRCDIR, sorted.
c_files ()
{
  (cd "$srcdir" && for dir; do
     test ! -d "$dir" || find "$dir" -type f -name '*.[ch]'
   done | sort)
}
