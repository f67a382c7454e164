/* life.c -- calls before and after main.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: life return|mcleanup
   Status 4.  With "mcleanup" the profile ends in main.  See exact.exp.  */

#include <stdlib.h>
#include <string.h>

#include "test.h"

void _mcleanup (void);

static volatile int sink;

#define CALLEE(name)                                                    \
  NOINLINE void                                                         \
  name (void)                                                           \
  {                                                                     \
    sink++;                                                             \
  }

CALLEE (before_early)
CALLEE (before)
CALLEE (inside)
CALLEE (handler)
CALLEE (after)
CALLEE (after_late)

static NOT_COUNTED void
repeat (void (*function) (void), int times)
{
  while (times-- > 0)
    function ();
}

__attribute__ ((constructor (102))) static void
first (void)
{
  repeat (before_early, 2);
}

__attribute__ ((constructor)) static void
first_late (void)
{
  repeat (before, 3);
}

__attribute__ ((destructor)) static void
last_early (void)
{
  repeat (after, 11);
}

__attribute__ ((destructor (102))) static void
last (void)
{
  repeat (after_late, 13);
}

static void
at_end (void)
{
  repeat (handler, 7);
}

/* Asks for the address of exit, which may then be one in the executable.  */
int
main (int argc, char **argv)
{
  void (*volatile end) (int) = exit;

  atexit (at_end);
  repeat (inside, 5);
  if (argc > 1 && strcmp (argv[1], "mcleanup") == 0)
    _mcleanup ();
  end (4);
}
