/* builds.c -- a program of several builds: built and run by builds.exp.

   SPDX-License-Identifier: GPL-3.0-or-later

   With -DCHANGED a function in front of the others is longer.  */

#include <stdio.h>

volatile int value;

__attribute__ ((noinline)) int
first (int n)
{
  value += n;
#ifdef CHANGED
  for (int i = 0; i < n; i++)
    if (i % 7 == value)
      printf ("%d %d\n", i, value);
#endif
  return value;
}

static __attribute__ ((noinline)) void
leaf (int n)
{
  for (int i = 0; i < n; i++)
    value += i;
}

static __attribute__ ((noinline)) int
middle (int n)
{
  leaf (n);
  leaf (n / 2);
  return value;
}

__attribute__ ((noinline)) int
last (int n)
{
  return middle (n) + first (0);
}

int
main (void)
{
  for (int i = 0; i < 100; i++)
    last (i);
  return 0;
}
