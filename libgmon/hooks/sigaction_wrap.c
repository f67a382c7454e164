/* sigaction_wrap.c -- sigaction and related functions, as programs see them.

   SPDX-License-Identifier: 0BSD

   libgmon defines sigaction, signal and the older functions before the C
   library.  They have the results that they would have without libgmon.

   For SIGPROF, while the clock runs, the sampler stores the action that the
   program wants; if that is a handler, the sampler leaves the signal to it.
   For all other signals signal_disposition.c does the work.  It calls the next
   definition of sigaction, or in a static program the C library's private name
   for sigaction.  The older functions are all implemented with sigaction: a
   static program has no next definition of them, and the C library's own ones
   return the kernel's action, which may be a handler of libgmon.

   All definitions are weak, so that a program may have its own, and a
   sanitizer's come first.  The sampler detects changes of SIGPROF's action
   that do not pass through here (sampler.c).  */

#include <errno.h>

#include "life/signal_disposition.h"
#include "life/state.h"
#include "life/wraps.h"

#define OURS EXPORTED __attribute__ ((weak))

const char sigaction_wrap_member;

typedef void signal_handler (int);

OURS int sigaction (int number, const struct sigaction *action,
                    struct sigaction *old);
OURS signal_handler *signal (int number, signal_handler *handler);
OURS signal_handler *bsd_signal (int number, signal_handler *handler);
OURS signal_handler *ssignal (int number, signal_handler *handler);
OURS signal_handler *sysv_signal (int number, signal_handler *handler);
OURS signal_handler *__sysv_signal (int number, signal_handler *handler);
OURS signal_handler *sigset (int number, signal_handler *handler);
OURS int sigignore (int number);
OURS int siginterrupt (int number, int interrupts);

#ifndef SIG_HOLD
# define SIG_HOLD ((signal_handler *) 2)
#endif
#ifndef SA_INTERRUPT
# define SA_INTERRUPT 0
#endif

/* In musl the handler of signal blocks no signal, signal accepts SIG_ERR as a
   handler and is not affected by siginterrupt, and __sysv_signal is
   signal.  */
#ifdef __GLIBC__
# define IS_GLIBC 1
#else
# define IS_GLIBC 0
#endif

/* Does what sigaction does for the program.  Internal calls use this function,
   as the program may have its own definition of sigaction.  */
PART_OF_WRAPPER int
act (int number, const struct sigaction *action, struct sigaction *old)
{
  if (number == SIGPROF && sampler_has_signal (&gmon.sampler))
    return sampler_program_action (&gmon.sampler, action, old);
  return action_by_program (number, action, old);
}

int
sigaction (int number, const struct sigaction *action, struct sigaction *old)
{
  return act (number, action, old);
}

/* Installs HANDLER with FLAGS for the signal NUMBER, and blocks NUMBER during
   the handler if BLOCKS.  Stores the previous handler in *OLD.  Returns what
   sigaction returns.  */
PART_OF_WRAPPER int
set_handler (int number, signal_handler *handler, int flags, bool blocks,
             signal_handler **old)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
  struct sigaction before = { .sa_handler = SIG_ERR };
  int result;

  sigemptyset (&action.sa_mask);
  if (blocks)
    sigaddset (&action.sa_mask, number);
  result = act (number, &action, &before);
  *old = before.sa_handler;
  return result;
}

/* Does what signal does, with FLAGS.  Returns the previous handler, or SIG_ERR
   on failure.  */
PART_OF_WRAPPER signal_handler *
change_handler (int number, signal_handler *handler, int flags, bool blocks)
{
  signal_handler *old;

  if (IS_GLIBC && handler == SIG_ERR)
    {
      errno = EINVAL;
      return SIG_ERR;
    }
  return set_handler (number, handler, flags, blocks, &old) == 0 ? old
                                                                 : SIG_ERR;
}

static bool
interrupts_calls (int number)
{
  return number > 0 && number < _NSIG
         && atomic_load (&gmon.interrupts[number]);
}

PART_OF_WRAPPER signal_handler *
change_as_bsd (int number, signal_handler *handler)
{
  return change_handler (number, handler,
                         interrupts_calls (number) ? 0 : SA_RESTART, IS_GLIBC);
}

PART_OF_WRAPPER signal_handler *
change_as_system_v (int number, signal_handler *handler)
{
  int flags = (int) SA_RESETHAND | SA_NODEFER | SA_INTERRUPT;

  return change_handler (number, handler, IS_GLIBC ? flags : SA_RESTART, false);
}

/* Defines the function NAME, which does what CHANGE does.  */
#define SIGNAL(name, change)                    \
  signal_handler *                              \
  name (int number, signal_handler *handler)    \
  {                                             \
    return change (number, handler);            \
  }

SIGNAL (signal, change_as_bsd)
SIGNAL (bsd_signal, change_as_bsd)
SIGNAL (ssignal, change_as_bsd)
SIGNAL (__sysv_signal, change_as_system_v)
SIGNAL (sysv_signal, change_as_system_v)

/* Does what sigset does: also unblocks NUMBER; SIG_HOLD instead of a handler
   blocks NUMBER.  Returns SIG_HOLD if NUMBER was blocked before, else the
   previous handler; SIG_ERR on failure.  */
signal_handler *
sigset (int number, signal_handler *handler)
{
  bool holds = handler == SIG_HOLD;
  struct sigaction old = { .sa_handler = SIG_ERR };
  sigset_t set, before;
  int result;

  sigemptyset (&set);
  if (sigaddset (&set, number) != 0)
    return SIG_ERR;
  result = holds ? act (number, NULL, &old)
                 : set_handler (number, handler, 0, false, &old.sa_handler);
  if (result != 0
      || sigprocmask (holds ? SIG_BLOCK : SIG_UNBLOCK, &set, &before) != 0)
    return SIG_ERR;
  return sigismember (&before, number) ? SIG_HOLD : old.sa_handler;
}

int
sigignore (int number)
{
  signal_handler *old;

  return set_handler (number, SIG_IGN, 0, false, &old);
}

int
siginterrupt (int number, int interrupts)
{
  struct sigaction action;

  if (act (number, NULL, &action) != 0)
    return -1;
  if (interrupts)
    action.sa_flags &= ~SA_RESTART;
  else
    action.sa_flags |= SA_RESTART;
  if (IS_GLIBC)
    atomic_store (&gmon.interrupts[number], interrupts != 0);
  return act (number, &action, NULL);
}

WRAPPER (sigaction);
WRAPPER (signal);
WRAPPER (bsd_signal);
WRAPPER (ssignal);
WRAPPER (sysv_signal);
WRAPPER (__sysv_signal);
WRAPPER (sigset);
WRAPPER (sigignore);
WRAPPER (siginterrupt);
