/* inlined.c -- a program of two inlined functions, whose times are known.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each result is needed by the next step, so the parts of the work do not run
   at the same time: heavy takes 60 of 80 equal steps.  */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline __attribute__ ((always_inline)) unsigned long
mixed (unsigned long x, int rounds)
{
  for (int i = 0; i < rounds; i++)
    x = (x ^ x >> 17) * 6364136223846793005UL + 1442695040888963407UL;
  return x;
}

static inline __attribute__ ((always_inline)) unsigned long
heavy (unsigned long x)
{
  return mixed (x, 60);
}

static inline __attribute__ ((always_inline)) unsigned long
light (unsigned long x)
{
  return mixed (x, 20);
}

static __attribute__ ((noinline)) unsigned long
work (unsigned long x, unsigned long n)
{
  for (unsigned long i = 0; i < n; i++)
    {
      x = heavy (x);
      x = light (x);
    }
  return x;
}

int
main (int argc, char **argv)
{
  const long seconds = argc > 1 ? strtol (argv[1], NULL, 10) : 1;
  unsigned long x = 1;
  while (clock () < seconds * CLOCKS_PER_SEC)
    x = work (x, 10000);
  printf ("%lu\n", x);
  return 0;
}
