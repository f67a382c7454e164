/* wall.c -- the clock as a timer on real time, in each thread.

   SPDX-License-Identifier: 0BSD

   Each thread gets SIGPROF in each period, whether it runs, waits for the
   processor or sleeps.  The signal interrupts a sleep.  Contracts are in
   clock.h.  */

#include <time.h>

#include "clock/sampler_state.h"
#include "clock/thread_timer.h"
#include "sys/timer.h"

static int
clock_wall_open_timer (struct sampler *sampler, uint32_t id)
{
  (void) sampler;
  return timers_create (CLOCK_MONOTONIC, SIGPROF, id);
}

static void
clock_wall_arm (struct sampler *sampler, struct clock_thread *thread,
                int handle, enum clock_thread_kind kind)
{
  uint64_t phase = clock_timer_phase (sampler);

  (void) kind;
  thread->due = timers_now (CLOCK_MONOTONIC) + phase;
  timers_set (handle, phase);
}

static unsigned
clock_wall_ticks (struct sampler *sampler, struct clock_thread *thread,
                  const siginfo_t *info)
{
  uint64_t now;
  unsigned count;

  if (!clock_timer_is_own (thread, info))
    return 0;
  now = timers_now (CLOCK_MONOTONIC);
  count = clock_timer_count (sampler, thread, now);
  thread->seen = now;
  thread->expired = true;
  return count;
}

const struct clock clock_wall = {
  .name = "wall",
  .dimension = "seconds",
  .is_not_cpu = true,
  .abbreviation = 's',
  .fallback = &clock_itimer,
  .limit = clock_timer_limit,
  .open = clock_wall_open_timer,
  .arm = clock_wall_arm,
  .close = clock_timer_close,
  .ticks = clock_wall_ticks,
  .rearm = clock_timer_rearm,
};
