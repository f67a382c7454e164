/* sampler_itimer.c -- the clock as ITIMER_PROF: one for the whole process.

   SPDX-License-Identifier: 0BSD

   In: SIGPROF, which the kernel sends to a running thread for every period
   of CPU time the process has used.  Out: calls of the sinks.  Contracts are
   in sampler.h.  Called by monitor.c, profil.c, sprofil.c.  */

#include <errno.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

#include "internal.h"
#include "machine.h"

#define SAMPLER_RATE 100        /* Hz; more than the kernel's tick is in vain */

/* Makes no system call, so errno stays.  */
static void
on_sigprof (int signal, siginfo_t *info, void *context)
{
  uintptr_t pc = machine_context_pc (context);

  (void) signal;
  (void) info;
  atomic_fetch_add (&gmon.sampler.handlers, 1);
  for (int user = 0; user < SAMPLER_USERS; user++)
    {
      sampler_sink *sink = atomic_load (&gmon.sampler.sinks[user]);

      if (sink != NULL)
        sink (pc, 1);
    }
  atomic_fetch_sub (&gmon.sampler.handlers, 1);
}

#define HANDLER_WAITS 100       /* of 1 ms */

static void
wait_for_handlers (const struct sampler *sampler)
{
  const struct timespec pause = { 0, 1000000 };

  for (int i = 0; i < HANDLER_WAITS && atomic_load (&sampler->handlers) != 0;
       i++)
    nanosleep (&pause, NULL);
}

static bool
in_use (const struct sampler *sampler)
{
  for (int user = 0; user < SAMPLER_USERS; user++)
    if (atomic_load (&sampler->sinks[user]) != NULL)
      return true;
  return false;
}

static bool
is_ours (const struct sigaction *action)
{
  return (action->sa_flags & SA_SIGINFO) != 0
         && action->sa_sigaction == on_sigprof;
}

/* A SIGPROF that is on its way when the clock stops would kill a program
   whose action is the default one: ignoring it first discards it.  */
static void
give_clock_back (const struct sampler *sampler)
{
  const struct itimerval none = { { 0, 0 }, { 0, 0 } };
  struct sigaction current;
  struct sigaction ignore = { .sa_handler = SIG_IGN };

  if (sigaction (SIGPROF, NULL, &current) != 0 || !is_ours (&current))
    return;
  setitimer (ITIMER_PROF, &none, NULL);
  sigaction (SIGPROF, &ignore, NULL);
  sigaction (SIGPROF, &sampler->program, NULL);
  setitimer (ITIMER_PROF, &sampler->program_timer, NULL);
}

/* Takes signal and timer, also where that was done before: a forked child has
   no timer, and the program may have taken either in between.  */
static int
take_clock (struct sampler *sampler)
{
  struct sigaction ours = { .sa_flags = SA_RESTART | SA_SIGINFO };
  struct itimerval timer = { { 0, 1000000 / SAMPLER_RATE },
                             { 0, 1000000 / SAMPLER_RATE } };
  struct itimerval before;
  struct sigaction old;

  ours.sa_sigaction = on_sigprof;
  sigfillset (&ours.sa_mask);
  if (sigaction (SIGPROF, &ours, &old) != 0)
    return errno;
  if (setitimer (ITIMER_PROF, &timer, &before) != 0)
    {
      int error = errno;

      sigaction (SIGPROF, &old, NULL);
      return error;
    }
  if (!is_ours (&old))
    {
      sampler->program = old;
      sampler->program_timer = before;
    }
  return 0;
}

int
sampler_start (struct sampler *sampler, enum sampler_user user,
               sampler_sink *sink)
{
  int saved = errno;
  int error;

  atomic_store (&sampler->sinks[user], sink);
  error = take_clock (sampler);
  if (error != 0)
    atomic_store (&sampler->sinks[user], NULL);
  errno = saved;
  return error;
}

void
sampler_stop (struct sampler *sampler, enum sampler_user user)
{
  int saved = errno;

  if (atomic_exchange (&sampler->sinks[user], NULL) != NULL)
    {
      if (!in_use (sampler))
        give_clock_back (sampler);
      wait_for_handlers (sampler);
    }
  errno = saved;
}

unsigned
sampler_rate (void)
{
  return SAMPLER_RATE;
}
