/* looks.h -- counts how often the kernel has looked at a thread's CPU timers.

   SPDX-License-Identifier: GPL-3.0-or-later

   The kernel looks at the CPU timers of the thread that runs, and only in its
   own tick.  On a busy machine the ticks meet one thread seldom, so that a
   part of a program may end long after the last look, and the samples of the
   time since then are missing by right.  A timer of the program on the same
   clock expires in the same looks.  A part that ends right after a look has
   all samples that are due, however busy the machine is.

   The signal has a higher number than SIGPROF and blocks it.  Both become
   pending in one look.  Of the signals of a thread the kernel delivers the
   lower number first, so that the sample of a thread's timer has been taken
   when the look is counted; ITIMER_PROF's signal, which is the process's, comes
   when the handler has returned.  In neither case is the handler sampled.  */

#ifndef LIBGMON_BASE_LOOKS_H
#define LIBGMON_BASE_LOOKS_H

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#ifndef sigev_notify_thread_id
# define sigev_notify_thread_id _sigev_un._tid
#endif

static __thread volatile unsigned looks;
static __thread volatile long look_time;    /* CPU time of the last look, us */

/* Returns the CPU time of the calling thread in microseconds.  */
static inline NOT_COUNTED long
thread_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* A handler for looks_start that makes no system call.  */
static inline NOT_COUNTED void
count_look (int signal)
{
  (void) signal;
  looks++;
}

/* A handler for looks_start that stores the time as well.  */
static inline NOT_COUNTED void
time_look (int signal)
{
  count_look (signal);
  look_time = thread_time ();
}

/* Has HANDLER called for looks of the kernel at the timers of the calling
   thread, LOOK_MS of its CPU time apart or more, and waits for the first of
   them.  Returns 0, or -1 if the kernel has no such timer.  */
#define LOOK_MS 5

static NOT_COUNTED int
looks_start (void (*handler) (int))
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART };
  struct itimerspec period = { { 0, LOOK_MS * 1000000L },
                               { 0, LOOK_MS * 1000000L } };
  struct sigevent event;
  timer_t timer;

  sigaddset (&action.sa_mask, SIGPROF);
  memset (&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGRTMIN;
  event.sigev_notify_thread_id = (int) syscall (SYS_gettid);
  if (sigaction (SIGRTMIN, &action, NULL) != 0
      || timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &timer) != 0
      || timer_settime (timer, 0, &period, NULL) != 0)
    return -1;
  while (looks == 0)
    continue;
  return 0;
}

#endif /* LIBGMON_BASE_LOOKS_H */
