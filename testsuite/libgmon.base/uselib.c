/* uselib.c -- a program that calls library.c and is called back by it.

   SPDX-License-Identifier: GPL-3.0-or-later

   See start.exp.  */

#include "test.h"

void library_work (void (*callback) (void), int times);

static volatile int sink;

NOINLINE void
leaf (void)
{
  sink++;
}

int
main (void)
{
  library_work (leaf, 25);
  leaf ();
  return sink == 26 ? 0 : 1;
}
