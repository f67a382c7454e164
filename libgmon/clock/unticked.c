/* unticked.c -- threads that use CPU time but never get a tick.

   SPDX-License-Identifier: 0BSD

   Contracts are in unticked.h.  */

#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "clock/unticked.h"
#include "clock/sampler_state.h"
#include "sys/message.h"
#include "sys/timer.h"
#include "machine.h"

/* A thread that gets its ticks has one in each period, or in each tick of the
   kernel, on a busy machine later.  */
#define LEAST 50000000u         /* ns */
#define LEAST_PERIODS 3

#define LEAST_PART 20           /* a message is worth a twentieth ... */
#define LEAST_SUM 250000000u    /* ... and so many ns: a program that blocks its
                                   signals to end gets none */

/* Adds a thread with NAME that got no tick for NS ns.  */
static void
add (struct unticked *unticked, const char *name, uint64_t ns)
{
  wide_add (&unticked->ns, ns);
  wide_add (&unticked->threads, 1);
  if (atomic_exchange (&unticked->busy, 1) != 0)
    return;
  if (ns > unticked->most)
    {
      unticked->most = ns;
      memcpy (unticked->name, name, sizeof unticked->name);
    }
  atomic_store (&unticked->busy, 0);
}

/* Returns the time since the last tick of THREAD, which has used NOW ns; 0 if
   that is no loss.  On a machine that lends its processors to others, ticks
   come late.  So the timer must have expired long ago: as it is set again by
   the handler, its signal is pending then.  */
static uint64_t
lost (const struct sampler *sampler, const struct clock_thread *thread,
      uint64_t now)
{
  uint64_t ns = now > thread->seen ? now - thread->seen : 0;
  int handle = atomic_load (&thread->handle);

  if (handle == 0
      || ns < LEAST + (uint64_t) LEAST_PERIODS * sampler->period
      || !timers_has_expired (handle - 1))
    return 0;
  return ns;
}

#define WORD_BITS (8 * sizeof (long))

/* Returns true if the calling thread blocks SIGPROF.  */
static bool
is_blocked (void)
{
  unsigned long words[KERNEL_SIGNALS / WORD_BITS] = { 0 };
  unsigned bit = SIGPROF - 1;

  machine_syscall (SYS_rt_sigprocmask, SIG_BLOCK, 0, (long) words,
                   sizeof words, 0, 0);
  return (words[bit / WORD_BITS] >> bit % WORD_BITS & 1) != 0;
}

/* The time of a thread that blocks SIGPROF is not that of others.  */
void
unticked_thread_ends (struct sampler *sampler)
{
  const struct clock_thread *thread = atomic_load (&clock_current);
  char name[THREAD_NAME_SIZE] = "";
  uint64_t now, ns;

  if (sampler->clock != &clock_cpu || thread == NULL
      || !atomic_load (&sampler->running) || atomic_load (&thread->handle) == 0)
    return;
  now = timers_now (CLOCK_THREAD_CPUTIME_ID);
  ns = lost (sampler, thread, now);
  if (ns != 0)
    {
      machine_syscall (SYS_prctl, PR_GET_NAME, (long) name, 0, 0, 0, 0);
      add (&sampler->unticked, name, ns);
    }
  else if (!is_blocked ())
    clock_cpu_thread_ends (sampler, thread, now);
}

static void
add_living (struct sampler *sampler, struct clock_thread *thread, void *data)
{
  uint32_t id = owner_id (&thread->owned);
  uint64_t ns = lost (sampler, thread, timers_now (timers_cpu_clock (id)));
  struct thread_times times = { .name = "" };
  char text[GMON_NUMBER_SIZE];

  if (ns == 0 || id == 0 || machine_thread_is_gone (machine_process_id (), id))
    return;
  thread_times_read (sampler->host->descriptors,
                     gmon_number_text (text, id), &times);
  add (data, times.name, ns);
}

void
unticked_clock_stops (struct sampler *sampler)
{
  if (sampler->clock == &clock_cpu)
    clock_threads_each (sampler, add_living, &sampler->unticked);
}

/* Writes NS ns as seconds with two digits to TEXT.  */
static const char *
seconds (char *text, size_t size, uint64_t ns)
{
  uint64_t hundredths = timers_divide (ns, 10000000);
  char *at = text + size;

  *--at = '\0';
  for (int digit = 0; digit < 3 || hundredths != 0; digit++)
    {
      uint64_t rest = timers_divide (hundredths, 10);

      *--at = (char) ('0' + (hundredths - 10 * rest));
      hundredths = rest;
      if (digit == 1)
        *--at = '.';
    }
  return at;
}

/* The living threads are added to a copy, as there may be several reports.  */
bool
unticked_report (struct sampler *sampler, uint64_t used)
{
  struct unticked all;
  char most[24], sum[24];

  memcpy (&all, &sampler->unticked, sizeof all);
  atomic_store (&all.busy, 0);
  if (atomic_load (&sampler->running))
    clock_threads_each (sampler, add_living, &all);
  if (wide_load (&all.ns) < LEAST_SUM
      || wide_load (&all.ns) < timers_divide (used, LEAST_PART))
    return false;
  gmon_message ("thread ", all.name, ": ",
                seconds (most, sizeof most, all.most),
                " s of its CPU time were not sampled, as it blocks SIGPROF"
                " (all such threads: ",
                seconds (sum, sizeof sum, wide_load (&all.ns)),
                " s); try GMON_OPTIONS=clock=perf or gprof --engine=events");
  return true;
}

void
unticked_forget (struct unticked *unticked)
{
  memset (unticked, 0, sizeof *unticked);
}
