/* actions.h -- signals that we catch, as the program sees them.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ACTIONS_H
#define GMON_ACTIONS_H

#include <signal.h>
#include <stdbool.h>

#include "namespace.h"

typedef void action_handler (int signal, siginfo_t *info, void *context);

struct actions
{
  /* The handler that libgmon puts in place of the program's action; NULL if
     libgmon does not catch the signal.  */
  action_handler *_Atomic taken[_NSIG];
  /* The program's own action, while that handler is installed: what the kernel
     would return for it, with its flags and its mask.  */
  struct sigaction seen[_NSIG];
  /* The signal was ignored when libgmon took it.  */
  bool ignored[_NSIG];
};

/* Installs HANDLER for SIGNAL, which is a valid signal and not SIGPROF.  From
   now on the program sees its own action where HANDLER is, and HANDLER comes
   back when the program asks for the default action, or for SIG_IGN if that
   was the action that HANDLER has replaced.  On failure errno says why, and
   the program's action stays.  May be called in a signal handler.  */
void action_take (int signal, action_handler *handler);

/* Does what sigaction does, for the program, and returns what sigaction
   returns: OLD gets the action that the program would see without libgmon.
   SIGNAL is not SIGPROF.  May be called in a signal handler and in a child of
   vfork.  */
int action_by_program (int signal, const struct sigaction *action,
                       struct sigaction *old);

#endif /* GMON_ACTIONS_H */
