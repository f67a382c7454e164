/* sigprof.h -- sigaction and its kin, as the program sees them.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_SIGPROF_H
#define GMON_SIGPROF_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "namespace.h"

struct sigprof
{
  bool looked_up;
  /* The definition that would be used without ours; NULL: not known.  */
  int (*sigaction) (int number, const struct sigaction *action,
                    struct sigaction *old);
  /* As siginterrupt has it: system calls are not restarted after the handler
     that signal sets for this signal.  */
  _Atomic bool interrupts[_NSIG];
};

/* Looks for that definition, when the C library can be called.  The search may
   allocate, and the program may call sigaction first in a handler or in a
   child.  */
void sigprof_look_up (struct sigprof *sigprof);

/* sigaction past the program's view.  Async-signal-safe.  */
int sigprof_action (int number, const struct sigaction *action,
                    struct sigaction *old);

#endif /* GMON_SIGPROF_H */
