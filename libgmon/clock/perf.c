/* perf.c -- the clock as the kernel's performance event of CPU time.

   SPDX-License-Identifier: 0BSD

   The kernel writes a record, by a timer of high resolution, for every period
   that a thread ran.  Contracts are in clock.h.

   A record has the place of the thread; in the kernel that is the place of the
   system call.  It has no call stack.  If stacks are recorded, the ticks of the
   records that were written when the signal came, outside the kernel, get the
   place and the stack that the signal's handler finds.

   The number of ticks does not come from the records but from
   the CPU time that the thread has used when they are read.  These ticks are
   spread over the records that were written since the last reading.  So
   records that found no room are made good for.  Time that the host of a
   virtual machine took from us is not counted, although the event counts it.
   If the kernel only lets us count the time outside the kernel, getrusage
   gives that time.

   The event itself raises no signal.  In a thread that enters the kernel to
   sleep, the signal would come before the sleep and end the system call.  A
   second event, which does not count in the kernel, raises the signal that has
   the records read (perf_event.h).  */

#include <signal.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include "clock/perf_abi.h"
#include "clock/sampler.h"
#include "clock/thread_timer.h"
#include "sys/message.h"
#include "sys/thread_pool.h"
#include "sys/timer.h"
#include "machine.h"

#define RECORD_PAGES 2          /* room for 200 records */

/* With stacks, the CPU time between two signals, in ns, if the period is not
   longer; and the shortest period for which that is so: at 100 kHz the records
   alone take most of the time.  */
#define STACK_PACE 250000
#define STACK_PERIOD 50000

/* The highest rate, in Hz.  The kernel's timer, its record and the handler take
   6 to 10 us for each sample: this is a fifth of the time.  At
   80,000 Hz they take all of it, and a program never ends.  */
#define PERF_MAX_RATE 20000

static perf_take clock_perf_take;

static unsigned
clock_perf_limit (void)
{
  return PERF_MAX_RATE;
}

/* The message appears once in a job.  A forked child inherits user_only, so it
   prints no message; other children have a mark in GMON_OPTIONS.  */
