/* sigwait_wrap.c -- keeps the clock's signals from threads in sigwait.

   SPDX-License-Identifier: 0BSD

   libgmon defines sigwait, sigwaitinfo and sigtimedwait before libc, and calls
   the next definition of sigtimedwait, or in a static program the kernel.

   A thread that blocks all signals and waits for them would receive the
   clock's SIGPROF as well.

   A thread that does not block SIGPROF has another trouble.  If a SIGPROF for
   the process is pending when the thread begins to wait, the kernel ends the
   wait with EINTR, even if another thread takes the signal.  So such a thread
   waits for SIGPROF, too, sends each tick that it gets to itself, where the
   handler takes it, and goes on waiting.

   The definitions are weak, so that a program may have its own.  They are in a
   file of their own, so that a static program contains them only if it calls
   them.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hooks/without_ticks.h"
#include "life/state.h"
#include "life/wraps.h"
#include "machine.h"

#define OURS EXPORTED __attribute__ ((weak))

OURS int sigwait (const sigset_t *set, int *number);
OURS int sigwaitinfo (const sigset_t *set, siginfo_t *info);
OURS int sigtimedwait (const sigset_t *set, siginfo_t *info,
                       const struct timespec *timeout);

/* Returns true if a call that waits for SET is to go on after ticks: SIGPROF
   belongs to the clock, SET does not mean SIGPROF alone, and the calling thread
   does not block it.  */
PART_OF_WRAPPER bool
goes_on_after_ticks (const sigset_t *set)
{
  sigset_t mask;

  return sampler_has_signal (&gmon.sampler)
         && (sigismember (set, SIGPROF) != 1 || set_has_another (set))
         && sigprocmask (SIG_BLOCK, NULL, &mask) == 0
         && sigismember (&mask, SIGPROF) != 1;
}

/* Does what sigtimedwait does by a system call, for static programs.  Like
   libc's function it is a cancellation point.  */
PART_OF_WRAPPER int
wait_by_kernel (const sigset_t *set, siginfo_t *info,
                const struct timespec *timeout)
{
  long words[2] = { 0, 0 };
  int type, result;

  if (timeout != NULL)
    {
      words[0] = (long) timeout->tv_sec;
      words[1] = (long) timeout->tv_nsec;
    }
  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, &type);
  result = (int) syscall (KERNEL_SIGTIMEDWAIT, set, info,
                          timeout != NULL ? words : NULL,
                          KERNEL_SIGNALS / 8);
  pthread_setcanceltype (type, &type);
  return result;
}

PART_OF_WRAPPER int
next_sigtimedwait (const sigset_t *set, siginfo_t *info,
                   const struct timespec *timeout)
{
  return gmon.libc_signals.sigtimedwait != NULL
         ? gmon.libc_signals.sigtimedwait (set, info, timeout)
         : wait_by_kernel (set, info, timeout);
}

/* Sets *LEFT to TIMEOUT without the time since START, at least 0.  */
static void
time_left (struct timespec *left, const struct timespec *timeout,
           const struct timespec *start)
{
  struct timespec now;
  long ns;

  clock_gettime (CLOCK_MONOTONIC, &now);
  left->tv_sec = timeout->tv_sec - (now.tv_sec - start->tv_sec);
  ns = timeout->tv_nsec - (now.tv_nsec - start->tv_nsec);
  if (ns < 0)
    {
      left->tv_sec--;
      ns += 1000000000;
    }
  else if (ns >= 1000000000)
    {
      left->tv_sec++;
      ns -= 1000000000;
    }
  if (left->tv_sec < 0)
    left->tv_sec = ns = 0;
  left->tv_nsec = ns;
}

/* Does what sigtimedwait does, with SIGPROF in SET, but goes on after ticks.  A
   SIGPROF that somebody has sent ends the call, as its handler would.  */
PART_OF_WRAPPER int
wait_past_ticks (const sigset_t *set, siginfo_t *info,
                 const struct timespec *timeout)
{
  struct timespec start = { 0, 0 };
  struct timespec left = { 0, 0 };
  siginfo_t taken;
  int result;

  if (timeout != NULL)
    {
      left = *timeout;
      clock_gettime (CLOCK_MONOTONIC, &start);
    }
  while ((result = next_sigtimedwait (set, &taken,
                                      timeout != NULL ? &left : NULL))
         == SIGPROF)
    {
      machine_syscall (SYS_rt_tgsigqueueinfo, (long) machine_process_id (),
                       (long) machine_thread_id (), SIGPROF, (long) &taken, 0,
                       0);
      if (taken.si_code <= 0 && taken.si_code != SI_TIMER)
        {
          errno = EINTR;
          return -1;
        }
      if (timeout != NULL)
        time_left (&left, timeout, &start);
    }
  if (result > 0 && info != NULL)
    *info = taken;
  return result;
}

int
sigtimedwait (const sigset_t *set, siginfo_t *info,
              const struct timespec *timeout)
{
  sigset_t copy;

  if (!gmon.libc_signals.looked_up)
    libc_next_signals (&gmon.libc_signals);
  if (goes_on_after_ticks (set))
    {
      copy = *set;
      sigaddset (&copy, SIGPROF);
      return wait_past_ticks (&copy, info, timeout);
    }
  set_without_ticks (&copy, set, sampler_has_signal (&gmon.sampler));
  return next_sigtimedwait (&copy, info, timeout);
}

int
sigwaitinfo (const sigset_t *set, siginfo_t *info)
{
  return sigtimedwait (set, info, NULL);
}

/* Unlike sigtimedwait, sigwait goes on waiting after a signal handler has run,
   and it keeps errno.  */
int
sigwait (const sigset_t *set, int *number)
{
  int saved = errno;
  int result;

  do
    result = sigtimedwait (set, NULL, NULL);
  while (result < 0 && errno == EINTR);
  if (result < 0)
    result = errno;
  else
    {
      *number = result;
      result = 0;
    }
  errno = saved;
  return result;
}

WRAPPER (sigwait);
WRAPPER (sigwaitinfo);
WRAPPER (sigtimedwait);
