/* blocked.c -- threads that are blocked, and one that never is.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage: blocked THREADS MS [UID].  Starts THREADS threads with the name
   "sleeper", which are blocked as long as the program lives.  Then the main
   thread is blocked for at least MS ms.  With THREADS 0 it runs for MS ms of
   CPU time instead.  With UID it first becomes that user, who may not trace it
   (PR_SET_DUMPABLE 0).  */

#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static pthread_barrier_t barrier;
static volatile unsigned long sum;

__attribute__ ((noinline)) static void *
sleeper (void *unused)
{
  prctl (PR_SET_NAME, "sleeper");
  pthread_barrier_wait (&barrier);
  while (1)
    pause ();
  return unused;
}

__attribute__ ((noinline)) static void
run (unsigned long ms)
{
  struct timespec now;

  do
    {
      for (int i = 0; i < 100000; i++)
        sum += (unsigned long) i;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while ((unsigned long) now.tv_sec * 1000
         + (unsigned long) now.tv_nsec / 1000000 < ms);
}

static unsigned long
number (const char *text)
{
  return strtoul (text, NULL, 10);
}

int
main (int argc, char **argv)
{
  unsigned threads = argc > 1 ? (unsigned) number (argv[1]) : 0;
  unsigned long ms = argc > 2 ? number (argv[2]) : 0;

  if (argc > 3 && (setuid ((uid_t) number (argv[3])) != 0
                   || prctl (PR_SET_DUMPABLE, 0) != 0))
    return 2;
  if (threads == 0)
    {
      run (ms);
      return 0;
    }
  pthread_barrier_init (&barrier, NULL, threads + 1);
  for (unsigned i = 0; i < threads; i++)
    {
      pthread_t thread;

      if (pthread_create (&thread, NULL, sleeper, NULL) != 0)
        return 1;
    }
  pthread_barrier_wait (&barrier);
  nanosleep (&(struct timespec) { (time_t) (ms / 1000),
                                  (long) (ms % 1000 * 1000000) }, NULL);
  return 0;
}
