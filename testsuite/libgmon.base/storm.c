/* storm.c -- a signal handler that makes calls while calls are made.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: storm [SIGNALS MICROSECONDS]
   Out: "calls N", how often `loop' called `middle', and "signals N", how often
   the handler ran, which calls `middle' and `other' once.  See storm.exp.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "test.h"

#define MANY_SIGNALS 20000
#define MOST_CALLS 400000000L

static volatile int sink;
static volatile sig_atomic_t signals;
static long wanted = MANY_SIGNALS;

NOINLINE void
leaf (void)
{
  sink++;
}

NOINLINE void
other (void)
{
  sink++;
}

/* The call of leaf in here is one pair, which the loop and the handler that
   interrupts it both count.  */
NOINLINE void
middle (void)
{
  leaf ();
  sink++;
}

NOINLINE void
on_alarm (int signal)
{
  (void) signal;
  middle ();
  other ();
  signals++;
}

NOINLINE long
loop (void)
{
  long calls = 0;

  for (; signals < wanted && calls < MOST_CALLS; calls++)
    middle ();
  return calls;
}

static NOT_COUNTED void
set_alarm (long period)
{
  struct itimerval timer = { { 0, period }, { 0, period } };

  setitimer (ITIMER_REAL, &timer, NULL);
}

NOT_COUNTED int
main (int argc, char **argv)
{
  struct sigaction action;
  long period = 50;
  long calls;

  if (argc > 2)
    {
      wanted = strtol (argv[1], NULL, 10);
      period = strtol (argv[2], NULL, 10);
    }
  memset (&action, 0, sizeof action);
  action.sa_handler = on_alarm;
  sigaction (SIGALRM, &action, NULL);
  set_alarm (period);
  calls = loop ();
  set_alarm (0);
  printf ("calls %ld\nsignals %d\n", calls, (int) signals);
  return 0;
}
