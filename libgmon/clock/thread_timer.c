/* thread_timer.c -- functions shared by the clocks with one timer per thread.

   SPDX-License-Identifier: 0BSD

   Contracts are in thread_timer.h.  */

#include "clock/thread_timer.h"
#include "clock/sampler_state.h"
#include "sys/timer.h"

#define GOLDEN 0x9e3779b9u      /* 2^32 times the fraction of the golden
                                   ratio */

unsigned
clock_timer_limit (void)
{
  return CLOCK_MAX_RATE;
}

void
clock_timer_close (struct sampler *sampler, int handle)
{
  (void) sampler;
  timers_delete (handle);
}

/* The multiples of an irrational number, modulo 1, are spread evenly.  So are
   every second or every third of them.  The first value is random.  */
uint64_t
clock_timer_phase (struct sampler *sampler)
{
  uint64_t random = atomic_fetch_add (&sampler->random, GOLDEN);

  return (random * sampler->period >> 32) + 1;
}

bool
clock_timer_is_own (const struct clock_thread *thread, const siginfo_t *info)
{
  return thread != NULL
         && info->si_value.sival_ptr == timers_value (true)
         && atomic_load (&thread->handle) != 0;
}

unsigned
clock_timer_count (const struct sampler *sampler, struct clock_thread *thread,
                   uint64_t time)
{
  uint64_t ticks = 0;

  if (time >= thread->due)
    ticks = timers_divide (time - thread->due, sampler->period) + 1;
  thread->due += ticks * sampler->period;
  return (unsigned) ticks;
}

/* The next tick is due before the last one was seen if, since then, another
   thread has found this one and armed it anew.  */
void
clock_timer_rearm (struct clock_thread *thread)
{
  int handle = atomic_load (&thread->handle);
  bool expired = thread->expired;
  uint64_t due = thread->due;

  thread->expired = false;
  if (expired && handle != 0)
    timers_set (handle - 1, due > thread->seen ? due - thread->seen : 1);
}
