/* sigprof.h -- sigaction and its kin, as the program sees them.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SIGPROF_H
#define GMON_SIGPROF_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>

#include "namespace.h"

/* How many signals the kernel has, and its call sigtimedwait with a timeout of
   two longs, which musl names so where its time_t has 64 bits.  */
#if _NSIG > 65
# define SIGPROF_SIGNALS 128
#else
# define SIGPROF_SIGNALS 64
#endif
#ifdef SYS_rt_sigtimedwait_time32
# define SIGPROF_TIMEDWAIT SYS_rt_sigtimedwait_time32
#else
# define SIGPROF_TIMEDWAIT SYS_rt_sigtimedwait
#endif

struct sigprof
{
  bool looked_up;
  /* The definitions that would be used without ours; NULL: not known.  */
  int (*sigaction) (int number, const struct sigaction *action,
                    struct sigaction *old);
  /* As siginterrupt has it: system calls are not restarted after the handler
     that signal sets for this signal.  */
  _Atomic bool interrupts[_NSIG];
  int (*sigtimedwait) (const sigset_t *set, siginfo_t *info,
                       const struct timespec *timeout);
};

/* Looks for that definition, when the C library can be called.  The search may
   allocate, and the program may call sigaction first in a handler or in a
   child.  */
void sigprof_look_up (struct sigprof *sigprof);

/* sigaction past the program's view.  Async-signal-safe.  */
int sigprof_action (int number, const struct sigaction *action,
                    struct sigaction *old);

#endif /* GMON_SIGPROF_H */
