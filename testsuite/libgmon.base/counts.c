/* counts.c -- a program whose calls are known; see counts.exp.

   SPDX-License-Identifier: GPL-3.0-or-later

   Out: "compare N" on standard output, the calls that depend on libc.  */

#include <stdio.h>
#include <stdlib.h>

#include "test.h"

static volatile int sink;

NOINLINE void
f1 (void)
{
  sink++;
}

NOINLINE void
f2 (void)
{
  f1 ();
  sink++;
}

NOINLINE void
f3 (int times)
{
  for (int i = 0; i < times; i++)
    f2 ();
  sink++;
}

/* Calls itself DEPTH times.  */
NOINLINE void
walk (int depth)
{
  sink++;
  if (depth > 0)
    walk (depth - 1);
  sink++;
}

/* Arguments in all registers, and on the stack.  */
NOINLINE double
add_up (int a, long b, char c, short d, int e, int f, int g, double h, double i,
        double j, double k, double l, double m, double n, double o, double p)
{
  sink++;
  return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
}

NOINLINE int
compare (const void *a, const void *b)
{
  sink++;
  return *(const int *) a - *(const int *) b;
}

/* Variable arguments: %al is live when the hook is called.  */
NOINLINE int
count_args (int n, ...)
{
  __builtin_va_list args;
  double sum = 0;

  __builtin_va_start (args, n);
  for (int i = 0; i < n; i++)
    sum += __builtin_va_arg (args, double);
  __builtin_va_end (args);
  sink++;
  return (int) sum;
}

static void (*volatile indirect) (void) = f2;

int
main (void)
{
  int numbers[200], compares;

  f3 (1000);
  for (int i = 0; i < 1000; i++)
    f1 ();
  for (int i = 0; i < 7; i++)
    indirect ();
  walk (9);
  for (int i = 0; i < 5; i++)
    if (add_up (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) != 136)
      return 1;
  if (count_args (3, 1.5, 2.5, 3.0) != 7)
    return 1;
  for (int i = 0; i < 200; i++)
    numbers[i] = i * 37 % 211;
  compares = sink;
  qsort (numbers, 200, sizeof *numbers, compare);
  printf ("compare %d\n", sink - compares);
  return 3;
}
