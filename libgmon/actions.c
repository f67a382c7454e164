/* actions.c -- signals that we catch, as the program sees them.

   SPDX-License-Identifier: 0BSD

   In: what signals.c takes, and what sigprof.c is asked for by the program.
   Out: the same as without us.  Contracts are in actions.h.

   Programs look at an action before they change it, and put back what they
   saw: CPython makes its KeyboardInterrupt only where SIGINT has the default
   action, and many a handler ends by the default action and raise.  So our
   handlers are shown as the default action, and who asks for that gets them
   again.

   libc's calls within itself do not pass through here, which is fine: it puts
   back what it found.  */

#include <errno.h>

#include "internal.h"

void
action_take (int signal, action_handler *handler)
{
  struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK
                                          | SA_RESTART };

  action.sa_sigaction = handler;
  sigfillset (&action.sa_mask);
  atomic_store (&gmon.actions.taken[signal], handler);
  sigprof_action (signal, &action, NULL);
}

static action_handler *
taken (int signal)
{
  if (signal <= 0 || signal >= _NSIG)
    return NULL;
  return atomic_load (&gmon.actions.taken[signal]);
}

/* The default action was asked for.  The child of vfork gets it.  */
static void
take_again (int signal)
{
  action_handler *handler = taken (signal);
  int saved = errno;

  if (handler != NULL && atomic_load (&gmon.phase) == GMON_PHASE_RUNNING
      && process_is_ours ())
    action_take (signal, handler);
  errno = saved;
}

int
action_by_program (int signal, const struct sigaction *action,
                   struct sigaction *old)
{
  action_handler *ours = taken (signal);
  bool again = action != NULL && action->sa_handler == SIG_DFL;
  int result = sigprof_action (signal, action, old);

  if (result == 0 && old != NULL && ours != NULL
      && (old->sa_flags & SA_SIGINFO) != 0 && old->sa_sigaction == ours)
    *old = (struct sigaction) { .sa_handler = SIG_DFL };
  if (result == 0 && again)
    take_again (signal);
  return result;
}

void (*action_seen_by_program (int signal, void (*handler) (int),
                               void (*old) (int))) (int)
{
  action_handler *ours = taken (signal);

  if (ours != NULL && (uintptr_t) old == (uintptr_t) ours)
    old = SIG_DFL;
  if (old != SIG_ERR && handler == SIG_DFL)
    take_again (signal);
  return old;
}
