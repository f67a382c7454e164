/* clones.c -- what -O2 makes of static functions: .constprop .isra .part .cold.

   SPDX-License-Identifier: GPL-3.0-or-later

   Also nested functions (inner.0), switch tables and a cold path.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair
{
  long first, second;
};

static volatile long sink;

static __attribute__ ((noinline)) long
work (const struct pair *pair, int how, long n)
{
  long sum = 0;

  for (long i = 0; i < n; i++)
    sum += how ? pair->first * i : i ^ sum;
  return sum;
}

static __attribute__ ((noinline)) long
only_first (struct pair pair, long unused)
{
  (void) unused;
  for (int i = 0; i < 200; i++)
    sink += pair.first;
  return sink;
}

static __attribute__ ((cold, noinline)) void
complain (const char *why)
{
  fprintf (stderr, "%s\n", why);
  abort ();
}

static long
partly (long *cache, long n)
{
  if (cache[n & 63] != 0)
    return cache[n & 63];
  if (n < 0)
    complain ("negative");
  for (long i = 0; i < 5000; i++)
    sink ^= i * n;
  if (n == 1234567)
    {
      printf ("%ld\n", sink);
      complain ("unlucky");
    }
  return cache[n & 63] = n + 1;
}

static __attribute__ ((noinline)) int
rarely (int n)
{
  if (__builtin_expect (n == 77777777, 0))
    complain ("rare");
  switch (n % 7)
    {
    case 0: return (int) sink;
    case 1: return n * 3;
    case 2: return n ^ 5;
    case 3: return n - 9;
    case 4: return (int) strlen ("four");
    default: return n;
    }
}

#ifndef __clang__
long
outer (long n)
{
  long total = 0;
  __attribute__ ((noinline)) void inner (long k)
  {
    for (long i = 0; i < 3000; i++)
      total += i ^ k;
    sink = total;
  }

  for (long i = 0; i < n; i++)
    inner (i);
  return total;
}
#else
/* clang has no nested functions.  */
long
outer (long n)
{
  return sink += n;
}
#endif

int
main (void)
{
  static long cache[64];
  struct pair pair = { 3, 4 };

  for (long i = 0; i < 100000; i++)
    {
      sink += work (&pair, 1, 2000);
      only_first (pair, i);
      partly (cache, i);
      rarely ((int) i);
    }
  outer (50000);
  return 0;
}
