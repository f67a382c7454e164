/* nested.c -- a GNU C nested function, whose hook finds a live static chain.

   SPDX-License-Identifier: GPL-3.0-or-later

   See hooks.exp.  */

#include "test.h"

static volatile int sink;

NOINLINE void
leaf (void)
{
  sink++;
}

NOINLINE void
apply (int (*function) (int), int times)
{
  int sum = 0;

  while (times-- > 0)
    sum += function (times);
  sink = sum;
}

NOINLINE int
outer (int argument)
{
  volatile int local = argument;

  NOINLINE int
  inner (int more)
  {
    leaf ();
    return local += more;
  }

  apply (inner, 10);
  return local;
}

int
main (void)
{
  /* 0 + 1 + ... + 9 is 45.  */
  for (int i = 0; i < 3; i++)
    if (outer (i) != 45 + i)
      return 1;
  return 0;
}
