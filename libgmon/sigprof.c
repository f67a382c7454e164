/* sigprof.c -- SIGPROF as the program sees it: as if we did not use it.

   SPDX-License-Identifier: 0BSD

   In: calls of sigaction and signal, which we define before libc's.  Out: what
   the program says about SIGPROF while the clock runs is noted by the sampler,
   which leaves the signal to it if it wants a handler; everything else is
   done by way of actions.c by the next definition, or in a static program by
   libc's own name for it.

   All are weak, so that a program may bring its own, and a sanitizer's come
   first; calls that pass us by are found out later (sampler.c).  */

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

#include "internal.h"

#define OURS EXPORTED __attribute__ ((weak))

typedef void signal_handler (int);

OURS int sigaction (int number, const struct sigaction *action,
                    struct sigaction *old);
OURS signal_handler *signal (int number, signal_handler *handler);
OURS signal_handler *__sysv_signal (int number, signal_handler *handler);

/* Of this and the next definition a static program has this only; a dynamic one
   may have both.  */
extern int __sigaction (int number, const struct sigaction *action,
                        struct sigaction *old) __attribute__ ((weak));

#if !defined __GLIBC__ && !defined PIC
/* A weak reference takes no member from an archive.  In musl, whose shared form
   does not have __sigaction, this takes the member that has it.  */
static int (*const member_taken) (uid_t id) __attribute__ ((used)) = setuid;
#endif

void
sigprof_look_up (struct sigprof *sigprof)
{
  ends_next (&sigprof->sigaction, "sigaction");
  ends_next (&sigprof->signal, "signal");
  ends_next (&sigprof->sysv_signal, "__sysv_signal");
  sigprof->looked_up = true;
}

/* Constructors of other libraries may come before ours.  */
static const struct sigprof *
next (void)
{
  if (!gmon.sigprof.looked_up)
    sigprof_look_up (&gmon.sigprof);
  return &gmon.sigprof;
}

int
sigprof_action (int number, const struct sigaction *action,
                struct sigaction *old)
{
  const struct sigprof *sigprof = next ();

  if (sigprof->sigaction != NULL)
    return sigprof->sigaction (number, action, old);
  if (&__sigaction != NULL)
    return __sigaction (number, action, old);
  errno = ENOSYS;
  return -1;
}

int
sigaction (int number, const struct sigaction *action, struct sigaction *old)
{
  if (number == SIGPROF && sampler_has_signal (&gmon.sampler))
    return sampler_program_action (&gmon.sampler, action, old);
  return action_by_program (number, action, old);
}

/* What signal does, with FLAGS.  */
static signal_handler *
set_handler (int number, signal_handler *handler, int flags)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
  struct sigaction old;

  if (handler == SIG_ERR)
    {
      errno = EINVAL;
      return SIG_ERR;
    }
  sigemptyset (&action.sa_mask);
  if ((flags & SA_NODEFER) == 0)
    sigaddset (&action.sa_mask, number);
  return sigaction (number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

signal_handler *
signal (int number, signal_handler *handler)
{
  if (next ()->signal != NULL
      && (number != SIGPROF || !sampler_has_signal (&gmon.sampler)))
    return action_seen_by_program (number, handler,
                                   gmon.sigprof.signal (number, handler));
  return set_handler (number, handler, SA_RESTART);
}

signal_handler *
__sysv_signal (int number, signal_handler *handler)
{
  if (next ()->sysv_signal != NULL
      && (number != SIGPROF || !sampler_has_signal (&gmon.sampler)))
    return action_seen_by_program (number, handler,
                                   gmon.sigprof.sysv_signal (number,
                                                             handler));
  return set_handler (number, handler, (int) SA_RESETHAND | SA_NODEFER);
}
