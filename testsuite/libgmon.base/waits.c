/* waits.c -- threads that wait for a signal while the process clock ticks.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: waits MILLISECONDS
   The main thread uses CPU time in a profiled function.  Six threads call
   sigtimedwait for SIGUSR1 again and again, for 0.2 ms each, so that many calls
   begin while a tick is pending.
   Out: "CALLS INTERRUPTED EARLY": how many calls there were, how many ended
   with EINTR, and how many ended before their time.  Status 0.  See
   sleeps.exp.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "test.h"

#define THREADS 6
#define WAIT_NS 200000

static volatile unsigned long sink;
static atomic_bool over;
static atomic_long calls, interrupted, early;

static NOT_COUNTED long
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000 + time.tv_nsec;
}

static NOT_COUNTED void *
wait_often (void *unused)
{
  const struct timespec time = { 0, WAIT_NS };
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  while (!atomic_load (&over))
    {
      long start = now ();
      int result = sigtimedwait (&set, NULL, &time);

      atomic_fetch_add (&calls, 1);
      if (result >= 0 || errno != EAGAIN)
        atomic_fetch_add (&interrupted, 1);
      else if (now () - start < WAIT_NS)
        atomic_fetch_add (&early, 1);
    }
  return unused;
}

NOINLINE void
burn (long until)
{
  while (now () < until)
    for (unsigned i = 0; i < 100000; i++)
      sink += i;
}

int
main (int argc, char **argv)
{
  pthread_t threads[THREADS];

  if (argc != 2)
    return 2;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, wait_often, NULL);
  burn (now () + strtol (argv[1], NULL, 10) * 1000000);
  atomic_store (&over, true);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  printf ("%ld %ld %ld\n", atomic_load (&calls), atomic_load (&interrupted),
          atomic_load (&early));
  return 0;
}
