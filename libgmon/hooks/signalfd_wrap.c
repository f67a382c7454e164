/* signalfd_wrap.c -- hides the clock's signals from signalfd and sigpending.

   SPDX-License-Identifier: 0BSD

   libgmon defines signalfd and sigpending before libc, and calls the next
   definition, or in a static program the kernel.

   A thread that blocks all signals and reads them from a descriptor would read
   the clock's SIGPROF as well, and find it pending.

   The definitions are weak, so that a program may have its own.  They are in a
   file of their own, so that a static program contains them only if it calls
   them.  */

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hooks/without_ticks.h"
#include "life/state.h"
#include "life/wraps.h"
#include "machine.h"

#define OURS EXPORTED __attribute__ ((weak))

OURS int signalfd (int fd, const sigset_t *mask, int flags);
OURS int sigpending (sigset_t *set);

/* Returns true if SIGPROF belongs to the clock, or will when the program
   switches profiling on again: a descriptor lives longer than that.  */
PART_OF_WRAPPER bool
is_for_clock (void)
{
  struct sigaction action;

  if (sampler_has_signal (&gmon.sampler))
    return true;
  return atomic_load (&gmon.phase) == GMON_PHASE_OFF && process_is_ours ()
         && gmon.dump.options.clock != OPTIONS_CLOCK_NONE
         && libc_sigaction (&gmon.libc_signals, SIGPROF, NULL, &action) == 0
         && (action.sa_flags & SA_SIGINFO) == 0
         && (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN);
}

/* The kernel answers a null pointer with EFAULT.  The headers of the C library
   promise the compiler that MASK is none.  */
int
signalfd (int fd, const sigset_t *mask, int flags)
{
  const sigset_t *volatile given = mask;
  const sigset_t *wanted = given;
  sigset_t copy;

  if (!gmon.libc_signals.looked_up)
    libc_next_signals (&gmon.libc_signals);
  if (wanted != NULL)
    {
      set_without_ticks (&copy, wanted, is_for_clock ());
      wanted = &copy;
    }
  if (gmon.libc_signals.signalfd != NULL)
    return gmon.libc_signals.signalfd (fd, wanted, flags);
  return (int) syscall (SYS_signalfd4, fd, wanted, KERNEL_SIGNALS / 8, flags);
}

int
sigpending (sigset_t *set)
{
  int result;

  if (!gmon.libc_signals.looked_up)
    libc_next_signals (&gmon.libc_signals);
  if (gmon.libc_signals.sigpending != NULL)
    result = gmon.libc_signals.sigpending (set);
  else
    result = (int) syscall (SYS_rt_sigpending, set, KERNEL_SIGNALS / 8);
  if (result == 0 && sampler_has_signal (&gmon.sampler))
    sigdelset (set, SIGPROF);
  return result;
}

WRAPPER (signalfd);
WRAPPER (sigpending);
