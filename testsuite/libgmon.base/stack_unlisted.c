/* stack_unlisted.c -- calls of functions without unwind tables, to be stepped
   through by stack_steps.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   With gprof.e2e/unlisted_code.S, and unlisted_middle.c in two forms.  */

#include "stack_steps.h"

#include <stddef.h>

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

/* Arguments on the stack, and variables that nobody sets.  */
static FUNCTION long
many (long a, long b, long c, long d, long e, long f, long g, long h)
{
  volatile long room[20];

  room[a % 20] = b + c + d + e + f + g + h;
  room[3] = asm_pushes (3) + middle_pointer (room[a % 20] % 5 + 2);
  return pointer (4) + room[a % 20];
}

static FUNCTION long
recursion (long n)
{
  if (n == 0)
    return asm_calls (2) + 1;
  return recursion (n - 1) + middle_plain (n);
}

void
stack_code (const char *library)
{
  (void) library;
  for (long n = 1; n < 20; n++)
    {
      sink += asm_leaf (n) + 1;
      sink += many (n, 2, 3, 4, 5, 6, 7, 8) + asm_calls (n);
      sink += middle_plain (n) + pointer (n) + middle_pointer (n);
      sink += recursion (n % 5);
    }
}
