/* thread_starts.c -- threads that call no hook and live for a short time.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: thread_starts burn MICROSECONDS THREADS
            THREADS threads, one after the other, use so much CPU time each.
          thread_starts timers THREADS
            prints for how many of THREADS threads the kernel's list has a
            timer at their first instruction; "no list" without one.
          thread_starts ends ROUNDS
            threads end in all ways, are not created for lack of memory, and
            forks happen meanwhile.  Prints what the program sees of it.
          thread_starts blocks return|exit|live
            a thread named "quiet" blocks all signals and uses 0.3 s of CPU
            time.  It ends by return or by pthread_exit, or lives on.  */

#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TOGETHER 50

static volatile double sink;
static long wanted;             /* ns */
static _Atomic long cleanups, detached;

static long
used (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000 + time.tv_nsec;
}

__attribute__ ((noinline)) static void
burn (void)
{
  while (used () < wanted)
    for (int i = 0; i < 2000; i++)
      sink += i * .5;
}

__attribute__ ((noinline)) static void *
worker (void *data)
{
  burn ();
  sink += 1;
  return data;
}

static void *
is_timed (void *data)
{
  FILE *list = fopen ("/proc/self/timers", "r");
  char line[128], own[64];

  snprintf (own, sizeof own, "tid.%ld\n", (long) syscall (SYS_gettid));
  while (list != NULL && fgets (line, sizeof line, list) != NULL)
    if (strstr (line, own) != NULL)
      data = NULL;
  if (list != NULL)
    fclose (list);
  return data;
}

static void
timers (long threads)
{
  long timed = 0;

  for (long i = 0; i < threads; i++)
    {
      pthread_t thread;
      void *result = &wanted;

      if (pthread_create (&thread, NULL, is_timed, &wanted) != 0)
        abort ();
      pthread_join (thread, &result);
      timed += result == NULL;
    }
  if (access ("/proc/self/timers", R_OK) == 0)
    printf ("%ld of %ld\n", timed, threads);
  else
    puts ("no list");
}

static void *
blocks (void *data)
{
  const char *how = data;
  sigset_t set;

  sigfillset (&set);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  prctl (PR_SET_NAME, "quiet");
  burn ();
  cleanups++;
  if (strcmp (how, "live") == 0)
    for (;;)
      pause ();
  if (strcmp (how, "exit") == 0)
    pthread_exit (NULL);
  return NULL;
}

static void
clean (void *data)
{
  (void) data;
  cleanups++;
}

static void *
returns (void *data)
{
  return data;
}

static void *
leaves (void *data)
{
  pthread_cleanup_push (clean, NULL);
  pthread_exit (data);
  pthread_cleanup_pop (0);
  return NULL;
}

static void *
is_cancelled (void *data)
{
  pthread_cleanup_push (clean, NULL);
  for (;;)
    pause ();
  pthread_cleanup_pop (0);
  return data;
}

static void *
detaches (void *data)
{
  (void) data;
  pthread_detach (pthread_self ());
  detached++;
  return NULL;
}

static int
check_fork (void)
{
  int status = -1;
  pid_t child = fork ();

  if (child == 0)
    {
      pthread_t thread;
      void *result = NULL;

      if (pthread_create (&thread, NULL, returns, &wanted) != 0
          || pthread_join (thread, &result) != 0)
        _exit (1);
      _exit (result == &wanted ? 0 : 2);
    }
  return child > 0 && waitpid (child, &status, 0) == child && status == 0;
}

static void
ends (long rounds)
{
  void *(*const routines[]) (void *) = { returns, leaves, is_cancelled };
  const char *const names[] = { "return", "pthread_exit", "cancel" };
  long right[3] = { 0 }, errors = 0, children = 0, others = 0;
  pthread_attr_t huge;

  pthread_attr_init (&huge);
  pthread_attr_setstacksize (&huge, (size_t) 1 << (sizeof (size_t) * 6));
  for (long round = 0; round < rounds; round++)
    {
      pthread_t threads[TOGETHER], other;

      for (intptr_t i = 0; i < TOGETHER; i++)
        if (pthread_create (&threads[i], NULL, routines[i % 3], (void *) i)
            != 0)
          abort ();
      errno = EXDEV;
      if (sizeof (size_t) < 8
          || (pthread_create (&other, &huge, returns, NULL) == EAGAIN))
        errors++;
      if (pthread_create (&other, NULL, detaches, NULL) == 0)
        others++;
      if (round % 10 == 0)
        children += check_fork ();
      for (intptr_t i = 0; i < TOGETHER; i++)
        {
          void *result = NULL;

          if (i % 3 == 2)
            pthread_cancel (threads[i]);
          if (pthread_join (threads[i], &result) == 0
              && result == (i % 3 == 2 ? PTHREAD_CANCELED : (void *) i))
            right[i % 3]++;
        }
    }
  while (detached != others)
    usleep (1000);
  for (int i = 0; i < 3; i++)
    printf ("%s: %ld\n", names[i], right[i]);
  printf ("failed: %ld, detached: %ld, children: %ld\n", errors, others,
          children);
}

int
main (int argc, char **argv)
{
  if (argc == 4 && strcmp (argv[1], "burn") == 0)
    {
      long threads = strtol (argv[3], NULL, 10);

      wanted = strtol (argv[2], NULL, 10) * 1000;
      for (long i = 0; i < threads; i++)
        {
          pthread_t thread;

          if (pthread_create (&thread, NULL, worker, NULL) != 0)
            return 1;
          pthread_join (thread, NULL);
        }
    }
  else if (argc == 3 && strcmp (argv[1], "blocks") == 0)
    {
      pthread_t thread;

      wanted = 300000000;
      if (pthread_create (&thread, NULL, blocks, argv[2]) != 0)
        return 1;
      if (strcmp (argv[2], "live") != 0)
        pthread_join (thread, NULL);
      while (cleanups == 0)
        usleep (1000);
    }
  else if (argc == 3 && strcmp (argv[1], "timers") == 0)
    timers (strtol (argv[2], NULL, 10));
  else if (argc == 3)
    ends (strtol (argv[2], NULL, 10));
  return 3;
}
