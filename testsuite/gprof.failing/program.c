/* program.c -- what the tests of failing systems analyze.

   SPDX-License-Identifier: GPL-3.0-or-later  */

static volatile int sum;

static void
leaf (int n)
{
  for (int i = 0; i < n; i++)
    sum += i;
}

#include "middle.h"

int
main (void)
{
  middle (3);
  leaf (1);
  return 0;
}
