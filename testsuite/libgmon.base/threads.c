/* threads.c -- calls from several threads, and from threads that are gone.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: threads TOGETHER ONE-BY-ONE CALLS WAITING [pairs]
   TOGETHER threads make CALLS calls of `leaf' each, at once, after which
   ONE-BY-ONE threads, one at a time, make 10 calls of `late' each, while
   WAITING more live on; with "pairs" two of them at a time.  Out: the resident
   memory, in KiB, that the last nine tenths of ONE-BY-ONE added.  See
   threads.exp.  */

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "leaf.h"
#include "test.h"

NOINLINE void
late (void)
{
  sink++;
}

NOINLINE void *
many (void *calls)
{
  for (long i = *(long *) calls; i > 0; i--)
    leaf ();
  return NULL;
}

NOINLINE void *
few (void *unused)
{
  for (int i = 0; i < 10; i++)
    late ();
  return unused;
}

static pthread_mutex_t end = PTHREAD_MUTEX_INITIALIZER;
static sem_t begun;

NOINLINE void *
waiter (void *unused)
{
  sem_post (&begun);
  pthread_mutex_lock (&end);
  pthread_mutex_unlock (&end);
  return unused;
}

static NOT_COUNTED long
resident (void)
{
  long size = 0, pages = 0;
  FILE *f = fopen ("/proc/self/statm", "r");

  if (f == NULL || fscanf (f, "%ld %ld", &size, &pages) != 2)
    exit (1);
  fclose (f);
  return pages * (sysconf (_SC_PAGESIZE) / 1024);
}

static NOT_COUNTED pthread_t
start (void *(*function) (void *), void *data)
{
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 65536);
  if (pthread_create (&thread, &attributes, function, data) != 0)
    exit (1);
  pthread_attr_destroy (&attributes);
  return thread;
}

/* One begins before the other ends.  */
static NOT_COUNTED void
two_by_two (long n)
{
  pthread_t last = start (few, NULL);

  while (--n > 0)
    {
      pthread_t next = start (few, NULL);

      pthread_join (last, NULL);
      last = next;
    }
  pthread_join (last, NULL);
}

static NOT_COUNTED void
one_by_one (long n)
{
  while (n-- > 0)
    pthread_join (start (few, NULL), NULL);
}

NOT_COUNTED int
main (int argc, char **argv)
{
  static pthread_t threads[64], waiting[1000];
  long counts[4];
  long before;

  for (int i = 0; i < 4; i++)
    counts[i] = argc >= 5 ? strtol (argv[i + 1], NULL, 10) : 0;
  if (counts[0] > 64 || counts[3] > 1000)
    return 1;
  for (int i = 0; i < counts[0]; i++)
    threads[i] = start (many, &counts[2]);
  for (int i = 0; i < counts[0]; i++)
    pthread_join (threads[i], NULL);
  pthread_mutex_lock (&end);
  sem_init (&begun, 0, 0);
  for (int i = 0; i < counts[3]; i++)
    waiting[i] = start (waiter, NULL);
  /* One that began later would add its own memory to what is measured.  */
  for (int i = 0; i < counts[3]; i++)
    while (sem_wait (&begun) != 0)
      continue;
  one_by_one (counts[1] / 10);
  before = resident ();
  if (argc > 5)
    two_by_two (counts[1] - counts[1] / 10);
  else
    one_by_one (counts[1] - counts[1] / 10);
  printf ("%ld\n", resident () - before);
  pthread_mutex_unlock (&end);
  for (int i = 0; i < counts[3]; i++)
    pthread_join (waiting[i], NULL);
  return 0;
}
