/* clock.c -- a program that spends its time in one known place.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: clock CASE
     plain     burn time
     profil    the same with a profil buffer of its own
     sprofil   the same with two sprofil regions and one for the rest
     threads   burn in two threads
     signal    SIGPROF is the program's after mcleanup as before monstartup
   Out: for profil and sprofil, lines "NAME SAMPLES", and "due N", how many
   periods of CPU time they were on; status 0.  See
   clock.exp.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "gmon.h"
#include "test.h"

#define BURN_MS 500
#define PERIOD_MS 10
#define MOST_MS 20000           /* without a sample: none will come */

struct prof
{
  void *base;
  size_t size;
  size_t off;
  unsigned long scale;
};

int sprofil (struct prof *regions, int len, struct timeval *period,
             unsigned flags);

static volatile unsigned long sink;

/* CPU time of this thread, in milliseconds.  */
static NOT_COUNTED long
used (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Some milliseconds of CPU time of this thread, nearly all in here.  */
NOINLINE void
burn (int milliseconds)
{
  long end = used () + milliseconds;

  do
    for (unsigned i = 0; i < 1000000; i++)
      sink += i;
  while (used () < end);
}

/* A callee with several call sites.  */
NOINLINE void
leaf (void)
{
  sink++;
}

static unsigned short narrow[4096];
static unsigned wide[2][4096];

static NOT_COUNTED void
say (const char *name, unsigned long samples)
{
  printf ("%s %lu\n", name, samples);
}

static long due;

/* Burns some milliseconds, and goes on until SUM, which adds up the bins,
   changes.  The clock brings its samples in the kernel's tick, all that are due
   by then: on a busy machine that may take long, but right after one of them
   none is missing.  */
static NOT_COUNTED void
burn_to_sample (int milliseconds, unsigned long (*sum) (void))
{
  long start = used ();
  unsigned long before;

  burn (milliseconds);
  before = sum ();
  while (sum () == before && used () - start < MOST_MS)
    burn (1);
  due += (used () - start) / PERIOD_MS;
}

static NOT_COUNTED unsigned long
sum_narrow (void)
{
  volatile const unsigned short *bins = narrow;
  unsigned long sum = 0;

  for (size_t i = 0; i < 4096; i++)
    sum += bins[i];
  return sum;
}

static NOT_COUNTED int
run_profil (void)
{
  if (profil (narrow, sizeof narrow, (size_t) burn, 65536) != 0)
    return 1;
  burn_to_sample (BURN_MS, sum_narrow);
  profil (NULL, 0, 0, 0);
  say ("profil", sum_narrow ());
  say ("due", (unsigned long) due);
  memset (narrow, 0, sizeof narrow);
  burn (BURN_MS / 5);
  for (size_t i = 0; i < 4096; i++)
    if (narrow[i] != 0)
      return 1;
  return 0;
}

static NOT_COUNTED unsigned long
sum_wide (volatile const unsigned *bins)
{
  unsigned long sum = 0;

  for (size_t i = 0; i < 4096; i++)
    sum += bins[i];
  return sum;
}

static NOT_COUNTED unsigned long
sum_high (void)
{
  return sum_wide (wide[1]);
}

/* The first region lies below burn and reaches over it, the second begins
   there: the second counts.  Twice, as glibc's breaks at the second time.  */
static NOT_COUNTED int
run_sprofil (void)
{
  unsigned rest = 0;
  struct timeval period = { -1, -1 };
  struct prof regions[] = {
    { wide[0], sizeof wide[0], (size_t) burn - 64, 65536 },
    { wide[1], sizeof wide[1], (size_t) burn, 65536 },
    { &rest, sizeof rest, 0, 2 },
  };

  for (int again = 0; again < 2; again++)
    {
      if (sprofil (regions, 3, &period, 1) != 0 || period.tv_sec != 0)
        return 1;
      burn_to_sample (BURN_MS / 2, sum_high);
      if (sprofil (NULL, 0, NULL, 0) != 0)
        return 1;
    }
  say ("period", (unsigned long) period.tv_usec);
  say ("low", sum_wide (wide[0]));
  say ("high", sum_wide (wide[1]));
  say ("rest", rest);
  say ("due", (unsigned long) due);
  return 0;
}

static NOT_COUNTED void *
burn_in_thread (void *unused)
{
  burn (BURN_MS);
  return unused;
}

static NOT_COUNTED int
run_threads (void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, burn_in_thread, NULL) != 0)
      return 1;
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}

static NOT_COUNTED void
on_prof (int signal)
{
  (void) signal;
}

/* While on, SIGPROF is libgmon's, which the program does not see; a handler
   that the program sets meanwhile stays; the default action comes back.  */
static NOT_COUNTED int
run_signal (void)
{
  struct sigaction action;
  struct itimerval timer;

  burn (BURN_MS);
  if (sigaction (SIGPROF, NULL, &action) != 0 || action.sa_handler != SIG_DFL
      || raise (SIGPROF) != 0)
    return 1;
  moncontrol (0);
  if (sigaction (SIGPROF, NULL, &action) != 0 || action.sa_handler != SIG_DFL)
    return 2;
  if (getitimer (ITIMER_PROF, &timer) != 0 || timer.it_value.tv_sec != 0
      || timer.it_value.tv_usec != 0)
    return 3;
  moncontrol (1);
  signal (SIGPROF, on_prof);
  mcleanup ();
  if (sigaction (SIGPROF, NULL, &action) != 0 || action.sa_handler != on_prof)
    return 4;
  return 0;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  const char *name = argc == 2 ? argv[1] : "";

  leaf ();
  leaf ();
  leaf ();
  if (strcmp (name, "profil") == 0)
    return run_profil ();
  if (strcmp (name, "sprofil") == 0)
    return run_sprofil ();
  if (strcmp (name, "threads") == 0)
    return run_threads ();
  if (strcmp (name, "signal") == 0)
    return run_signal ();
  burn (BURN_MS);
  return 0;
}
