/* functions-beside.c -- a program that other tools work on.

   SPDX-License-Identifier: GPL-3.0-or-later

   Calls leaf 1,000 times and middle 100 times.  Its end is 3.  */

#include <stdio.h>

__attribute__ ((noinline)) int
leaf (int x)
{
  __asm__ volatile ("");
  return x * 3;
}

__attribute__ ((noinline)) int
middle (int x)
{
  int sum = 0;

  for (int i = 0; i < 10; i++)
    sum += leaf (x + i);
  return sum;
}

int
main (void)
{
  int sum = 0;

  for (int i = 0; i < 100; i++)
    sum += middle (i);
  printf ("sum %d\n", sum);
  return 3;
}
