/* hook_cost.c -- what the hook costs in a call.

   SPDX-License-Identifier: 0BSD

   Compares the CPU time of the thread before and after calls of two functions
   that differ in the hook only.  The shortest loop counts.  Few short loops
   find the cost as well as many long ones do, and every program waits for
   them at its start.

   This file is compiled with -pg, so the compiler knows how the hook is called
   on this machine.  Only `counted' has a hook.  */

#include <time.h>

#include "life/hook_cost.h"
#include "sys/timer.h"

#define UNCOUNTED __attribute__ ((noinline, no_instrument_function))

#define CALLS 500               /* in a round; divides 1,000 */
#define ROUNDS 8
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

/* Stores in *LEAST how long a loop takes that begins at START, unless an
   earlier one took less.  Returns the time of its end.  */
UNCOUNTED static uint64_t
end_loop (uint64_t start, uint64_t *least)
{
  uint64_t end = cpu_time ();

  if (end - start < *least)
    *least = end - start;
  return end;
}

UNCOUNTED static uint64_t
time_counted (uint64_t start, uint64_t *least)
{
  for (int i = 0; i < CALLS; i++)
    counted ();
  return end_loop (start, least);
}

UNCOUNTED static uint64_t
time_uncounted (uint64_t start, uint64_t *least)
{
  for (int i = 0; i < CALLS; i++)
    uncounted ();
  return end_loop (start, least);
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
  uint64_t start = cpu_time (), now = start;
  unsigned rounds = 0;

  while (rounds < ROUNDS && now - start < MOST_NS)
    {
      now = time_counted (now, &with);
      now = time_uncounted (now, &without);
      rounds++;
    }
  arcs_take (arcs, notes, choose_counted, add_calls, &calls);
  if (calls != (uint64_t) rounds * CALLS || with <= without)
    return 0;
  return (with - without) * (1000 / CALLS);
}
