/* hook_cost.c -- what the hook costs in a call.

   SPDX-License-Identifier: 0BSD

   Compares the CPU time of the thread before and after calls of two functions
   that differ in the hook only.

   This file is compiled with -pg, so the compiler knows how the hook is called
   on this machine.  Only `counted' has a hook.  */

#include <time.h>

#include "life/hook_cost.h"
#include "sys/timer.h"

#define UNCOUNTED __attribute__ ((noinline, no_instrument_function))

#define CALLS 1000              /* in a round */
#define ROUNDS 20
#define MOST_NS 200000          /* no new round begins later */
#define FUNCTION_SIZE 256       /* bytes; more than a function of this file */

static void __attribute__ ((noinline))
counted (void)
{
  __asm__ volatile ("" ::: "memory");
}

UNCOUNTED static void
uncounted (void)
{
  __asm__ volatile ("" ::: "memory");
}

UNCOUNTED static uint64_t
cpu_time (void)
{
  return timers_now (CLOCK_THREAD_CPUTIME_ID);
}

UNCOUNTED static uint64_t
time_counted (void)
{
  uint64_t start = cpu_time ();

  for (int i = 0; i < CALLS; i++)
    counted ();
  return cpu_time () - start;
}

UNCOUNTED static uint64_t
time_uncounted (void)
{
  uint64_t start = cpu_time ();

  for (int i = 0; i < CALLS; i++)
    uncounted ();
  return cpu_time () - start;
}

UNCOUNTED bool
hook_cost_calls (uintptr_t self)
{
  return self - (uintptr_t) counted < FUNCTION_SIZE;
}

/* Chooses the calls of `counted' by time_counted.  */
UNCOUNTED static enum arc_choice
choose_counted (uintptr_t from, uintptr_t self, void *data)
{
  (void) data;
  return from - (uintptr_t) time_counted < FUNCTION_SIZE
         && hook_cost_calls (self) ? ARC_TAKE : ARC_KEEP;
}

UNCOUNTED static void
add_calls (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  (void) from;
  (void) self;
  *(uint64_t *) data += count;
}

UNCOUNTED uint64_t
hook_cost (struct arcs *arcs, const struct arcs_note *notes)
{
  uint64_t with = UINT64_MAX, without = UINT64_MAX, calls = 0;
  uint64_t start = cpu_time ();
  unsigned rounds = 0;

  while (rounds < ROUNDS && cpu_time () - start < MOST_NS)
    {
      uint64_t one = time_counted (), other = time_uncounted ();

      with = one < with ? one : with;
      without = other < without ? other : without;
      rounds++;
    }
  arcs_take (arcs, notes, choose_counted, add_calls, &calls);
  if (calls != (uint64_t) rounds * CALLS || with <= without)
    return 0;
  return (with - without) * (1000 / CALLS);
}
