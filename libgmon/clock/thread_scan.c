/* thread_scan.c -- finds the threads that call no hook.

   SPDX-License-Identifier: 0BSD

   Contracts are in thread_scan.h.

   A thread that runs only code without hooks makes no first call that would
   announce it.  While threads with a handle use CPU time, their ticks show
   when it is time to check.  If the kernel's list of threads has another length
   than at the last scan, the list is scanned and every thread without a handle
   is armed.  As long as no thread is found, checks become less frequent.

   While only unknown threads use CPU time, there is no such tick.  For that
   case there is a timer on the CPU time of the process, the alarm.  Each check
   puts the alarm off, so it expires only after more CPU time than lies between
   two checks.  Its signal goes to the process, not to a thread: the kernel
   chooses the running thread, which is an unknown one.  A thread that blocks
   SIGPROF is never chosen; then a sleeping thread gets the signal, and its
   system call ends with EINTR.  So an alarm while known threads tick would be
   wrong, and an alarm that finds nothing multiplies the time until the next
   one: most often a thread that blocks SIGPROF has used the time.  Before
   Linux 6.4 the kernel prefers the main thread.

   The CPU time that a thread has used before it is found is counted at the
   place where the thread is found.

   With wait=on a thread of libgmon polls all others anyway (waits/).  It
   arms new threads, and there is no alarm: that thread uses CPU time and blocks
   SIGPROF, so a sleeping thread would get the alarm's signal.

   With many threads a scan of the kernel's list takes longer than the shortest
   period, and setting the alarm makes the kernel add up the time of all
   threads.  Neither may take more than one part in COSTS_APART of the
   process's time.  */

#include <stddef.h>
#include <time.h>

#include "clock/thread_scan.h"
#include "clock/sampler_state.h"
#include "sys/task_list.h"
#include "sys/timer.h"
#include "machine.h"

#define SHORTEST 20000000u      /* ns, the shortest period */
#define LONGEST 160000000u
#define COSTS_APART 64
#define MOST_PATIENCE (1u << 21)
#define MORE_PATIENCE 8

/* Puts the alarm off.  Two periods of the clock are added, since each thread
   may have used up to one period that no tick shows yet.  */
static void
set_alarm (struct sampler *sampler)
{
  struct clock_watch *watch = &sampler->watch;
  int timer = atomic_load (&watch->timer);
  uint64_t start;

  if (timer == 0)
    return;
  if (atomic_load (&sampler->spared) != 0)
    {
      timers_set (timer - 1, 0);
      return;
    }
  watch->alarm = (uint64_t) watch->patience * 2
                 * (watch->period + sampler->period);
  start = timers_now (CLOCK_THREAD_CPUTIME_ID);
  timers_set (timer - 1, watch->alarm);
  watch->setting = timers_now (CLOCK_THREAD_CPUTIME_ID) - start;
}

void
clock_watch_start (struct sampler *sampler)
{
  struct clock_watch *watch = &sampler->watch;
  int none = 0;
  int timer;

  if (atomic_load (&watch->timer) != 0)
    return;
  watch->links = 0;
  watch->waited = watch->scan = watch->setting = 0;
  watch->period = SHORTEST;
  watch->patience = 1;
  wide_store (&watch->ticked, 0);
  atomic_store (&watch->busy, 0);
  timer = timers_create (CLOCK_PROCESS_CPUTIME_ID, SIGPROF, 0);
  if (timer < 0)
    return;
  if (atomic_compare_exchange_strong (&watch->timer, &none, timer + 1))
    set_alarm (sampler);
  else
    timers_delete (timer);
}

void
clock_watch_stop (struct clock_watch *watch)
{
  int timer = atomic_exchange (&watch->timer, 0);

  if (timer != 0)
    timers_delete (timer - 1);
}

/* Arms the threads without a handle.  Returns true if there may have been such
   threads.  Stores an errno value in *ERROR if one cannot be armed.  */
static bool
check_list (struct sampler *sampler, int *error)
{
  struct clock_watch *watch = &sampler->watch;
  const struct clock_thread *self = clock_thread_self (sampler);
  uint32_t links = task_list_links (watch->links);
  uint64_t start;

  if (self == NULL || atomic_load (&self->handle) == 0)
    {
      *error = clock_thread_found (sampler);
      watch->links = 0;
    }
  if (*error != 0 || links == watch->links)
    return false;
  if (watch->waited >= COSTS_APART * watch->scan)
    {
      start = timers_now (CLOCK_THREAD_CPUTIME_ID);
      *error = clock_threads_start (sampler, CLOCK_THREAD_FOUND);
      watch->scan = timers_now (CLOCK_THREAD_CPUTIME_ID) - start;
      watch->links = links;
      watch->waited = 0;
    }
  return true;
}

/* Looks for threads, after NS ns of CPU time since the last check, and decides
   when to check again.  Returns 0 or an errno value.  */
static int
check_and_wait (struct sampler *sampler, uint64_t ns, bool is_alarm)
{
  struct clock_watch *watch = &sampler->watch;
  int error = 0;

  if (atomic_exchange (&watch->busy, 1) != 0)
    return 0;
  wide_store (&watch->ticked, 0);
  watch->waited += ns;
  if (check_list (sampler, &error))
    {
      watch->period = SHORTEST;
      watch->patience = 1;
    }
  else if (is_alarm && watch->patience < MOST_PATIENCE)
    watch->patience *= MORE_PATIENCE;
  else if (watch->period < LONGEST)
    watch->period *= 2;
  if (watch->period < COSTS_APART * watch->setting)
    watch->period = COSTS_APART * watch->setting;
  set_alarm (sampler);
  atomic_store (&watch->busy, 0);
  return error;
}

bool
clock_watch_is_own (const struct clock_watch *watch, const siginfo_t *info)
{
  return atomic_load (&watch->timer) != 0
         && info->si_value.sival_ptr == timers_value (false);
}

int
clock_watch_alarm (struct sampler *sampler)
{
  return check_and_wait (sampler, sampler->watch.alarm, true);
}

int
clock_watch_ticked (struct sampler *sampler, uint64_t ns)
{
  struct clock_watch *watch = &sampler->watch;
  uint64_t ticked;

  wide_add (&watch->ticked, ns);
  ticked = wide_load (&watch->ticked);
  return ticked < watch->period ? 0 : check_and_wait (sampler, ticked, false);
}

void
clock_watch_spare (struct sampler *sampler, uint32_t id)
{
  atomic_store (&sampler->spared, id);
  set_alarm (sampler);
}

/* Handles of clocks with flush are descriptors, and the calling thread has a
   table of descriptors of its own.  */
bool
clock_watch_other (struct sampler *sampler)
{
  struct clock_watch *watch = &sampler->watch;
  const struct clock *clock = sampler->clock;

  if (!atomic_load (&sampler->running))
    return true;
  if (clock->open == NULL)
    return false;
  if (clock->flush == NULL && atomic_exchange (&watch->busy, 1) == 0)
    {
      clock_threads_start (sampler, CLOCK_THREAD_FOUND);
      set_alarm (sampler);
      atomic_store (&watch->busy, 0);
    }
  return true;
}
