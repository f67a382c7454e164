/* signal_disposition.c -- hides libgmon's signal handlers from the program.

   SPDX-License-Identifier: 0BSD

   Reads the handlers of fatal_signals.c, and the actions that the program sets
   with the functions of sigaction_wrap.c.  Contracts are in
   signal_disposition.h.

   Programs look at an action before they change it, and later restore the
   action that they saw.  CPython raises KeyboardInterrupt only if SIGINT had
   the default action, and many handlers end by setting the default action and
   calling raise.  So the program sees its own action where libgmon's handler
   is installed, and libgmon's handler is installed again when the program sets
   the default action.

   The kernel decides what the program's action looks like: the program's
   action is set, and is read back when libgmon's handler replaces it.  The
   sampler's lock (sampler_lock) keeps the two steps together, also for
   fork.

   Calls that the C library makes internally do not pass through here.  That
   does no harm, since they restore the action that they found.  */

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

/* Installs HANDLER for SIGNAL, and stores the previous action in *BEFORE and,
   unless it was HANDLER, as the action that the program sees.  Returns 0, or
   -1 with errno set.  The caller holds the sampler's lock (sampler_enter).  */
static int
action_install (int signal, action_handler *handler, struct sigaction *before)
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

/* Takes SIGNAL for HANDLER; see action_take.  Returns 0, or an errno value.
   The caller holds the sampler's lock.  */
static int
take_locked (int signal, action_handler *handler)
{
  struct sigaction before;

  if (action_install (signal, handler, &before) != 0)
    return errno;
  if (atomic_exchange (&gmon.actions.taken[signal], handler) == NULL)
    gmon.actions.ignored[signal] = before.sa_handler == SIG_IGN;
  return 0;
}

int
action_take_all (const int *signals, size_t count, action_handler *handler)
{
  struct guard guard;
  int error = 0;

  sampler_enter (&gmon.sampler, &guard);
  for (size_t i = 0; i < count; i++)
    {
      int one = take_locked (signals[i], handler);

      error = one != 0 ? one : error;
    }
  sampler_leave (&gmon.sampler, &guard);
  if (error != 0)
    errno = error;
  return error != 0 ? -1 : 0;
}

void
action_take (int signal, action_handler *handler)
{
  action_take_all (&signal, 1, handler);
}

/* Returns libgmon's handler for SIGNAL, or NULL if libgmon does not catch
   it.  */
static action_handler *
taken (int signal)
{
  if (signal <= 0 || signal >= _NSIG)
    return NULL;
  return atomic_load (&gmon.actions.taken[signal]);
}

/* Returns true if libgmon's handler is to be installed again after the program
   has set ACTION for SIGNAL.  */
static bool
is_left_to_us (int signal, const struct sigaction *action)
{
  return phase_is_running (atomic_load (&gmon.phase))
         && (action->sa_handler == SIG_DFL
             || (action->sa_handler == SIG_IGN
                 && gmon.actions.ignored[signal]));
}

/* Sets ACTION for SIGNAL unless ACTION is NULL, and installs OURS again if the
   action allows that.  *OLD gets the previous action as the program sees it.
   Returns 0, or -1 with errno set.  In a child of vfork, which shares its
   parent's memory, OURS is not installed again.  */
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
    action_install (signal, ours, &set);
  return 0;
}

/* ACTION and OLD come from the program and may be invalid.  They are
   dereferenced only outside the lock, as that may cause a fault.  */
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
    sampler_enter (&gmon.sampler, &guard);
  result = exchange (signal, ours, action != NULL ? &wanted : NULL, &before);
  if (locks)
    sampler_leave (&gmon.sampler, &guard);
  if (result == 0 && old != NULL)
    *old = before;
  return result;
}
