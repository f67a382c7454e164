/* ifunc.c -- an IFUNC whose resolver makes profiled calls.

   SPDX-License-Identifier: GPL-3.0-or-later

   In a static program it runs before there is thread-local storage, in a
   dynamic one during relocation.  See start.exp.  */

#include "test.h"

static volatile int sink;

NOINLINE void
helper (void)
{
  sink++;
}

NOINLINE int
implementation (void)
{
  sink++;
  return 1;
}

NOINLINE int (*resolve (void)) (void)
{
  for (int i = 0; i < 3; i++)
    helper ();
  return implementation;
}

int target (void) __attribute__ ((ifunc ("resolve")));

int
main (void)
{
  int sum = 0;

  for (int i = 0; i < 5; i++)
    sum += target ();
  return sum == 5 ? 0 : 1;
}
