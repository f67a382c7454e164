/* known.c -- a program whose call counts are known by reading it.

   SPDX-License-Identifier: GPL-3.0-or-later

   Compiled, run and analysed by e2e.exp, which holds the counts.  AFTER keeps
   each call a call: without it a compiler would jump to a function called
   last, and the call would be its caller's caller's.  */

#include "../libgmon.base/looks.h"

#define AFTER __asm__ volatile ("" : : : "memory")

static volatile unsigned sink;

NOINLINE void
burn (long milliseconds)
{
  struct part part = { 0 };

  while (part_goes_on (&part, milliseconds))
    for (unsigned i = 0; i < 10000; i++)
      sink += i * i;
}

NOINLINE void
c (void)
{
  sink++;
  AFTER;
}

NOINLINE void
b (void)
{
  c ();
  AFTER;
}

/* 3 of b, 2 of c.  */
NOINLINE void
a (void)
{
  b ();
  b ();
  b ();
  c ();
  c ();
  AFTER;
}

/* Calls itself N times.  */
NOINLINE unsigned
factorial (unsigned n)
{
  unsigned rest = 1;

  AFTER;
  if (n > 0)
    rest = factorial (n - 1);
  AFTER;
  return n * rest + 1;
}

void odd (unsigned n);

NOINLINE void
even (unsigned n)
{
  AFTER;
  if (n > 0)
    odd (n - 1);
  AFTER;
}

NOINLINE void
odd (unsigned n)
{
  AFTER;
  if (n > 0)
    even (n - 1);
  AFTER;
}

/* Always the same second argument: a clone at -O2.  */
static __attribute__ ((noinline)) unsigned
helper (unsigned n, unsigned always)
{
  AFTER;
  return n * always + sink;
}

NOINLINE void
by_pointer (unsigned n)
{
  sink += n;
  AFTER;
}

NOINLINE void
never (void)
{
  AFTER;
}

int
main (int argc, char **argv)
{
  void (*volatile pointer) (unsigned) = by_pointer;

  (void) argv;
  for (unsigned i = 0; i < 10; i++)
    a ();
  for (unsigned i = 0; i < 5; i++)
    sink += factorial (19);
  for (unsigned i = 0; i < 4; i++)
    even (9);
  for (unsigned i = 0; i < 1000; i++)
    sink += helper (i, 7);
  for (unsigned i = 0; i < 70000; i++)
    pointer (i);
  for (unsigned i = 0; i < 3; i++)
    burn (50);
  if (argc > 100)
    never ();
  return 0;
}
