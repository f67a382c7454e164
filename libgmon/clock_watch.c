/* clock_watch.c -- finds the threads that call no hook.

   SPDX-License-Identifier: 0BSD

   In: the CPU time of the process.  Out: a handle for each thread (clock.h).
   Contracts are in clock_watch.h.  Called by sampler.c.

   A thread that runs code without hooks in the image is not seen by its first
   call.  So there is a timer on the CPU time of the whole process.  Its signal
   goes to the thread that runs (before Linux 6.4 rather to the main one), which
   is armed if it has to be; so are all others, if the kernel's list has another
   length than before.  As long as nobody is found that is done less and less
   often.  What such a thread has used until then is counted when it is found,
   where it is then.

   With many threads a scan of the kernel's list takes longer than the shortest
   period, and just to set such a timer makes the kernel add up the time of all
   threads.  Neither may take more than one part in COSTS_APART of the process's
   time.  */

#include <fcntl.h>
#include <stddef.h>
#include <time.h>

#include "internal.h"
#include "machine.h"
#include "timers.h"

#define SHORTEST 20000000u      /* ns */
#define LONGEST 160000000u
#define COSTS_APART 64

/* The beginning of the kernel's struct statx, alike on all machines.  */
struct statx_buffer
{
  uint32_t mask;
  uint32_t block_size;
  uint64_t attributes;
  uint32_t links;
  uint32_t rest[64];
};

#define WANT_LINKS 4

/* It has a link for each thread; where that is not known, it is always
   another.  */
static uint32_t
links_of_list (uint32_t before)
{
  struct statx_buffer buffer;

  if (machine_syscall (SYS_statx, AT_FDCWD, (long) "/proc/self/task", 0,
                       WANT_LINKS, (long) &buffer, 0) != 0)
    return before + 1;
  return buffer.links;
}

void
clock_watch_start (struct clock_watch *watch)
{
  int none = 0;
  int timer;

  if (atomic_load (&watch->timer) != 0)
    return;
  timer = timers_create (CLOCK_PROCESS_CPUTIME_ID, SIGPROF, 0);
  if (timer < 0)
    return;
  watch->links = 0;
  watch->waited = watch->scan = watch->setting = 0;
  watch->period = SHORTEST;
  if (atomic_compare_exchange_strong (&watch->timer, &none, timer + 1))
    timers_set (timer, watch->period);
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

static void
set_timer (struct clock_watch *watch, int timer)
{
  uint64_t start = timers_now (CLOCK_THREAD_CPUTIME_ID);

  timers_set (timer, watch->period);
  watch->setting = timers_now (CLOCK_THREAD_CPUTIME_ID) - start;
}

/* Arm who has to be.  False: nobody.  */
static bool
look (struct sampler *sampler, int *error)
{
  struct clock_watch *watch = &sampler->watch;
  const struct clock_thread *self = clock_thread_self (sampler);
  uint32_t links = links_of_list (watch->links);
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

bool
clock_watch_tick (struct sampler *sampler, const siginfo_t *info, int *error)
{
  struct clock_watch *watch = &sampler->watch;
  int timer = atomic_load (&watch->timer);

  *error = 0;
  if (timer == 0
      || info->si_value.sival_ptr != timers_value (false))
    return false;
  watch->waited += watch->period;
  if (look (sampler, error))
    watch->period = SHORTEST;
  else if (watch->period < LONGEST)
    watch->period *= 2;
  if (watch->period < COSTS_APART * watch->setting)
    watch->period = COSTS_APART * watch->setting;
  set_timer (watch, timer - 1);
  return true;
}
