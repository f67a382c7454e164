/* signal_disposition.c -- signals that we catch, as the program sees them.

   SPDX-License-Identifier: 0BSD

   In: the handlers of fatal_signals.c, and the actions that the program sets
   by the functions of sigaction_wrap.c.  Out: actions as the program would see
   them without libgmon.  Contracts are in signal_disposition.h.

   Programs look at an action before they change it, and put back what they
   saw: CPython makes its KeyboardInterrupt only where SIGINT has the default
   action, and many a handler ends by the default action and raise.  So the
   program's own action is shown where libgmon's handler is, and libgmon's
   handler comes back when the program asks for the default action.

   The kernel is asked what the program's action looks like: the action is set
   as the program wants it, and is read back when libgmon's handler takes its
   place.  A turn of the sampler's keeps the two steps together, also for fork.

   The C library's calls within itself do not come here, which is fine: they
   put back what they have found.  */

#include <errno.h>

#include "life/signal_disposition.h"
#include "life/state.h"
#include "sys/signal_guard.h"

static bool
is_handler (const struct sigaction *action, action_handler *handler)
{
  return (action->sa_flags & SA_SIGINFO) != 0
         && action->sa_sigaction == handler;
}

/* In a turn.  */
static int
take (int signal, action_handler *handler, struct sigaction *before)
{
  struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK
                                          | SA_RESTART };
  int result;

  action.sa_sigaction = handler;
  sigfillset (&action.sa_mask);
  result = libc_sigaction (&gmon.libc_signals, signal, &action, before);
  if (result == 0 && !is_handler (before, handler))
    gmon.actions.seen[signal] = *before;
  return result;
}

static void
begin_turn (struct guard *guard)
{
  guard_enter (guard);
  sampler_take_turn (&gmon.sampler);
}

static void
end_turn (struct guard *guard)
{
  sampler_leave_turn (&gmon.sampler);
  guard_leave (guard, 0);
}

void
action_take (int signal, action_handler *handler)
{
  struct sigaction before;
  struct guard guard;

  begin_turn (&guard);
  if (take (signal, handler, &before) == 0
      && atomic_exchange (&gmon.actions.taken[signal], handler) == NULL)
    gmon.actions.ignored[signal] = before.sa_handler == SIG_IGN;
  end_turn (&guard);
}

static action_handler *
taken (int signal)
{
  if (signal <= 0 || signal >= _NSIG)
    return NULL;
  return atomic_load (&gmon.actions.taken[signal]);
}

/* The program has asked for ACTION: is libgmon's handler to come back?  */
static bool
is_left_to_us (int signal, const struct sigaction *action)
{
  return phase_is_running (atomic_load (&gmon.phase))
         && (action->sa_handler == SIG_DFL
             || (action->sa_handler == SIG_IGN
                 && gmon.actions.ignored[signal]));
}

/* Sets ACTION unless NULL.  *OLD gets what the program sees of the action
   before.  In a child of vfork, which shares its parent's memory, nothing is
   taken again.  */
static int
exchange (int signal, action_handler *ours, const struct sigaction *action,
          struct sigaction *old)
{
  struct sigaction set;

  if (libc_sigaction (&gmon.libc_signals, signal, action, old) != 0)
    return -1;
  if (is_handler (old, ours))
    *old = gmon.actions.seen[signal];
  if (action != NULL && process_is_ours () && is_left_to_us (signal, action))
    take (signal, ours, &set);
  return 0;
}

/* What the program's pointers lead to is touched outside the turn, as that may
   be a fault.  */
int
action_by_program (int signal, const struct sigaction *action,
                   struct sigaction *old)
{
  action_handler *ours = taken (signal);
  struct sigaction wanted, before;
  struct guard guard;
  bool locks = process_is_ours ();
  int result;

  if (ours == NULL)
    return libc_sigaction (&gmon.libc_signals, signal, action, old);
  if (action != NULL)
    wanted = *action;
  if (locks)
    begin_turn (&guard);
  result = exchange (signal, ours, action != NULL ? &wanted : NULL, &before);
  if (locks)
    end_turn (&guard);
  if (result == 0 && old != NULL)
    *old = before;
  return result;
}
