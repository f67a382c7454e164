/* rates.c -- a program that says how much CPU time it used in one place.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: rates CASE [MS [N]]
     one       burn MS milliseconds of CPU time in the main thread
     wall      burn in the main thread until MS milliseconds have passed
     asleep    the same in one thread, while the main one sleeps
     two       burn in one thread and burn_too in another
     short     N threads, one after the other, that burn MS each
     silent    a thread that calls no profiled function burns quietly, while the
               main one sleeps
     pool      the same in N threads at once
     sleep     sleep MS milliseconds, and burn 10
     blocked   N threads in which SIGPROF is blocked burn MS each
     off       burn with the clock on, off and on again; then start again
   Out: lines "PLACE MICROSECONDS": CPU time by the clock of the thread, in the
   case "wall" the time that passed.  See rates.exp.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gmon.h"
#include "test.h"

extern char __executable_start, etext;

static volatile unsigned long sink;
static long burnt[3];           /* in burn, burn_too, quietly */
static int milliseconds = 1000;
static clockid_t burn_clock = CLOCK_THREAD_CPUTIME_ID;

static NOT_COUNTED long
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Nearly all of the time is spent in the loop, some 0.2 ms at a time, not in
   the system call, whose samples are not here: 1.3 us, on slow days.  */
#define BURN(index)                                             \
  long start = now (burn_clock), used;                          \
                                                                \
  do                                                            \
    {                                                           \
      for (unsigned i = 0; i < 200000; i++)                     \
        sink += i;                                              \
      used = now (burn_clock) - start;                          \
    }                                                           \
  while (used < ms * 1000L);                                    \
  __atomic_fetch_add (&burnt[index], used, __ATOMIC_SEQ_CST)

NOINLINE void
burn (int ms)
{
  BURN (0);
}

NOINLINE void
burn_too (int ms)
{
  BURN (1);
}

NOINLINE NOT_COUNTED void
quietly (int ms)
{
  BURN (2);
}

static NOT_COUNTED void *
run_burn (void *unused)
{
  burn (milliseconds);
  return unused;
}

static NOT_COUNTED void *
run_burn_too (void *unused)
{
  burn_too (milliseconds);
  return unused;
}

static NOT_COUNTED void *
run_quietly (void *unused)
{
  quietly (milliseconds);
  return unused;
}

static NOT_COUNTED pthread_t
begin (void *(*function) (void *))
{
  pthread_t thread;

  if (pthread_create (&thread, NULL, function, NULL) != 0)
    exit (2);
  return thread;
}

static NOT_COUNTED int
run_many (int n, void *(*function) (void *), int at_once)
{
  pthread_t threads[64];

  for (int i = 0; i < n; i += at_once)
    {
      for (int k = 0; k < at_once; k++)
        threads[k] = begin (function);
      for (int k = 0; k < at_once; k++)
        pthread_join (threads[k], NULL);
    }
  return 0;
}

static NOT_COUNTED int
run_two (void)
{
  pthread_t one = begin (run_burn);
  pthread_t other = begin (run_burn_too);

  pthread_join (one, NULL);
  pthread_join (other, NULL);
  return 0;
}

/* Threads inherit what is blocked.  */
static NOT_COUNTED int
run_blocked (int n)
{
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGPROF);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  return run_many (n, run_burn, 1);
}

/* Interrupted sleeps go on.  */
static NOT_COUNTED int
run_sleep (void)
{
  struct timespec left = { milliseconds / 1000,
                           milliseconds % 1000 * 1000000L };
  int interrupted = 0;

  burn (10);
  while (nanosleep (&left, &left) != 0)
    interrupted++;
  printf ("interrupted %d\n", interrupted);
  return 0;
}

static NOT_COUNTED int
run_off (void)
{
  burn (milliseconds);
  moncontrol (0);
  burn_too (milliseconds);
  moncontrol (1);
  burn (milliseconds);
  mcleanup ();
  if (rename ("gmon.out", "first") != 0)
    return 1;
  burn_too (milliseconds);
  monstartup ((unsigned long) &__executable_start, (unsigned long) &etext);
  burn (milliseconds);
  return 0;
}

static NOT_COUNTED int
run (const char *name, int n)
{
  if (strcmp (name, "one") == 0)
    burn (milliseconds);
  else if (strcmp (name, "wall") == 0)
    {
      burn_clock = CLOCK_MONOTONIC;
      burn (milliseconds);
    }
  else if (strcmp (name, "asleep") == 0 || strcmp (name, "short") == 0)
    return run_many (n, run_burn, 1);
  else if (strcmp (name, "silent") == 0)
    return run_many (n, run_quietly, 1);
  else if (strcmp (name, "pool") == 0)
    return run_many (n, run_quietly, n);
  else if (strcmp (name, "two") == 0)
    return run_two ();
  else if (strcmp (name, "sleep") == 0)
    return run_sleep ();
  else if (strcmp (name, "blocked") == 0)
    return run_blocked (n);
  else if (strcmp (name, "off") == 0)
    return run_off ();
  else
    return 2;
  return 0;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  int status;

  if (argc > 2)
    milliseconds = (int) strtol (argv[2], NULL, 10);
  status = run (argc > 1 ? argv[1] : "",
                argc > 3 ? (int) strtol (argv[3], NULL, 10) : 1);
  printf ("burn %ld\nburn_too %ld\nquietly %ld\n", burnt[0], burnt[1],
          burnt[2]);
  return status;
}
