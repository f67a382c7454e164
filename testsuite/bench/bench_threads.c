/* bench_threads.c -- what the start of a thread costs.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_threads LIVE COUNT
   LIVE threads stay, while COUNT others come and go, one at a time, each of
   which makes ten calls.  Out: "EARLY LATE MEMORY START": microseconds of CPU
   time, of the whole process, for one of the 1,000 threads around the 1,000th
   and of the last 1,000; by how many KiB the resident set grew between the two;
   and microseconds for one of the LIVE (0 if there are none).
   Built and run by run-threads.sh.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noinline, noclone))
#define NOT_COUNTED __attribute__ ((no_instrument_function))
#define WINDOW 1000
#define MOST 30000

static pthread_mutex_t until_end = PTHREAD_MUTEX_INITIALIZER;

static NOINLINE void
leaf (void)
{
  __asm__ volatile ("");
}

static NOINLINE void *
come_and_go (void *unused)
{
  for (int i = 0; i < 10; i++)
    leaf ();
  return unused;
}

static NOINLINE void *
stay (void *unused)
{
  come_and_go (unused);
  pthread_mutex_lock (&until_end);
  pthread_mutex_unlock (&until_end);
  return unused;
}

static NOT_COUNTED double
cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e6 + (double) now.tv_nsec / 1e3;
}

static NOT_COUNTED long
resident (void)
{
  long size = 0, pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");

  if (f == NULL || fscanf (f, "%ld %ld", &size, &pages) != 2)
    exit (2);
  fclose (f);
  return pages * (sysconf (_SC_PAGESIZE) / 1024);
}

static NOT_COUNTED void
start (pthread_t *thread, void *(*function) (void *))
{
  if (pthread_create (thread, NULL, function, NULL) != 0)
    exit (2);
}

/* Microseconds per thread.  */
static NOT_COUNTED double
some (long count)
{
  double before = cpu_time ();
  pthread_t thread;

  for (long i = 0; i < count; i++)
    {
      start (&thread, come_and_go);
      pthread_join (thread, NULL);
    }
  return (cpu_time () - before) / (double) count;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  static pthread_t threads[MOST];
  long live = argc == 3 ? strtol (argv[1], NULL, 10) : -1;
  long count = argc == 3 ? strtol (argv[2], NULL, 10) : 0;
  double started, early;
  long memory;

  if (live < 0 || live > MOST || count < 2 * WINDOW)
    return 2;
  pthread_mutex_lock (&until_end);
  started = cpu_time ();
  for (long i = 0; i < live; i++)
    start (&threads[i], stay);
  started = live != 0 ? (cpu_time () - started) / (double) live : 0;
  some (WINDOW / 2);
  early = some (WINDOW);
  memory = resident ();
  some (count - WINDOW * 5 / 2);
  printf ("%.2f %.2f ", early, some (WINDOW));
  printf ("%ld %.2f\n", resident () - memory, started);
  pthread_mutex_unlock (&until_end);
  for (long i = 0; i < live; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
