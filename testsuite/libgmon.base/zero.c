/* zero.c -- a profiled function that returns to address 0: the first one of a
   coroutine, as some libraries make it.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: nothing.  Out: "first" on stdout, status 0; a hook that takes the 0 for
   a free slot of its table would not come to an end.  x86-64 only.  See
   hooks.exp.  */

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "test.h"

static volatile int sink;
static uintptr_t stack[8192] __attribute__ ((aligned (16)));

/* So that this thread has a table.  */
NOINLINE void
warm_up (void)
{
  sink++;
}

NOINLINE void
first (void)
{
  sink++;
  exit (write (1, "first", 5) == 5 ? 0 : 1);
}

int
main (void)
{
  alarm (20);
  warm_up ();
  /* One word below a multiple of 16, as after a call; it holds 0.  */
  __asm__ volatile ("movq %0, %%rsp\n\txorl %%ebp, %%ebp\n\tjmp *%1"
                    :: "r" (&stack[4095]), "r" (first));
  return 1;
}
