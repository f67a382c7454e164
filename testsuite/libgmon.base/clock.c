/* clock.c -- a program that spends its time in one known place.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: clock CASE
     plain     burn time
     busy      burn time without looks of the kernel: under qemu, ITIMER_PROF's
               signal comes in the handler that counts them
     profil    the same with a profil buffer of its own
     sprofil   the same with two sprofil regions and one for the rest
     threads   burn in two threads
     signal    SIGPROF is the program's after mcleanup as before monstartup
   Out: lines "NAME SAMPLES" of profil and sprofil; "due N", how many periods
   of CPU time the parts took that are sampled, each from one look of the
   kernel at its timers to another (looks.h); "most N", how many periods the
   threads that burn took in all; status 0.  See clock.exp.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "gmon.h"
#include "looks.h"
#include "test.h"

#define BURN_MS 500
#define PERIOD 10000            /* microseconds */

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

/* Burns some milliseconds of CPU time of the calling thread, which has called
   looks_start, from the last look of the kernel on until another one.  Nearly
   all of the time is spent in here.  */
NOINLINE void
burn (int milliseconds)
{
  long end = look_time + milliseconds * 1000L;

  while (look_time < end)
    for (unsigned i = 0; i < 10000; i++)
      sink += i;
}

/* Burns some milliseconds of CPU time, nearly all of them in here.  */
NOINLINE void
busy (int milliseconds)
{
  long end = thread_time () + milliseconds * 1000L;

  while (thread_time () < end)
    for (unsigned i = 0; i < 10000; i++)
      sink += i;
}

static long due, most;

/* Burns, and adds to due what that took.  */
static NOT_COUNTED void
burn_due (int milliseconds)
{
  long start = look_time;

  burn (milliseconds);
  __atomic_fetch_add (&due, look_time - start, __ATOMIC_SEQ_CST);
}

/* Adds to most the time of the calling thread.  */
static NOT_COUNTED void
end_part (void)
{
  __atomic_fetch_add (&most, thread_time (), __ATOMIC_SEQ_CST);
}

/* Burns in the calling thread.  Returns 0, or -1 without a timer.  */
static NOT_COUNTED int
burn_all (void)
{
  if (looks_start (time_look) != 0)
    return -1;
  burn_due (BURN_MS);
  end_part ();
  return 0;
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
  if (looks_start (time_look) != 0)
    return 2;
  if (profil (narrow, sizeof narrow, (size_t) burn, 65536) != 0)
    return 1;
  burn_due (BURN_MS);
  profil (NULL, 0, 0, 0);
  say ("profil", sum_narrow ());
  memset (narrow, 0, sizeof narrow);
  burn (BURN_MS / 5);
  for (size_t i = 0; i < 4096; i++)
    if (narrow[i] != 0)
      return 1;
  end_part ();
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

  if (looks_start (time_look) != 0)
    return 2;
  for (int again = 0; again < 2; again++)
    {
      if (sprofil (regions, 3, &period, 1) != 0 || period.tv_sec != 0)
        return 1;
      burn_due (BURN_MS / 2);
      if (sprofil (NULL, 0, NULL, 0) != 0)
        return 1;
    }
  say ("period", (unsigned long) period.tv_usec);
  say ("low", sum_wide (wide[0]));
  say ("high", sum_wide (wide[1]));
  say ("rest", rest);
  end_part ();
  return 0;
}

static NOT_COUNTED void *
burn_in_thread (void *failed)
{
  *(int *) failed = burn_all ();
  return NULL;
}

static NOT_COUNTED int
run_threads (void)
{
  pthread_t threads[2];
  int failed[2] = { 0, 0 };

  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, burn_in_thread, &failed[i]) != 0)
      return 1;
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return failed[0] || failed[1];
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

  if (looks_start (time_look) != 0)
    return 5;
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

static NOT_COUNTED int
run (const char *name)
{
  if (strcmp (name, "profil") == 0)
    return run_profil ();
  if (strcmp (name, "sprofil") == 0)
    return run_sprofil ();
  if (strcmp (name, "threads") == 0)
    return run_threads ();
  if (strcmp (name, "signal") == 0)
    return run_signal ();
  if (strcmp (name, "busy") == 0)
    busy (BURN_MS);
  return strcmp (name, "plain") == 0 ? burn_all () : 0;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  int status;

  leaf ();
  leaf ();
  leaf ();
  status = run (argc == 2 ? argv[1] : "");
  say ("due", (unsigned long) due / PERIOD);
  say ("most", (unsigned long) most / PERIOD + 1);
  return status;
}
