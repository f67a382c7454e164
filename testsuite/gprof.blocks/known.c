/* known.c -- blocks whose counts are known.

   SPDX-License-Identifier: GPL-3.0-or-later

   Behind a line stands how often it runs, by what main does; A+B: there are
   several copies of its code, which run A and B times.  With optimization,
   "loop" is of a loop that is not as it is written any more (its test comes
   last, its first turn apart), "choice" of a branch that is none any more, or
   two.
   Read by gcov.exp.  */

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define KEPT __attribute__ ((noinline))

static volatile int sink;

static KEPT int
chain (int n)
{                                       /*= 120 */
  if (n % 3 == 0)                       /*= 120 */
    return 1;                           /*= 40 choice */
  else if (n % 5 == 0)                  /*= 80 */
    return 2;                           /*= 16 choice */
  else
    sink = 0;                           /*= 64 */
  return 0;                             /*= 64 */
}

static KEPT int
loops (int n)
{                                       /*= 4 */
  int s = 0;                            /*= 4 */
  for (int i = 0; i < n; i++)           /*= 44 loop */
    s += sink + i;                      /*= 40 */
  while (s > 3)                         /*= 24 loop */
    s -= sink + 10;                     /*= 20 */
  do
    s += sink + 1;                      /*= 20 loop */
  while (s < 0);                        /*= 20 loop */
  return s;                             /*= 4 */
}

static KEPT int
choose (int n)
{                                       /*= 100 */
  switch (n % 4)                        /*= 100 */
    {
    case 0:
      return 10;                        /*= 25 */
    case 1:
      sink = 1;                         /*= 25 */
      /* Fall through.  */
    case 2:
      sink = 2;                         /*= 50 */
      break;
    default:
      sink = 3;                         /*= 25 */
    }
  return sink;                          /*= 75 */
}

static KEPT int
both (int a, int b)
{                                       /*= 100 */
  if (a && b)                           /*= 100 choice */
    return sink;                        /*= 10 choice */
  if (a || b)                           /*= 90 choice */
    return sink + 1;                    /*= 50 choice */
  return a ? sink : b ? sink + 2 : 3;   /*= 40 choice */
}

static KEPT int
early (int n)
{                                       /*= 30 */
  if (n < 10)                           /*= 30 */
    return n;                           /*= 10 choice */
  if (n < 25)                           /*= 20 */
    return -n;                          /*= 15 choice */
  sink = n;                             /*= 5 */
  return 0;                             /*= 5 */
}

static KEPT int
fib (int n)
{                                       /*= 177 */
  if (n < 2)                            /*= 177 */
    return n;                           /*= 89 choice */
  return fib (n - 1) + fib (n - 2);     /*= 88 */
}

static inline __attribute__ ((always_inline)) int
limit (int n)
{
  if (n % 3 == 0)                       /*= 50+70+90 */
    sink = n;                           /*= 17+24+30 */
  return n;                             /*= 50+70+90 */
}

static KEPT int
inlined (void)
{                                       /*= 1 */
  int s = 0;                            /*= 1 */
  for (int i = 0; i < 50; i++)          /*= 51 loop */
    s += limit (i);                     /*= 50 */
  for (int i = 0; i < 70; i++)          /*= 71 loop */
    s += limit (i);                     /*= 70 */
  for (int i = 0; i < 90; i++)          /*= 91 loop */
    s += limit (i);                     /*= 90 */
  return s;                             /*= 1 */
}

static KEPT void *
work (void *turns)
{                                       /*= 4 */
  int n = (int) (intptr_t) turns;       /*= 4 */
  for (int i = 0; i < n; i++)           /*= 4004 loop */
    {
      if (i % 10 == 0)                  /*= 4000 */
        sink = i;                       /*= 400 */
      sink++;                           /*= 4000 */
    }
  return NULL;                          /*= 4 */
}

static KEPT void
threads (void)
{                                       /*= 1 */
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)           /*= 5 loop */
    pthread_create (&thread[i], NULL, work, (void *) (intptr_t) 1000); /*= 4 */
  for (int i = 0; i < 4; i++)           /*= 5 loop */
    pthread_join (thread[i], NULL);     /*= 4 */
}

KEPT void
never (void)
{                                       /*= 0 */
  sink = 9;                             /*= 0 */
}

int
main (int argc, char **argv)
{                                       /*= 1 */
  for (int i = 0; i < 120; i++)         /*= 121 loop */
    chain (i);                          /*= 120 */
  sink = 0;                             /*= 1 */
  for (int i = 0; i < 4; i++)           /*= 5 loop */
    loops (10);                         /*= 4 */
  for (int i = 0; i < 100; i++)         /*= 101 loop */
    {
      choose (i);                       /*= 100 */
      both (i % 2, i % 5 == 0);         /*= 100 */
    }
  for (int i = 0; i < 30; i++)          /*= 31 loop */
    early (i);                          /*= 30 */
  fib (10);                             /*= 1 */
  inlined ();                           /*= 1 */
  threads ();                           /*= 1 */
  if (argc > 1)                         /*= 1 */
    exit (argv[1][0]);                  /*= 0 */
  return 0;                             /*= 1 */
}
