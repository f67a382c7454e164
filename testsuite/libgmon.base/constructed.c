/* constructed.c -- a library whose constructor works, and a program.

   SPDX-License-Identifier: GPL-3.0-or-later

   The loader calls the constructor of a library that was loaded with the
   program.  With AS_LIBRARY this is the library; else it is a program that does
   nothing.  Time is CPU time, as the samples are.  */

#ifdef AS_LIBRARY

#include <time.h>

#define HOW_LONG 200            /* ms */

static long
used_ms (void)
{
  struct timespec used;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

__attribute__ ((noinline, noclone)) int
work (int n)
{
  volatile int sum = 0;

  for (int i = 0; i < n; i++)
    sum = sum + i;
  return sum;
}

__attribute__ ((constructor)) static void
begin (void)
{
  while (used_ms () < HOW_LONG)
    work (100000);
}

#else

int
main (void)
{
  return 3;
}

#endif
