/* sigwait_wrap.c -- keeps the clock's signals from threads in sigwait.

   SPDX-License-Identifier: 0BSD

   In: calls of sigwait, sigwaitinfo and sigtimedwait, which libgmon defines
   before libc.  Out: the next definition of sigtimedwait, or in a static
   program the system call.

   A thread that blocks all signals and waits for them would receive the
   clock's SIGPROF as well.  The definitions are weak, so that a program may
   have its own.  They are in a file of their own, so that a static program
   contains them only if it calls them.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "life/state.h"
#include "machine.h"

#define OURS EXPORTED __attribute__ ((weak))

OURS int sigwait (const sigset_t *set, int *number);
OURS int sigwaitinfo (const sigset_t *set, siginfo_t *info);
OURS int sigtimedwait (const sigset_t *set, siginfo_t *info,
                       const struct timespec *timeout);

/* Returns true if SET contains a signal other than SIGPROF.  */
static bool
has_another (const sigset_t *set)
{
  for (int number = 1; number <= KERNEL_SIGNALS; number++)
    if (number != SIGPROF && sigismember (set, number) == 1)
      return true;
  return false;
}

/* Sets *COPY to SET, but without SIGPROF while SIGPROF belongs to the clock,
   since a thread that blocks SIGPROF would receive the clock's ticks.  A SET
   of SIGPROF alone is not changed, as the program then means that signal.  */
static void
without_ticks (sigset_t *copy, const sigset_t *set)
{
  *copy = *set;
  if (sigismember (set, SIGPROF) == 1 && sampler_has_signal (&gmon.sampler)
      && has_another (set))
    sigdelset (copy, SIGPROF);
}

/* Does what sigtimedwait does by a system call, for static programs.  Like
   libc's function it is a cancellation point.  */
static int
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

int
sigtimedwait (const sigset_t *set, siginfo_t *info,
              const struct timespec *timeout)
{
  sigset_t copy;

  without_ticks (&copy, set);
  if (!gmon.libc_signals.looked_up)
    libc_next_signals (&gmon.libc_signals);
  return gmon.libc_signals.sigtimedwait != NULL
         ? gmon.libc_signals.sigtimedwait (&copy, info, timeout)
         : wait_by_kernel (&copy, info, timeout);
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
