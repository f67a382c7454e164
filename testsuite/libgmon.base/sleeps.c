/* sleeps.c -- threads that sleep in system calls while others use CPU time.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: sleeps MILLISECONDS BURNER SLEEPERS
     BURNER:    what uses CPU time until the end
       main     the main thread, in a profiled function
       thread   another thread, in a profiled function
       quiet    another thread that calls no profiled function; the main thread
                waits in pthread_join
       polling  the same, while the main thread waits in poll
       blocked  the same, but that thread blocks all signals
       both     one thread of each of the two kinds
     SLEEPERS:  "hooked": threads that call a profiled function before each
                call; "unhooked": threads that call none; "all": both; "none"
   There is one thread for each system call that a signal handler ends early
   although SA_RESTART is set, and one that waits for all signals by sigwait.
   Out: for each system call a line "NAME CALLS INTERRUPTED"; "sigwait SIGNALS
   PROFS", how many signals that thread got and how many of these were SIGPROF;
   "quietly US", the CPU time of threads that call no profiled function.
   Status 0.  See sleeps.exp.  */

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#define NAP_MS 7                /* how long each call sleeps */
#define SPARK_US 50             /* CPU time of a sleeper between two calls */

static volatile unsigned long sink;
static atomic_bool all_there;   /* no thread is created any more: the C library
                                   blocks all signals of a thread that creates
                                   another one, and the kernel gives a signal
                                   of the process to a sleeping thread then */
static atomic_bool over;
static long milliseconds;
static long quiet_time;

static NOT_COUNTED long
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* -- Burners -------------------------------------------------------------- */

#define BURN(condition)                                         \
  do                                                            \
    for (unsigned i = 0; i < 100000; i++)                       \
      sink += i;                                                \
  while (condition)

NOINLINE void
burn (void)
{
  BURN (!atomic_load (&over));
}

NOINLINE NOT_COUNTED void
quietly (void)
{
  BURN (!atomic_load (&over));
}

static void *
run_burn (void *unused)
{
  burn ();
  return unused;
}

static NOT_COUNTED void *
run_quietly (void *unused)
{
  long start = now (CLOCK_THREAD_CPUTIME_ID);

  quietly ();
  quiet_time = now (CLOCK_THREAD_CPUTIME_ID) - start;
  return unused;
}

static NOT_COUNTED void
block_all (void)
{
  sigset_t set;

  sigfillset (&set);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
}

static NOT_COUNTED void *
run_blocked (void *unused)
{
  block_all ();
  return run_quietly (unused);
}

/* -- Sleepers ------------------------------------------------------------- */

static NOT_COUNTED int
by_poll (void)
{
  return poll (NULL, 0, NAP_MS);
}

static NOT_COUNTED int
by_nanosleep (void)
{
  struct timespec time = { 0, NAP_MS * 1000000 };

  return nanosleep (&time, NULL);
}

static NOT_COUNTED int
by_select (void)
{
  struct timeval time = { 0, NAP_MS * 1000 };

  return select (0, NULL, NULL, NULL, &time);
}

static NOT_COUNTED int
by_epoll_wait (void)
{
  static atomic_int epoll;
  struct epoll_event event;

  if (atomic_load (&epoll) == 0)
    atomic_store (&epoll, epoll_create1 (0));
  return epoll_wait (atomic_load (&epoll), &event, 1, NAP_MS);
}

static NOT_COUNTED int
by_sem_timedwait (void)
{
  struct timespec time;
  sem_t semaphore;

  sem_init (&semaphore, 0, 0);
  clock_gettime (CLOCK_REALTIME, &time);
  time.tv_nsec += NAP_MS * 1000000;
  if (time.tv_nsec >= 1000000000)
    {
      time.tv_nsec -= 1000000000;
      time.tv_sec++;
    }
  return sem_timedwait (&semaphore, &time);
}

static NOT_COUNTED int
by_sigtimedwait (void)
{
  struct timespec time = { 0, NAP_MS * 1000000 };
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGUSR2);
  return sigtimedwait (&set, NULL, &time);
}

static const struct kind
{
  const char *name;
  int (*nap) (void);
} kinds[] = {
  { "poll", by_poll },
  { "nanosleep", by_nanosleep },
  { "select", by_select },
  { "epoll_wait", by_epoll_wait },
  { "sem_timedwait", by_sem_timedwait },
  { "sigtimedwait", by_sigtimedwait },
};

#define KINDS (sizeof kinds / sizeof kinds[0])

struct sleeper
{
  const struct kind *kind;
  pthread_t thread;
  long calls;
  long interrupted;
};

