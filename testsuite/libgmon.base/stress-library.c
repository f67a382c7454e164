/* stress-library.c -- a library with hooks of its own that calls back.

   SPDX-License-Identifier: GPL-3.0-or-later

   See stress.c.  */

#include "stress.h"
#include "test.h"

void library_call (void (*function) (struct walk *), struct walk *w);

static volatile int sink;

static NOINLINE void
own (void)
{
  sink++;
}

void
library_call (void (*function) (struct walk *), struct walk *w)
{
  own ();
  function (w);
  own ();
}
