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
   where it is then.  */

#include <fcntl.h>
#include <stddef.h>
#include <time.h>

#include "internal.h"
#include "machine.h"
#include "timers.h"

#define SHORTEST 20000000u      /* ns */
#define LONGEST 160000000u

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

bool
clock_watch_tick (struct sampler *sampler, const siginfo_t *info, int *error)
{
  struct clock_watch *watch = &sampler->watch;
  struct clock_thread *self;
  uint32_t links;
  int timer = atomic_load (&watch->timer);

  *error = 0;
  if (timer == 0
      || info->si_value.sival_ptr != timers_value (false))
    return false;
  links = links_of_list (watch->links);
  self = clock_thread_self (sampler);
  if (links != watch->links || self == NULL
      || atomic_load (&self->handle) == 0)
    {
      *error = clock_threads_start (sampler, CLOCK_THREAD_FOUND);
      watch->links = links;
      watch->period = SHORTEST;
    }
  else if (watch->period < LONGEST)
    watch->period *= 2;
  timers_set (timer - 1, watch->period);
  return true;
}