static int
clock_perf_start (struct sampler *sampler)
{
  struct perf_plan plan = { .page_size = getauxval (AT_PAGESZ),
                            .descriptors = sampler->host->descriptors,
                            .record_pages = RECORD_PAGES,
                            .take = clock_perf_take };
  bool known = atomic_load (&sampler->perf.user_only);
  uint32_t pace = sampler->wants_contexts && sampler->period >= STACK_PERIOD
                  ? STACK_PACE : PERF_PACE;
  int error;

  plan.attr[0].type = PERF_TYPE_SOFTWARE;
  plan.attr[0].size = sizeof plan.attr[0];
  plan.attr[0].config = PERF_SOFTWARE_TASK_CLOCK;
  plan.attr[0].sample_period = sampler->period;
  plan.attr[0].sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ
                             | PERF_SAMPLE_CALLCHAIN;
  plan.attr[0].disabled = 1;
  plan.attr[0].exclude_callchain_kernel = 1;
  plan.attr[0].sample_max_stack = 1;
  perf_describe_pace (&plan.attr[1],
                      sampler->period > pace ? sampler->period : pace);
  sampler->perf.plan = plan;
  error = perf_start (&sampler->perf, true);
  if (error == 0 && !known && atomic_load (&sampler->perf.user_only)
      && sampler->host->first_notice ())
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

/* Returns the time that the calling thread has used outside the kernel, in ns:
   the first two of the 18 words of getrusage.  */
static uint64_t
user_time (void)
{
  long usage[36];

  usage[0] = usage[1] = 0;
  machine_syscall (SYS_getrusage, RUSAGE_THREAD, (long) usage, 0, 0, 0, 0);
  return (uint64_t) usage[0] * 1000000000 + (uint64_t) usage[1] * 1000;
}

/* A thread with kind CLOCK_THREAD_FOUND has used CPU time before it was found,
   which is counted too, so its first tick is due at time 0 plus a period.
   Another thread's time outside the kernel cannot be known, so due is 0
   then.  */
static void
clock_perf_arm (struct sampler *sampler, struct clock_thread *thread,
                int handle, enum clock_thread_kind kind)
{
  uint64_t now = 0;

  if (kind != CLOCK_THREAD_FOUND)
    now = timers_now (timers_cpu_clock (owner_id (&thread->owned)));
  perf_arm (&sampler->perf, handle,
            atomic_load (&sampler->perf.user_only) ? 0
                                                   : now + sampler->period);
}

void
clock_perf_close (struct sampler *sampler, int handle)
{
  perf_close (&sampler->perf, handle);
}

/* Returns the counted time that the thread of COUNTER has used, in ns, or 0 if
   it is not known.  A thread that has ended has no clock; the result is then
   0.  */
static uint64_t
time_used (const struct perf *perf, const struct perf_counter *counter)
{
  if (!atomic_load (&perf->user_only))
    return timers_now (timers_cpu_clock (counter->thread));
  return counter->thread == machine_thread_id () ? user_time () : 0;
}

/* Returns the number of ticks for the records that are being read now.  A
   record comes about when a tick is due, a little sooner or later.  If the
   time is not known, each record is one tick.  */
static uint64_t
ticks_due (const struct sampler *sampler, struct perf_counter *counter)
{
  uint32_t period = sampler->period;
  uint64_t now = time_used (&sampler->perf, counter);
  uint64_t ticks = counter->left;

  if (now != 0 && counter->due != 0)
    ticks = now + period / 2 < counter->due
            ? 0 : timers_divide (now + period / 2 - counter->due, period) + 1;
  if (now != 0 && counter->due == 0)
    counter->due = now + period;
  else if (counter->due != 0)
    counter->due += ticks * period;
  return ticks;
}

/* Returns true if the record at PLACE, with COUNTER->left to come, was written
   in the last pace of the signals: no signal could come before.  */
static bool
is_at_signal (const struct sampler *sampler, const struct perf_counter *counter,
              const struct perf_place *place)
{
  uint64_t pace = sampler->perf.plan.attr[1].sample_period;

  return sampler->wants_contexts && place->at_signal && place->in_user
         && (counter->left - 1) * sampler->period < pace;
}

/* Delivers an equal part of the ticks of this reading for each record, or
   leaves it to the handler of the signal.  */
static void
clock_perf_take (struct sampler *sampler, struct perf_counter *counter,
                 const struct perf_place *place)
{
  uint64_t ticks;

  if (!counter->started)
    counter->owed = ticks_due (sampler, counter);
  ticks = timers_divide (counter->owed, counter->left);
  counter->owed -= ticks;
  if (is_at_signal (sampler, counter, place))
    counter->here += ticks;
  else if (ticks != 0)
    sampler_deliver (sampler, &(struct sampler_tick) {
                                place->pc, (unsigned) ticks, NULL });
}

void
clock_perf_flush (struct sampler *sampler, int handle)
{
  perf_read (&sampler->perf, handle, sampler, false);
}

unsigned
clock_perf_ticks (struct sampler *sampler, struct clock_thread *thread,
                  const siginfo_t *info)
{
  int handle = thread != NULL ? atomic_load (&thread->handle) : 0;

  if (info->si_code >= POLL_IN && info->si_code <= POLL_HUP && handle != 0)
    return (unsigned) perf_read (&sampler->perf, handle - 1, sampler, true);
  return 0;
}

const struct clock clock_perf = {
  .name = "perf",
  .dimension = "seconds",
  .abbreviation = 's',
  .fallback = &clock_cpu,
  .limit = clock_perf_limit,
  .start = clock_perf_start,
  .open = clock_perf_open,
  .arm = clock_perf_arm,
  .close = clock_perf_close,
  .ticks = clock_perf_ticks,
  .flush = clock_perf_flush,
};
