/* unlisted.c -- calls of functions without unwind tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Takes a second of CPU time in paths of which each ends in a function that is
   named here: by_NAME calls NAME.  See unlisted.exp.  */

#include <time.h>

#define FUNCTION __attribute__ ((noinline))

long asm_leaf (long n), asm_pushes (long n), asm_calls (long n);
long middle_plain (long n), middle_pointer (long n), listed_leaf (long n);

static long (*volatile pointer) (long) = asm_pushes;
static volatile long sink;

FUNCTION long
listed_leaf (long n)
{
  while (n-- > 0)
    __asm__ volatile ("");
  return n;
}

#define CALLER(name, function) \
  static FUNCTION long \
  name (long n) \
  { \
    return function (n) + 1; \
  }

CALLER (by_asm_leaf, asm_leaf)
CALLER (by_asm_pushes, asm_pushes)
CALLER (by_asm_calls, asm_calls)
CALLER (by_pointer, pointer)
CALLER (by_middle_plain, middle_plain)
CALLER (by_middle_pointer, middle_pointer)

static FUNCTION void
all (long n)
{
  sink += by_asm_leaf (n) + by_asm_pushes (n) + by_asm_calls (n);
  sink += by_pointer (n) + by_middle_plain (n) + by_middle_pointer (n);
}

int
main (void)
{
  while (clock () < CLOCKS_PER_SEC)
    all (100000);
  return 0;
}
