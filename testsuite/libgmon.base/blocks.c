/* blocks.c -- programs that know how often their blocks run.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: blocks CASE
   Out: lines "TAG COUNT" on standard output: how often the line runs that has
   the tag in a comment, in brackets; and "file NAME" before those for that
   file.  Such a line begins a block.  See blocks.exp.  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define CASE_RESULT void
#include "cases.h"
#include "leaf.h"

void moncontrol (int mode);

/* Numbers that no header has: some versions of addr2line take a header's
   function for one of the main file.  */
#line 1000

static void
say (const char *tag, long count)
{
  printf ("%s %ld\n", tag, count);
}

/* -- Statements ----------------------------------------------------------- */

NOINLINE void
choose (int n)
{
  if (n % 3 == 0)
    sink++;             /* [third] */
  else if (n % 3 == 1)
    sink += 2;          /* [first] */
  else
    sink += 3;          /* [second] */
}

NOINLINE void
search (int n)
{
  for (int i = 0; i < 100; i++)
    {
      sink++;           /* [tried] */
      if (i == n)
        {
          sink += 3;    /* [found] */
          return;
        }
    }
  if (n >= 100)
    sink += 5;          /* [not-found] */
  sink++;
}

NOINLINE void
select_one (int n)
{
  switch (n)
    {
    case 0:
      sink++;           /* [zero] */
      break;
    case 1:
      sink += 5;        /* [one] */
      /* Fall through.  */
    case 2:
      sink += 7;        /* [two] */
      break;
    default:
      sink += 9;        /* [other] */
    }
}

static void
run_plain (void)
{
  for (int i = 0; i < 301; i++)
    choose (i);
  for (int i = 95; i < 110; i++)
    search (i);
  for (int i = 0; i < 50; i++)
    select_one (i % 5);
  say ("third", 101);
  say ("first", 100);
  say ("second", 100);
  say ("tried", 96 + 97 + 98 + 99 + 100 + 10 * 100);
  say ("found", 5);
  say ("not-found", 10);
  say ("zero", 10);
  say ("one", 10);
  say ("two", 20);
  say ("other", 20);
}

/* -- Threads -------------------------------------------------------------- */

#define THREADS 8
#define TURNS 200000

NOINLINE void
turn (int times)
{
  while (times-- > 0)
    sink++;             /* [turn] */
}

static void *
turns (void *data)
{
  turn (*(const int *) data);
  return NULL;
}

static void
run_threads (void)
{
  static const int many = TURNS, few = 10;
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&threads[i], NULL, turns, (void *) &many) != 0)
      exit (1);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < 500; i++)
    {
      if (pthread_create (&threads[0], NULL, turns, (void *) &few) != 0)
        exit (1);
      pthread_join (threads[0], NULL);
    }
  say ("turn", THREADS * (long) TURNS + 500 * 10);
}

/* -- Signals -------------------------------------------------------------- */

#define R10(x) x x x x x x x x x x

static volatile sig_atomic_t handled;

static void
handler (int number)
{
  if (number == SIGALRM)
    handled++;          /* [handled] */
}

/* 1,000 blocks, some of which are new when the handler interrupts them.  */
NOINLINE void
blocks_1000 (int odd)
{
  R10 (R10 (R10 (if (odd) sink++; else sink += 2;)))
}

static void
run_signals (void)
{
  struct itimerval timer = { { 0, 200 }, { 0, 200 } };
  struct sigaction action;
  long turns_done = 0;

  memset (&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &timer, NULL);
  blocks_1000 (0);
  while (handled < 2000)
    {
      turn (100);
      turns_done += 100;
      blocks_1000 (turns_done % 200 == 0);
    }
  memset (&timer, 0, sizeof timer);
  setitimer (ITIMER_REAL, &timer, NULL);
  say ("turn", turns_done);
  say ("handled", handled);
}

/* -- Processes ------------------------------------------------------------ */

static void
run_fork (void)
{
  pid_t child;

  turn (100);
  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      turn (7);
      choose (0);
      exit (0);
    }
  waitpid (child, NULL, 0);
  turn (3);
  say ("turn", 103);
  say ("third", 0);
  printf ("file gmon.out.%ld\n", (long) child);
  say ("turn", 7);
  say ("third", 1);
}

/* -- On and off ----------------------------------------------------------- */

static void
run_off (void)
{
  turn (5);
  moncontrol (0);
  turn (70);
  choose (1);
  moncontrol (1);
  turn (6);
  say ("turn", 11);
  say ("first", 0);
}

/* -- Libraries ------------------------------------------------------------ */

static void
called_back (void)
{
  if (sink >= 0)
    sink++;             /* [called-back] */
}

static void
run_library (void)
{
  long called = 0;

  for (int i = 0; i < 10; i++)
    {
      void *library = dlopen ("./liblibrary.so", RTLD_NOW);
      void (*work) (void (*) (void), int);

      if (library == NULL)
        exit (1);
      work = (void (*) (void (*) (void), int)) dlsym (library, "library_work");
      work (called_back, 20);
      called += 20;
      dlclose (library);
    }
  say ("called-back", called);
}

int
main (int argc, char **argv)
{
  static const struct test_case cases[] = {
    { "plain", run_plain }, { "threads", run_threads },
    { "signals", run_signals }, { "fork", run_fork }, { "off", run_off },
    { "library", run_library },
  };
  const struct test_case *found = FIND_CASE (cases, argc, argv);

  if (found == NULL)
    return 1;
  found->run ();
  return 0;
}
