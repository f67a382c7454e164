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

static inline NOT_COUNTED int
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

/* -- Without a handler ---------------------------------------------------- */

#define ENOUGH_MS 10000         /* of CPU time without a look */

/* Where a part is, from zeros on.  */
struct part
{
  int begun;
  int has_timer;
  timer_t timer;
  long end;                     /* in CPU time of the thread, us */
  int ended;
};

/* Sets up SIGRTMIN + 1, blocked in the calling thread, for PART.  */
static inline NOT_COUNTED void
part_begin (struct part *part, long milliseconds)
{
  struct itimerspec period = { { 0, 1000000 }, { 0, 1000000 } };
  struct sigevent event;
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGRTMIN + 1);
  sigprocmask (SIG_BLOCK, &set, NULL);
  memset (&event, 0, sizeof event);
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGRTMIN + 1;
  event.sigev_notify_thread_id = (int) syscall (SYS_gettid);
  part->has_timer
    = timer_create (CLOCK_THREAD_CPUTIME_ID, &event, &part->timer) == 0
      && timer_settime (part->timer, 0, &period, NULL) == 0;
  part->end = thread_time () + milliseconds * 1000;
  part->begun = 1;
}

/* Returns whether the kernel has looked since the last call.  */
static inline NOT_COUNTED int
part_look (void)
{
  static const struct timespec none;
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGRTMIN + 1);
  return sigtimedwait (&set, NULL, &none) > 0;
}

/* Returns 1 until the calling thread has used MILLISECONDS of CPU time since
   the first call for PART, and from then on until the kernel has looked at its
   timers; 0 once.  So the samples of the part that are due have been taken, one
   at least, however busy the machine is.  Without a timer the time alone
   counts.  Nothing interrupts the thread, and no handler uses its stack.  */
static inline NOT_COUNTED int
part_goes_on (struct part *part, long milliseconds)
{
  long now;

  if (!part->begun)
    part_begin (part, milliseconds);
  now = thread_time ();
  if (now < part->end)
    return 1;
  if (part->has_timer && now < part->end + ENOUGH_MS * 1000L)
    {
      int looked = part_look ();

      /* The first look may be one of before the end.  */
      if (!part->ended || !looked)
        {
          part->ended = 1;
          return 1;
        }
    }
  if (part->has_timer)
    timer_delete (part->timer);
  part_look ();
  part->begun = part->ended = 0;
  return 0;
}

#endif /* LIBGMON_BASE_LOOKS_H */
