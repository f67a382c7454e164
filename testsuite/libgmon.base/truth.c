/* truth.c -- functions that time themselves by the clock of their thread.

   SPDX-License-Identifier: GPL-3.0-or-later

   Usage:  truth

   Three threads.  dear and cheap call work equally often, for more and for
   less; sorter calls the C library, which calls back; recur is 100 deep;
   library is in a shared object (truth_library.c).  Prints a line "FUNCTION
   SECONDS" for each.  The code that runs most has no hook: the time of libgmon
   itself is in no function, but on these clocks.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NO_HOOK __attribute__ ((noinline, no_instrument_function))
#define ITEMS 100000

void library (void);

static double
thread_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* An empty asm hides N and the loop from the compiler.  */
__attribute__ ((noinline)) void
work (long n)
{
  for (long i = 0; i < n; i++)
    __asm__ volatile ("" : : "r" (i) : "memory");
}

__attribute__ ((noinline)) void
dear (void)
{
  for (int i = 0; i < 200; i++)
    work (6000000);
}

__attribute__ ((noinline)) void
cheap (void)
{
  for (int i = 0; i < 200; i++)
    work (60000);
}

NO_HOOK int
compare_items (const void *a, const void *b)
{
  const unsigned *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

__attribute__ ((noinline)) void
sorter (void)
{
  static unsigned items[ITEMS];

  for (int round = 0; round < 40; round++)
    {
      unsigned next = 1;

      for (int i = 0; i < ITEMS; i++)
        items[i] = (next = next * 1103515245 + 12345) >> 8;
      qsort (items, ITEMS, sizeof *items, compare_items);
    }
}

__attribute__ ((noinline)) int
recur (int depth)
{
  work (300000);
  return depth > 1 ? recur (depth - 1) + 1 : 1;
}

static void
recur_often (void)
{
  for (int i = 0; i < 40; i++)
    recur (100);
}

static void
timed (const char *name, void (*function) (void))
{
  double start = thread_seconds ();

  function ();
  printf ("%s %.6f\n", name, thread_seconds () - start);
}

static void *
sort_thread (void *data)
{
  timed ("sorter", sorter);
  return data;
}

static void *
recur_thread (void *data)
{
  timed ("recur", recur_often);
  return data;
}

int
main (void)
{
  pthread_t threads[2];

  pthread_create (&threads[0], NULL, sort_thread, NULL);
  pthread_create (&threads[1], NULL, recur_thread, NULL);
  timed ("dear", dear);
  timed ("cheap", cheap);
  timed ("library", library);
  pthread_join (threads[0], NULL);
  pthread_join (threads[1], NULL);
  return 0;
}
