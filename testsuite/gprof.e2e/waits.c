/* waits.c -- polls for two callers, 5 and 2 times; ends with status 4.
   With an argument, two threads name themselves "pool" and wait meanwhile.

   SPDX-License-Identifier: GPL-3.0-or-later

   poll must never end early: then "early" is printed.  */

#define _GNU_SOURCE

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];

__attribute__ ((noinline)) void
wait_for_nothing (void)
{
  struct pollfd none = { .fd = ends[0], .events = POLLIN };

  if (poll (&none, 1, 150) != 0)
    puts ("early");
}

__attribute__ ((noinline)) void
five_times (void)
{
  for (volatile int i = 0; i < 5; i++)
    wait_for_nothing ();
}

__attribute__ ((noinline)) void
two_times (void)
{
  for (volatile int i = 0; i < 2; i++)
    wait_for_nothing ();
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;

static void *
wait_for_work (void *unused)
{
  pthread_setname_np (pthread_self (), "pool");
  pthread_mutex_lock (&lock);
  for (;;)
    pthread_cond_wait (&work, &lock);
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t thread;

  (void) argv;
  if (pipe (ends) != 0)
    return 1;
  for (int i = 0; argc > 1 && i < 2; i++)
    if (pthread_create (&thread, NULL, wait_for_work, NULL) != 0)
      return 1;
  five_times ();
  two_times ();
  puts ("done");
  return 4;
}
