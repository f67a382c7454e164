/* victim.c -- a program in which system calls of libgmon's fail, or end it.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: victim CASE
   Out: "done" on standard output, status 3, and LEAVES calls of leaf in all its
   profiles together.  A mark on the stack, above which there is nothing of
   libgmon's, lets fault.c tell its calls from ours.  x86-64.  See faults.exp
   and faults.pl.  */

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"
#include "gmon.h"
#include "leaf.h"

/* A preloaded library brings it.  */
#pragma weak gmon_write_now

/* In a frame: fault.c.  */
#define STACK_MARK 0x6b72616d6b617473
#define LEAVES 1000
#define OWN_STACK 65536
#define BURN 60000000           /* ns */
#define MANY 300

/* What libgmon has left there is not to be taken for a call of its own.  */
static NOINLINE NOT_COUNTED void
wipe_stack (void)
{
  volatile char below[OWN_STACK];

  below[0] = 0;
  for (int i = 1; i < OWN_STACK; i++)
    below[i] = below[0];
}

static NOT_COUNTED void
say_done (void)
{
  wipe_stack ();
  if (write (1, "done\n", 5) != 5)
    abort ();
}

static NOT_COUNTED int
plain (void)
{
  call_leaf (LEAVES);
  return 3;
}

/* The profile is written in between, which may fail.  */
static NOT_COUNTED int
twice (void)
{
  call_leaf (LEAVES / 2);
  gmon_write_now ();
  call_leaf (LEAVES - LEAVES / 2);
  return 3;
}

static NOT_COUNTED int
leave (void)
{
  call_leaf (LEAVES);
  say_done ();
  _exit (3);
}

static NOT_COUNTED void *
work (void *data)
{
  volatile uintptr_t mark = STACK_MARK;

  call_leaf (LEAVES / 4);
  wipe_stack ();
  mark -= STACK_MARK;
  return data;
}

static NOT_COUNTED int
threads (void)
{
  pthread_t thread;

  for (int i = 0; i < 2; i++)
    {
      wipe_stack ();
      if (pthread_create (&thread, NULL, work, NULL) != 0
          || pthread_join (thread, NULL) != 0)
        return 1;
    }
  call_leaf (LEAVES - LEAVES / 4 * 2);
  return 3;
}

static NOT_COUNTED int
children (void)
{
  int status;
  pid_t child;

  wipe_stack ();
  child = fork ();
  call_leaf (LEAVES / 2);
  if (child == 0)
    return 4;
  return child > 0 && waitpid (child, &status, 0) == child
         && WEXITSTATUS (status) == 4 ? 3 : 1;
}

static volatile int burning;

static NOT_COUNTED void *
burn (void *data)
{
  volatile uintptr_t mark = STACK_MARK;

  while (burning)
    continue;
  wipe_stack ();
  mark -= STACK_MARK;
  return data;
}

/* Long enough for the look for threads, which finds one.  */
static NOT_COUNTED int
clocked (void)
{
  struct timespec now;
  pthread_t thread;

  burning = 1;
  wipe_stack ();
  if (pthread_create (&thread, NULL, burn, NULL) != 0)
    return 1;
  do
    clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  while (now.tv_sec == 0 && now.tv_nsec < BURN);
  burning = 0;
  call_leaf (LEAVES);
  wipe_stack ();
  return pthread_join (thread, NULL) == 0 ? 3 : 1;
}

/* Ends by a signal, or is killed while it writes.  */
static NOT_COUNTED int
ended (void)
{
  call_leaf (LEAVES);
  say_done ();
  kill (getpid (), SIGTERM);
  return 1;
}

static NOT_COUNTED int
writing (void)
{
  call_leaf (LEAVES);
  for (int i = 0; i < MANY; i++)
    if (gmon_write_now () != 0)
      return 1;
  return 3;
}

static const struct test_case cases[] = {
  { "plain", plain },
  { "twice", twice },
  { "leave", leave },
  { "threads", threads },
  { "children", children },
  { "clocked", clocked },
  { "ended", ended },
  { "writing", writing },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  const struct test_case *which = FIND_CASE (cases, argc, argv);
  volatile uintptr_t mark = STACK_MARK;
  int status = which != NULL ? which->run () : 2;

  if (status == 3)
    say_done ();
  mark -= STACK_MARK;
  return status;
}
