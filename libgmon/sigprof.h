/* sigprof.h -- SIGPROF as the program sees it: as if we did not use it.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SIGPROF_H
#define GMON_SIGPROF_H

#include <signal.h>
#include <stdbool.h>

#include "namespace.h"

/* The definitions that would be used without ours; NULL: not known.  */
struct sigprof
{
  bool looked_up;
  int (*sigaction) (int number, const struct sigaction *action,
                    struct sigaction *old);
  void (*(*signal) (int number, void (*handler) (int))) (int);
  void (*(*sysv_signal) (int number, void (*handler) (int))) (int);
};

/* Look for them, when libc can be called.  It may allocate, and the program may
   call sigaction first in a handler or in a child.  */
void sigprof_look_up (struct sigprof *sigprof);

/* sigaction past the program's view.  Async-signal-safe.  */
int sigprof_action (int number, const struct sigaction *action,
                    struct sigaction *old);

#endif /* GMON_SIGPROF_H */
