/* threads.c -- calls from several threads, and from threads that are gone.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: threads TOGETHER ONE-BY-ONE CALLS
   TOGETHER threads make CALLS calls of `leaf' each, at once, after which
   ONE-BY-ONE threads, one at a time, make 10 calls of `late' each.  Out: the
   resident memory, in KiB, that the latter added.  See threads.exp.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "test.h"

static __thread volatile int sink;

NOINLINE void
leaf (void)
{
  sink++;
}

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

NOT_COUNTED int
main (int argc, char **argv)
{
  pthread_t threads[64];
  long counts[3];
  long before;

  for (int i = 0; i < 3; i++)
    counts[i] = argc == 4 ? strtol (argv[i + 1], NULL, 10) : 0;
  if (counts[0] > 64)
    return 1;
  for (int i = 0; i < counts[0]; i++)
    if (pthread_create (&threads[i], NULL, many, &counts[2]) != 0)
      return 1;
  for (int i = 0; i < counts[0]; i++)
    pthread_join (threads[i], NULL);
  before = resident ();
  for (int i = 0; i < counts[1]; i++)
    {
      if (pthread_create (&threads[0], NULL, few, NULL) != 0)
        return 1;
      pthread_join (threads[0], NULL);
    }
  printf ("%ld\n", resident () - before);
  return 0;
}
