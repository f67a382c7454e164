/* itimer.c -- the clock as ITIMER_PROF: one timer for the whole process.

   SPDX-License-Identifier: 0BSD

   The kernel sends SIGPROF to a running thread for every period of CPU time
   that the process has used.  The signal does not tell how many periods the
   kernel has missed.  Contracts are in clock.h.  */

#include <errno.h>
#include <sys/time.h>
#include <time.h>

#include "clock/sampler_state.h"

#define SHORTEST_TICK 100000    /* ns; a shorter resolution means that the
                                   kernel has no periodic tick */

/* Returns the frequency of the kernel's tick, in which the kernel checks CPU
   timers.  The resolution of the coarse clocks is the length of the tick.  */
static unsigned
clock_itimer_limit (void)
{
  struct timespec tick;

  if (clock_getres (CLOCK_MONOTONIC_COARSE, &tick) != 0 || tick.tv_sec != 0
      || tick.tv_nsec <= 0)
    return SAMPLER_USUAL_RATE;
  return tick.tv_nsec < SHORTEST_TICK ? SAMPLER_USUAL_RATE
                                      : (unsigned) (1000000000 / tick.tv_nsec);
}

static int
clock_itimer_start (struct sampler *sampler)
{
  uint32_t period = sampler->period / 1000;
  struct itimerval timer;
  struct itimerval before;

  timer.it_interval.tv_sec = (time_t) (period / 1000000);
  timer.it_interval.tv_usec = (suseconds_t) (period % 1000000);
  timer.it_value = timer.it_interval;
  if (setitimer (ITIMER_PROF, &timer, &before) != 0)
    return errno;
  if (!atomic_load (&sampler->running))
    {
      sampler->program_timer[0] = (long) before.it_interval.tv_sec;
      sampler->program_timer[1] = (long) before.it_interval.tv_usec;
      sampler->program_timer[2] = (long) before.it_value.tv_sec;
      sampler->program_timer[3] = (long) before.it_value.tv_usec;
    }
  return 0;
}

static void
stop (struct sampler *sampler)
{
  const struct itimerval none = { { 0, 0 }, { 0, 0 } };

  (void) sampler;
  setitimer (ITIMER_PROF, &none, NULL);
}

static void
give_back (struct sampler *sampler)
{
  const long *was = sampler->program_timer;
  const struct itimerval timer = { { was[0], was[1] }, { was[2], was[3] } };

  setitimer (ITIMER_PROF, &timer, NULL);
}

/* Returns 1 if the kernel has raised the signal: only then si_code is
   positive.  */
static unsigned
clock_itimer_ticks (struct sampler *sampler, struct clock_thread *thread,
                    const siginfo_t *info)
{
  (void) sampler;
  (void) thread;
  return info->si_code > 0;
}

const struct clock clock_itimer = {
  .name = "itimer",
  .dimension = "seconds",
  .abbreviation = 's',
  .limit = clock_itimer_limit,
  .start = clock_itimer_start,
  .stop = stop,
  .give_back = give_back,
  .ticks = clock_itimer_ticks,
};
