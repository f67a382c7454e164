/* sigprof.c -- a program that uses SIGPROF itself.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: sigprof CASE
     sigaction  burn, set a handler and a timer of its own, burn_too
     signal     the same by signal
     hidden     the same by a name of libc that libgmon does not define, and a
                raised signal instead of the timer
     default    burn, signal with SIG_DFL and SIG_IGN, burn_too
     timer      burn, a timer of its own without a handler, burn_too
     ignored    the same, and SIGPROF is ignored
     before     mcleanup, a handler, monstartup, burn_too
     profil     the same with profil, which takes the signal from the handler
   Out: "own N", how often the handler ran by the program's doing, and "other
   N"; status 0.  The call of leaf in each case comes after all that.  See
   sigprof.exp.  */

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "gmon.h"
#include "looks.h"
#include "test.h"

extern char __executable_start, etext;
int __sigaction (int number, const struct sigaction *action,
                 struct sigaction *old);

static volatile unsigned long sink;
static volatile int own, other;

NOINLINE void
leaf (void)
{
  sink++;
}

#define BURN_MS 200

/* Some milliseconds of CPU time.  */
#define BURN(ms)                                        \
  struct part part = { 0 };                             \
                                                        \
  while (part_goes_on (&part, ms))                      \
    for (int i = 0; i < 20000; i++)                     \
      sink++

NOINLINE void
burn (int ms)
{
  BURN (ms);
}

NOINLINE void
burn_too (int ms)
{
  BURN (ms);
}

static NOT_COUNTED void
on_prof (int number, siginfo_t *info, void *context)
{
  (void) number;
  (void) context;
  if (info->si_code == SI_TIMER)
    other++;
  else
    own++;
}

static NOT_COUNTED void
on_prof_alone (int number)
{
  (void) number;
  own++;
}

/* The program's own action, as it sees it, is that of HANDLER.  */
static NOT_COUNTED int
has_handler (void (*handler) (int))
{
  struct sigaction action;

  return sigaction (SIGPROF, NULL, &action) == 0
         && action.sa_handler == handler;
}

static NOT_COUNTED int
take (int (*set) (int, const struct sigaction *, struct sigaction *))
{
  struct sigaction action, old;

  memset (&action, 0, sizeof action);
  action.sa_sigaction = on_prof;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  return set (SIGPROF, &action, &old);
}

static NOT_COUNTED int
set_timer (long period)
{
  struct itimerval timer = { { 0, period }, { 0, period } };

  return setitimer (ITIMER_PROF, &timer, NULL);
}

/* The program's timer runs in burn_too.  */
static NOT_COUNTED int
go_on (void)
{
  if (set_timer (10000) != 0)
    return 1;
  burn_too (BURN_MS);
  return set_timer (0);
}

static NOT_COUNTED int
run_hidden (void)
{
  if (take (__sigaction) != 0)
    return 1;
  burn_too (BURN_MS);
  raise (SIGPROF);
  return 0;
}

static NOT_COUNTED int
run_default (void)
{
  if (!has_handler (SIG_DFL) || signal (SIGPROF, SIG_IGN) != SIG_DFL
      || !has_handler (SIG_IGN) || signal (SIGPROF, SIG_DFL) != SIG_IGN)
    return 1;
  burn_too (BURN_MS);
  moncontrol (0);
  if (!has_handler (SIG_DFL))
    return 2;
  moncontrol (1);
  return 0;
}

static NOT_COUNTED int
run_ignored (void)
{
  return signal (SIGPROF, SIG_IGN) != SIG_DFL ? 1 : go_on ();
}

static NOT_COUNTED int
run_before (void)
{
  mcleanup ();
  unlink ("gmon.out");
  if (take (sigaction) != 0)
    return 1;
  monstartup ((unsigned long) &__executable_start, (unsigned long) &etext);
  return go_on ();
}

static NOT_COUNTED int
run_profil (void)
{
  static unsigned short bins[4096];
  unsigned long sum = 0;

  moncontrol (0);
  if (take (sigaction) != 0
      || profil (bins, sizeof bins, (size_t) burn_too, 65536) != 0)
    return 1;
  burn_too (BURN_MS);
  if (profil (NULL, 0, 0, 0) != 0)
    return 2;
  for (int i = 0; i < 4096; i++)
    sum += bins[i];
  if (sum < 14 || sum > 26 || go_on () != 0)
    return 3;
  moncontrol (1);
  return 0;
}

static NOT_COUNTED int
run (const char *name)
{
  if (strcmp (name, "sigaction") == 0)
    return take (sigaction) != 0 ? 1 : go_on ();
  if (strcmp (name, "signal") == 0)
    return signal (SIGPROF, on_prof_alone) != SIG_DFL ? 1 : go_on ();
  if (strcmp (name, "hidden") == 0)
    return run_hidden ();
  if (strcmp (name, "default") == 0)
    return run_default ();
  if (strcmp (name, "timer") == 0)
    return go_on ();
  if (strcmp (name, "ignored") == 0)
    return run_ignored ();
  if (strcmp (name, "before") == 0)
    return run_before ();
  if (strcmp (name, "profil") == 0)
    return run_profil ();
  return 9;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  int status;

  burn (BURN_MS);
  status = run (argc == 2 ? argv[1] : "");
  leaf ();
  printf ("own %d\nother %d\n", own, other);
  return status;
}
