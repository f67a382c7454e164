#!/bin/sh
# check-empty-libgmon.sh -- would the tests of libgmon notice if it were not there?
#
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-empty-libgmon.sh SRCDIR     (in the build's testsuite/)
#   RUNTESTFLAGS, CHECK_QUICK, JOBS, RUNTEST: as for run-tests.sh
#   CC        the compiler that makes the empty library
#
# Runs the tests of libgmon against a library without contents, so that the C
# library's runtime, which has the same names, answers where it can.  A test whose
# name has three parts or more (file: subject: what) belongs to the group of its
# name without the last part, another one is a group of its own.  Every file runs
# to its end, and every file and every group has to have a failure, but those that match a line of
# SRCDIR/libgmon.base/empty-allowed: a pattern (* is anything but a colon), blanks,
# "#", and the reason.
#
# Out: "PASS:" and "FAIL:" lines; the results of the tests in empty/sums/; last
# line "N passed, N failed"; status 1 if a FAIL was among them.

set -u
srcdir=$1
allowed=$srcdir/libgmon.base/empty-allowed

rm -rf empty
mkdir empty || exit 1
cp site.exp empty/ || exit 1
top=$PWD
sh "$srcdir/tools/empty-libgmon.sh" "$top/empty/libgmon/.libs" "${CC:-cc}" ||
  exit 1
(cd empty &&
   EMPTY_LIBGMON=$top/empty/libgmon sh "$srcdir/run-tests.sh" "$srcdir" \
     'libgmon.*' >output 2>&1)

# A line a file and group: KIND NAME.  KIND is good: a failure; weak, file: none;
# cut: runtest did not come to its end, so nobody knows.
{
sed -n 's/^FAIL: \(.*\): runtest ran to its end.*/cut \1/p' empty/output
for results in empty/sums/*/all; do
  unit=${results%/all}
  awk -v unit="${unit##*/}" '
    /^(PASS|FAIL|UNRESOLVED|ERROR): / {
      failed = !/^PASS/
      sub(/^[A-Z]*: /, "")
      group = $0
      if (split(group, parts, ": ") > 2)
        sub(/: [^:]*$/, "", group)
      if (group !~ /: /)
        next
      seen[group] = 1
      any = 1
      if (failed)
        noticed[group] = some = 1
    }
    END {
      if (any && !some)
        print "file " unit
      for (group in seen)
        print (group in noticed ? "good " : "weak ") group
    }' "$results"
done
} | sort >empty/groups

# The first pattern that matches counts as used.
awk -v allowed="$allowed" '
  function pattern_of(glob)
  {
    gsub(/[][.+^$(){}|\\]/, "\\\\&", glob)
    gsub(/\*/, "[^:]*", glob)
    return "^" glob "$"
  }
  BEGIN {
    while ((getline line < allowed) > 0)
      if (line !~ /^ *(#|$)/)
        {
          if (!match(line, /  +# +/))
            print "FAIL: empty-allowed: no reason: " line
          n++
          glob[n] = substr(line, 1, RSTART - 1)
          pattern[n] = pattern_of(glob[n])
        }
  }
  { kind = $1; name = substr($0, length(kind) + 2) }
  kind == "good" { good++; next }
  kind == "cut" { print "FAIL: cut short without libgmon: " name; bad++; next }
  {
    for (i = 1; i <= n; i++)
      if (name ~ pattern[i])
        {
          used[i]++
          excused++
          next
        }
    print "FAIL: passes without libgmon: " name
    bad++
  }
  END {
    for (i = 1; i <= n; i++)
      print "NOTE: allowed: " used[i] + 0 " of " glob[i]
    print "PASS: " good " groups fail without libgmon, " excused + 0 \
          " are allowed not to"
    print good " passed, " bad + 0 " failed"
    exit bad > 0 || good == 0
  }' empty/groups
