/* callbacks.c -- callers that are not in the image: qsort, signals, threads.

   SPDX-License-Identifier: GPL-3.0-or-later

   Calls from libc have an address outside; threads make counts inexact, which does not matter to a comparison.  */

#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static volatile unsigned sink;

static void
burn (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i ^ n;
}

static int
by_value (const void *a, const void *b)
{
  burn (20);
  return *(const int *) a - *(const int *) b;
}

static int
by_name (const void *a, const void *b)
{
  burn (30);
  return strcmp (a, b);
}

static void
handler (int sig)
{
  burn (50 + (unsigned) sig);
}

static void *
thread (void *arg)
{
  for (unsigned i = 0; i < 2000; i++)
    burn (1000);
  return arg;
}

static void
visit (const void *node, VISIT which, int depth)
{
  (void) node;
  burn (which == leaf || which == postorder ? 10 : (unsigned) depth);
}

static void
leave (void)
{
  burn (1000000);
}

int
main (void)
{
  static int values[4000];
  static char names[500][8];
  void *root = NULL;
  pthread_t other;

  atexit (leave);
  signal (SIGUSR1, handler);
  if (pthread_create (&other, NULL, thread, NULL) != 0)
    return 1;
  for (unsigned round = 0; round < 100; round++)
    {
      for (unsigned i = 0; i < 4000; i++)
        values[i] = (int) (i * 7919 % 4001);
      qsort (values, 4000, sizeof *values, by_value);
      raise (SIGUSR1);
    }
  for (unsigned i = 0; i < 500; i++)
    {
      names[i][0] = (char) ('a' + i * 7 % 26);
      names[i][1] = (char) ('a' + i * 11 % 26);
      names[i][2] = (char) ('a' + i % 26);
      tsearch (names[i], &root, by_name);
    }
  twalk (root, visit);
  pthread_join (other, NULL);
  return 0;
}
