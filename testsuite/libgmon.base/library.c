/* library.c -- a shared library that is compiled with -pg too.

   SPDX-License-Identifier: GPL-3.0-or-later

   Linked with uselib.c; see start.exp.  */

#include "test.h"

static volatile int sink;

NOINLINE void
library_inner (void)
{
  sink++;
}

NOINLINE void
library_work (void (*callback) (void), int times)
{
  while (times-- > 0)
    {
      library_inner ();
      callback ();
    }
  sink++;
}
