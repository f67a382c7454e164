/* actions.h -- signals that we catch, as the program sees them.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ACTIONS_H
#define GMON_ACTIONS_H

#include <signal.h>

#include "namespace.h"

typedef void action_handler (int signal, siginfo_t *info, void *context);

struct actions
{
  /* What we put in place of the default action; NULL: nothing.  */
  action_handler *_Atomic taken[_NSIG];
};

/* HANDLER for SIGNAL, which is a valid one and not SIGPROF.  From now on the
   program sees the default action where HANDLER is, and HANDLER comes back when
   the program asks for the default action.  Async-signal-safe, may change
   errno.  */
void action_take (int signal, action_handler *handler);

/* What sigaction does for the program; the same for signal, after the next
   definition of that has put HANDLER in place of OLD, which it returned.
   Async-signal-safe.  */
int action_by_program (int signal, const struct sigaction *action,
                       struct sigaction *old);
void (*action_seen_by_program (int signal, void (*handler) (int),
                               void (*old) (int))) (int);

#endif /* GMON_ACTIONS_H */
