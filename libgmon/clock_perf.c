/* clock_perf.c -- the clock as the kernel's performance event of CPU time.

   SPDX-License-Identifier: 0BSD

   In: SIGPROF, which the kernel raises in each thread for every period that
   this thread ran, by a timer of high resolution.  Out: ticks.  Contracts are
   in clock.h.  Called by sampler.c and clock_threads.c.

   A signal only says that it is time to look: how many ticks are due is what
   the thread has used of CPU time by then.  So signals that came together, that
   the kernel held back or that the host delayed are made good for, and time
   that the host took from us, which the event counts, is not.  Where the kernel
   lets us see but the time outside of it, that is what is counted, by
   getrusage.  A thread that ends within a period makes no tick.  */

#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include "clock_timer.h"
#include "internal.h"
#include "machine.h"
#include "timers.h"

/* Said once: a child inherits the knowledge.  */
static int
start (struct sampler *sampler)
{
  struct perf_plan plan = { .page_size = getauxval (AT_PAGESZ) };
  bool known = atomic_load (&sampler->perf.user_only);
  int error;

  plan.attr[0].type = PERF_TYPE_SOFTWARE;
  plan.attr[0].size = sizeof plan.attr[0];
  plan.attr[0].config = PERF_SOFTWARE_TASK_CLOCK;
  plan.attr[0].sample_period = sampler->period;
  plan.attr[0].disabled = 1;
  sampler->perf.plan = plan;
  error = perf_start (&sampler->perf, true);
  if (error == 0 && !known && atomic_load (&sampler->perf.user_only))
    gmon_message ("clock: perf: time in the kernel is not counted, as"
                  " perf_event_paranoid forbids it;"
                  " sysctl kernel.perf_event_paranoid=1 allows it");
  return error;
}

int
clock_perf_open (struct sampler *sampler, uint32_t id)
{
  return perf_open (&sampler->perf, id);
}

/* Of the calling thread, outside the kernel: the first two of the 18 words of
   getrusage.  */
static uint64_t
user_time (void)
{
  long usage[36];

  usage[0] = usage[1] = 0;
  machine_syscall (SYS_getrusage, RUSAGE_THREAD, (long) usage, 0, 0, 0, 0);
  return (uint64_t) usage[0] * 1000000000 + (uint64_t) usage[1] * 1000;
}

/* A thread that was found has used time before that was not looked at.  Of
   another thread the time outside the kernel cannot be known: the first signal
   makes one tick.  */
static void
arm (struct sampler *sampler, struct clock_thread *thread, int handle,
     enum clock_thread_kind kind)
{
  uint64_t now = 0;

  thread->due = 0;
  if (!atomic_load (&sampler->perf.user_only))
    {
      if (kind != CLOCK_THREAD_FOUND)
        now = timers_now (timers_cpu_clock (owner_id (&thread->owned)));
      thread->due = now + sampler->period;
    }
  perf_arm (&sampler->perf, handle);
}

void
clock_perf_close (int handle)
{
  perf_close (&gmon.sampler.perf, handle);
}

/* The signal comes about when a tick is due, a little sooner or later.  */
static unsigned
ticks (struct sampler *sampler, struct clock_thread *thread,
       const siginfo_t *info)
{
  uint64_t now;

  if (info->si_code < POLL_IN || info->si_code > POLL_HUP || thread == NULL)
    return 0;
  if (atomic_load (&sampler->perf.user_only))
    now = user_time ();
  else
    now = timers_now (CLOCK_THREAD_CPUTIME_ID);
  if (thread->due == 0)
    {
      thread->due = now + sampler->period;
      return 1;
    }
  return clock_timer_count (sampler, thread, now + sampler->period / 2);
}

const struct clock clock_perf = {
  .name = "perf",
  .dimension = "seconds",
  .abbreviation = 's',
  .fallback = &clock_cpu,
  .limit = clock_timer_limit,
  .start = start,
  .open = clock_perf_open,
  .arm = arm,
  .close = clock_perf_close,
  .ticks = ticks,
};
