/* together.c -- two threads that end the process at the same time.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: together ONE OTHER
   In: how each of two threads ends the process: exit, _exit, exec, term (a
   signal), mcleanup (the main thread's call, and then exit).  Out: status 3,
   or the signal.  The profile has 1 call of many and 16,384 of leaf, from as
   many places, so that writing takes some time.  See together.exp.  */

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gmon.h"
#include "test.h"

#define FOUR(what) what what what what

static volatile int sink;
static pthread_barrier_t ready;

NOINLINE void
leaf (void)
{
  sink++;
}

NOINLINE void
many (void)
{
  FOUR (FOUR (FOUR (FOUR (FOUR (FOUR (FOUR (leaf ();)))))))
  sink++;
}

static NOT_COUNTED void
end (const char *how)
{
  pthread_barrier_wait (&ready);
  if (strcmp (how, "_exit") == 0)
    _exit (3);
  if (strcmp (how, "exec") == 0)
    execl ("/bin/sh", "sh", "-c", "exit 3", (char *) NULL);
  if (strcmp (how, "term") == 0)
    raise (SIGTERM);
  if (strcmp (how, "mcleanup") == 0)
    mcleanup ();
  exit (3);
}

static NOT_COUNTED void *
run (void *how)
{
  end (how);
  return NULL;
}

int NOT_COUNTED
main (int argc, char **argv)
{
  pthread_t thread;

  if (argc != 3)
    return 2;
  many ();
  pthread_barrier_init (&ready, NULL, 2);
  if (pthread_create (&thread, NULL, run, argv[1]) != 0)
    return 2;
  end (argv[2]);
}
