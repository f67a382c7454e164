/* signal_disposition.h -- hides libgmon's signal handlers from the program.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_ACTIONS_H
#define GMON_ACTIONS_H

#include <signal.h>
#include <stddef.h>

#include "arch/namespace.h"

typedef void action_handler (int signal, siginfo_t *info, void *context);

/* Installs HANDLER for SIGNAL, a valid signal other than SIGPROF.  From then
   on action_by_program shows the program its own action instead of HANDLER.
   It installs HANDLER again when the program sets the default action, or
   SIG_IGN if HANDLER replaced SIG_IGN.  On failure sets errno and leaves the
   program's action in place.  May be called in a signal handler.  */
void action_take (int signal, action_handler *handler);

/* Does so for each of the COUNT signals at SIGNALS.  Returns 0, or -1 with the
   errno value of the last one that failed.  */
int action_take_all (const int *signals, size_t count,
                     action_handler *handler);

/* Does for the program what sigaction (SIGNAL, ACTION, OLD) does.  SIGNAL is
   not SIGPROF.  *OLD gets the action that the program would see without
   libgmon.  ACTION and OLD may be NULL.  Returns what sigaction returns.  May
   be called in a signal handler and in a child of vfork.  */
int action_by_program (int signal, const struct sigaction *action,
                       struct sigaction *old);

#endif /* GMON_ACTIONS_H */