static NOT_COUNTED void
spark (void)
{
  long start = now (CLOCK_THREAD_CPUTIME_ID);

  while (now (CLOCK_THREAD_CPUTIME_ID) - start < SPARK_US)
    for (unsigned i = 0; i < 1000; i++)
      sink += i;
}

NOINLINE void
hooked_spark (void)
{
  spark ();
}

static NOT_COUNTED void
nap (struct sleeper *sleeper)
{
  const bool counts = atomic_load (&all_there);
  int result = sleeper->kind->nap ();

  if (!counts)
    return;
  sleeper->calls++;
  if (result < 0 && errno == EINTR)
    sleeper->interrupted++;
}

static NOT_COUNTED void *
run_hooked (void *sleeper)
{
  while (!atomic_load (&over))
    {
      hooked_spark ();
      nap (sleeper);
    }
  return NULL;
}

static NOT_COUNTED void *
run_unhooked (void *sleeper)
{
  while (!atomic_load (&over))
    {
      spark ();
      nap (sleeper);
    }
  return NULL;
}

/* -- sigwait -------------------------------------------------------------- */

static long signals, profs;

/* Until SIGTERM, which main sends.  */
static NOT_COUNTED void *
run_sigwait (void *unused)
{
  sigset_t set;
  int number = 0;

  sigfillset (&set);
  block_all ();
  while (number != SIGTERM)
    {
      hooked_spark ();
      if (sigwait (&set, &number) != 0)
        continue;
      signals++;
      profs += number == SIGPROF;
    }
  return unused;
}

/* -------------------------------------------------------------------------- */

static NOT_COUNTED pthread_t
begin (void *(*function) (void *), void *argument)
{
  pthread_t thread;

  if (pthread_create (&thread, NULL, function, argument) != 0)
    exit (2);
  return thread;
}

/* Before there are threads, so that none of them is ended by these.  */
static NOT_COUNTED void
block_messages (void)
{
  sigset_t set;

  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigaddset (&set, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
}

static NOT_COUNTED void *
run_end (void *waiter)
{
  long end = now (CLOCK_MONOTONIC) + milliseconds * 1000;

  while (now (CLOCK_MONOTONIC) < end)
    {
      struct timespec time = { 0, NAP_MS * 1000000 };

      pthread_kill (*(pthread_t *) waiter, SIGUSR1);
      nanosleep (&time, NULL);
    }
  atomic_store (&over, true);
  pthread_kill (*(pthread_t *) waiter, SIGTERM);
  return NULL;
}

/* SELF counts the calls of the main thread, if it sleeps.  */
static NOT_COUNTED int
run_burner (const char *name, struct sleeper *self)
{
  pthread_t threads[2];
  int n = 0;

  if (strcmp (name, "thread") == 0 || strcmp (name, "both") == 0)
    threads[n++] = begin (run_burn, NULL);
  if (strcmp (name, "quiet") == 0 || strcmp (name, "both") == 0
      || strcmp (name, "polling") == 0)
    threads[n++] = begin (run_quietly, NULL);
  if (strcmp (name, "blocked") == 0)
    threads[n++] = begin (run_blocked, NULL);
  atomic_store (&all_there, true);
  if (strcmp (name, "main") == 0)
    burn ();
  while ((strcmp (name, "polling") == 0 || strcmp (name, "blocked") == 0)
         && !atomic_load (&over))
    nap (self);
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  return 0;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  static struct sleeper sleepers[2 * KINDS + 1];
  const char *who = argc == 4 ? argv[3] : "";
  pthread_t waiter, end;
  size_t n = 0;

  if (argc != 4)
    return 2;
  milliseconds = strtol (argv[1], NULL, 10);
  block_messages ();
  for (size_t i = 0; i < 2 * KINDS; i++)
    if (strcmp (who, "all") == 0
        || strcmp (who, i < KINDS ? "hooked" : "unhooked") == 0)
      {
        sleepers[n].kind = &kinds[i % KINDS];
        sleepers[n].thread = begin (i < KINDS ? run_hooked : run_unhooked,
                                    &sleepers[n]);
        n++;
      }
  sleepers[n].kind = &kinds[0];
  waiter = begin (run_sigwait, NULL);
  end = begin (run_end, &waiter);
  run_burner (argv[2], &sleepers[n]);
  pthread_join (end, NULL);
  pthread_join (waiter, NULL);
  for (size_t i = 0; i <= n; i++)
    {
      if (i < n)
        pthread_join (sleepers[i].thread, NULL);
      printf ("%s %ld %ld\n", sleepers[i].kind->name, sleepers[i].calls,
              sleepers[i].interrupted);
    }
  printf ("sigwait %ld %ld\nquietly %ld\n", signals, profs, quiet_time);
  return 0;
}
