/* signal_disposition.h -- signals that we catch, as the program sees them.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ACTIONS_H
#define GMON_ACTIONS_H

#include <signal.h>

#include "arch/namespace.h"

typedef void action_handler (int signal, siginfo_t *info, void *context);

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
