/* consumers/threads.c -- threads with names, and functions of their own.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by html.exp.  One thread is a reader and two are writers; each takes CPU
   time by a clock of its own.  */

#define _GNU_SOURCE
#include <pthread.h>

#include "looks.h"

/* Takes MS milliseconds of the thread's CPU time, all of whose samples are
   taken.  */
NOINLINE void
spin (long ms)
{
  struct part part = { 0 };

  while (part_goes_on (&part, ms))
    for (long i = 0; i < 10000; i++)
      __asm__ volatile ("" : : "r" (i) : "memory");
}

__attribute__ ((noinline)) void
reader_work (long depth)
{
  if (depth > 0)
    reader_work (depth - 1);
  else
    spin (200);
  __asm__ volatile ("");
}

__attribute__ ((noinline)) void
writer_work (void)
{
  spin (200);
  __asm__ volatile ("");
}

static void *
reader (void *data)
{
  pthread_setname_np (pthread_self (), "reader");
  reader_work (3);
  return data;
}

static void *
writer (void *data)
{
  pthread_setname_np (pthread_self (), "writer");
  writer_work ();
  return data;
}

int
main (void)
{
  void *(*const work[]) (void *) = { reader, writer, writer };
  pthread_t threads[3];

  for (int i = 0; i < 3; i++)
    if (pthread_create (&threads[i], NULL, work[i], NULL) != 0)
      return 1;
  spin (100);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
