/* wide.c -- is a 64-bit counter changed as a whole, with its carry?

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a counter just below 2^32, to which a function and the handler that
   interrupts it (step.h) add; the handler reads it as well.  Out: "steps N bad
   N": bad are the rounds with a wrong sum and the values that went back.  See
   lib/machines.exp.  */

#include <stdint.h>
#include <stdio.h>

#include "arch/atomic64.h"
#include "step.h"
#include "test.h"

#define ADDED 24

/* Where the handler runs after every instruction, a loop of read and
   compare-and-exchange must get through now and then.  */
#if STEP_LEAST == 0
# define STEP_EVERY 31
#else
# define STEP_EVERY 1
#endif

static wide_counter counter;
static volatile long handled;
static volatile uint64_t seen;
static long bad;

static NOT_COUNTED void
on_step (int signal, siginfo_t *info, void *context)
{
  uint64_t value;

  (void) signal;
  (void) info;
  (void) context;
  if (step_inside)
    {
      step_count++;
      value = wide_load (&counter);
      if (value < seen)
        bad++;
      if (step_count % STEP_EVERY == 0)
        {
          wide_add (&counter, 1);
          value++;
          handled++;
        }
      seen = value;
    }
  step_again ();
}

static NOT_COUNTED void
run (uint64_t start)
{
  wide_store (&counter, start);
  handled = 0;
  seen = start;
  step_begin ();
  for (int i = 0; i < ADDED; i++)
    wide_add (&counter, 1);
  step_end ();
  if (wide_load (&counter) != start + ADDED + (uint64_t) handled)
    bad++;
}

/* On x86 the handler alone adds a hundred in a round.  */
NOT_COUNTED int
main (void)
{
  step_handler (on_step);
  for (uint64_t i = 0; step_more (STEP_LEAST) || i < 200; i++)
    run (UINT64_C (0xffffffff) - i);
  printf ("steps %ld bad %ld\n", (long) step_count, bad);
  return 0;
}
