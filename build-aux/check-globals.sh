#!/bin/sh
# check-globals.sh -- libgprof.a keeps no state and leaves the process alone.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: check-globals.sh SRCDIR BUILDDIR
# In:  BUILDDIR/src/libgprof.a; NM, SIZE, OBJDUMP; GPROF_BUILT (empty: gprof
#      is not built, so nothing is checked), SANITIZED (flags, or empty).  Out:
#      see check-common.sh.

. "$(dirname "$0")/check-common.sh"

test -n "$GPROF_BUILT" || exit 0
library=$builddir/src/libgprof.a
NM=${NM:-nm}
SIZE=${SIZE:-size}
OBJDUMP=${OBJDUMP:-objdump}

if test ! -f "$library"; then
  pass_unless "globals: libgprof.a" "$library does not exist"
  exit 1
fi

# Writable sections, by size; .data.rel.ro is only relocated, then read-only.
writable ()
{
  $SIZE -A "$library" | $AWK '
    / \(ex / { member = $1 }
    $1 ~ /^\.(data|bss|tdata|tbss|sdata|sbss|ldata|lbss)(\.|$)/ \
        && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {
      print member ": " $2 " bytes in " $1
    }'
  $NM -A "$library" 2>/dev/null | $AWK 'NF > 1 && $(NF - 1) == "C" {
      print $1 " " $NF " is a common symbol" }'
}

# The same by named variable: a sanitizer adds sections full of its own
# unnamed data.
writable_variables ()
{
  $OBJDUMP -t "$library" | $AWK '
    /:  *file format/ { member = $1; sub(/:$/, "", member) }
    NF > 3 && $(NF - 2) ~ /^\.(data|bss|tdata|tbss)(\.|$)/ \
        && $(NF - 2) !~ /^\.data\.rel\.ro/ && $(NF - 1) !~ /^0+$/ \
        && $NF !~ /^(__unnamed_|__odr_asan|__asan|__ubsan|___asan)/ {
      print member ": " $NF " is in " $(NF - 2)
    }'
}

# References by which a library would end the process or print by itself.
forbidden ()
{
  $NM -A -u "$library" 2>/dev/null | $AWK '
    BEGIN {
      split("exit _exit _Exit quick_exit abort __assert_fail " \
            "stdout stderr __stdoutp __stderrp printf vprintf puts putchar " \
            "putchar_unlocked __printf_chk __vprintf_chk perror psignal " \
            "error error_at_line err errx verr verrx warn warnx vwarn vwarnx " \
            "xexit", list, " ")
      for (i in list)
        bad[list[i]] = 1
    }
    { name = $NF; sub(/@.*/, "", name) }
    name in bad {
      member = $1
      sub(/^.*libgprof\.a:/, "", member)
      sub(/:$/, "", member)
      # The end of a process of its own: doc/design/src/image-marks.md.
      if (name == "_exit" && member ~ /dw_process\.o$/)
        next
      print member ": refers to " name
    }'
}

if test -n "$SANITIZED"; then
  pass_unless "globals: no writable data" "$(writable_variables)"
else
  pass_unless "globals: no writable data" "$(writable)"
fi
pass_unless "globals: no exit, abort, stdout, stderr" "$(forbidden)"
exit $failures
