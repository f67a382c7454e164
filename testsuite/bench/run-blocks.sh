#!/bin/sh
# run-blocks.sh -- the cost of a block whose compiler calls back from it.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: run-blocks.sh LIBDIR [ROUNDS]
# In:  as run-calls.sh, and clang, which alone has guards.  Out: on stdout, for
#      trace-pc and trace-pc-guard, nanoseconds of CPU time that a block of
#      bench_blocks.c takes more with callbacks that only return, and with those of
#      libgmon; and marks.
#
# Medians of ROUNDS (15, at least 5), made as in run-calls.sh.  What a call and a
# return cost is the compiler's choice; so the mark for guards is on the rest.

libdir=${1:?usage: $0 LIBDIR [ROUNDS]}
rounds=${2:-15}
test "$rounds" -ge 5 || rounds=5
. "$(dirname "$0")/bench.sh"
source=$here/bench_blocks.c
turns=5000000
CFLAGS="$CFLAGS -fno-unroll-loops"

cat >callbacks.c <<'EOF' || exit 2
#include <stdint.h>
#include <stdio.h>
#ifdef COUNT
static unsigned long calls;
static void __attribute__ ((destructor)) say (void) { fprintf (stderr, "%lu\n", calls); }
# define CALL calls++
#else
# define CALL
#endif
void __sanitizer_cov_trace_pc (void) { CALL; }
void __sanitizer_cov_trace_pc_guard (uint32_t *guard) { CALL; (void) guard; }
void __sanitizer_cov_trace_pc_guard_init (uint32_t *a, uint32_t *b) { (void) a; (void) b; }
EOF

# compare COMPILER FLAGS...
compare ()
{
  CC=$1
  shift
  build empty.o -c callbacks.c && build count.o -DCOUNT -c callbacks.c &&
    build none "$source" && build empty "$source" empty.o "$@" &&
    build count "$source" count.o "$@" &&
    build ours "$source" "$archive" -pg "$@" || return 1
  one=$(./count 1000 2>&1 >/dev/null)
  two=$(./count 2000 2>&1 >/dev/null)
  round=0
  while test "$round" -lt "$rounds"; do
    echo "$(./none $turns) $(./empty $turns) $(./ours $turns)"
    round=$((round + 1))
  done | awk -v blocks="$((two - one))" \
    '{ print ($2 - $1) / blocks * 1000, ($3 - $1) / blocks * 1000,
             ($3 - $2) / blocks * 1000 }' >all
  empty=$(cut -d' ' -f1 all | median)
  total=$(cut -d' ' -f2 all | median)
  rest=$(cut -d' ' -f3 all | median)
}

# show NAME
show ()
{
  printf '%-24s %8.2f %8.2f %8.2f\n' "$1" "$empty" "$total" "$rest"
}

echo "Nanoseconds of CPU time per block; net: what libgmon adds to an empty callback"
printf '%-24s %8s %8s %8s\n' case empty libgmon net
: >marks
if compare "${CC:-gcc}" -fsanitize-coverage=trace-pc; then
  show trace-pc
  mark "block, trace-pc: ns" "$total" 1.5 >>marks
fi
if command -v clang >/dev/null 2>&1; then
  compare clang -fsanitize-coverage=bb,no-prune,trace-pc-guard || exit 2
  show trace-pc-guard
  mark "block, guard: ns, net of the empty callback" "$rest" 0.4 >>marks
else
  echo "trace-pc-guard: clang is not installed"
fi
cat marks
