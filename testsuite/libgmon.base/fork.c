/* fork.c -- a program that makes processes in many ways.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: fork CASE
   In: the name of a case below.  Out: status 3; the parent's profile has 2
   calls of call_leaf and 6 of leaf, a child's, where it may have one, 1 and 2.
   See fork.exp.  */

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"
#include "leaf.h"
#include "looks.h"
#include "test.h"

extern char **environ;

static NOT_COUNTED void
burn (void)
{
  struct part part = { 0 };

  while (part_goes_on (&part, 500))
    for (int i = 0; i < 100000; i++)
      sink++;
}

/* 0 if CHILD ended with status 0.  */
static NOT_COUNTED int
wait_for (pid_t child)
{
  int status = -1;

  return child <= 0 || waitpid (child, &status, 0) != child || status != 0;
}

static NOT_COUNTED int
by_exit (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      call_leaf (2);
      exit (0);
    }
  return wait_for (child);
}

static NOT_COUNTED int
by_exit_at_once (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      call_leaf (2);
      _exit (0);
    }
  return wait_for (child);
}

/* A child that worked before exec.  */
static NOT_COUNTED int
by_exec (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      call_leaf (2);
      burn ();
      execl ("/bin/true", "true", (char *) NULL);
      _exit (1);
    }
  return wait_for (child);
}

static volatile unsigned long alarms;

NOINLINE void
on_alarm (int signal)
{
  (void) signal;
  alarms++;
  leaf ();
}

/* 50 children, while a handler counts in the parent.  */
static NOT_COUNTED int
by_storm (void)
{
  const struct itimerval every = { { 0, 1000 }, { 0, 1000 } };
  const struct itimerval never = { { 0, 0 }, { 0, 0 } };
  struct sigaction action = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
  int bad = 0;

  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &every, NULL);
  for (int i = 0; i < 50; i++)
    bad |= by_exit_at_once ();
  setitimer (ITIMER_REAL, &never, NULL);
  printf ("%lu\n", alarms);
  fflush (stdout);
  return bad;
}

static NOT_COUNTED int
by_clock (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      call_leaf (2);
      burn ();
      exit (0);
    }
  return wait_for (child);
}

/* The child of a child.  */
static NOT_COUNTED int
by_two (void)
{
  pid_t child = fork ();

  if (child == 0)
    {
      call_leaf (2);
      exit (by_exit ());
    }
  return wait_for (child);
}

static NOT_COUNTED int
by_five (void)
{
  int bad = 0;

  for (int i = 0; i < 5; i++)
    bad |= by_exit ();
  return bad;
}

static NOT_COUNTED void *
run_thread (void *data)
{
  *(int *) data = by_exit ();
  return NULL;
}

/* fork in a thread, while others count.  */
static NOT_COUNTED int
by_thread (void)
{
  pthread_t thread;
  int bad = 1;

  if (pthread_create (&thread, NULL, run_thread, &bad) != 0
      || pthread_join (thread, NULL) != 0)
    return 1;
  return bad;
}

/* What programs start others with: no child does anything of its own.  */
static NOT_COUNTED int
start_others (void)
{
  static char name[] = "true";
  char *arguments[] = { name, NULL };
  pid_t child = fork ();
  FILE *pipe;

  if (child == 0)
    {
      execvp (name, arguments);
      _exit (1);
    }
  if (wait_for (child) || system ("true") != 0)
    return 1;
  if (posix_spawnp (&child, name, NULL, NULL, arguments, environ) != 0
      || wait_for (child))
    return 1;
  pipe = popen ("true", "r");
  if (pipe == NULL || pclose (pipe) != 0)
    return 1;
  child = fork ();
  if (child == 0)
    {
      execlp ("no-such-program", "x", (char *) NULL);
      _exit (0);
    }
  if (wait_for (child))
    return 1;
  child = vfork ();
  if (child == 0)
    {
      execvp (name, arguments);
      _exit (1);
    }
  return wait_for (child);
}

static NOT_COUNTED int
by_vfork (void)
{
  pid_t child = vfork ();

  if (child == 0)
    _exit (0);
  return wait_for (child);
}

/* A child that shares our memory gets a signal.  */
static NOT_COUNTED int
by_vfork_signal (void)
{
  pid_t child = vfork ();
  int status;

  if (child == 0)
    {
      kill (getpid (), SIGTERM);
      _exit (0);
    }
  return waitpid (child, &status, 0) != child || !WIFSIGNALED (status)
         || WTERMSIG (status) != SIGTERM;
}

/* A child that is killed, with a file by the clock of checkpoints.  */
static NOT_COUNTED int
by_checkpoint (void)
{
  pid_t child = fork ();
  char name[40];
  int status;

  if (child == 0)
    {
      call_leaf (2);
      snprintf (name, sizeof name, "gmon.out.%ld", (long) getpid ());
      for (time_t end = time (NULL) + 60;
           time (NULL) < end && access (name, R_OK) != 0;)
        for (int i = 0; i < 100000; i++)
          sink++;
      kill (getpid (), SIGKILL);
    }
  return waitpid (child, &status, 0) != child || !WIFSIGNALED (status)
         || WTERMSIG (status) != SIGKILL;
}

/* A process that libc knows nothing of, and that ends by exit.  */
static NOT_COUNTED int
by_clone (void)
{
  pid_t child = (pid_t) syscall (SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);

  if (child == 0)
    exit (0);
  return wait_for (child);
}

/* Waits for the shell to have taken note of the parent's end.  */
static NOT_COUNTED int
by_daemon (void)
{
  pid_t parent = getpid ();

  if (daemon (0, 1) != 0)
    return 1;
  for (int i = 0; i < 500 && kill (parent, 0) == 0; i++)
    usleep (10000);
  call_leaf (2);
  return -1;
}

static const struct test_case cases[] = {
  { "exit", by_exit },
  { "_exit", by_exit_at_once },
  { "exec", by_exec },
  { "storm", by_storm },
  { "clock", by_clock },
  { "two", by_two },
  { "five", by_five },
  { "thread", by_thread },
  { "others", start_others },
  { "vfork", by_vfork },
  { "clone", by_clone },
  { "vfork-signal", by_vfork_signal },
  { "checkpoint", by_checkpoint },
  { "daemon", by_daemon },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  const struct test_case *which = FIND_CASE (cases, argc, argv);
  int bad;

  call_leaf (5);
  if (which == NULL)
    return 2;
  bad = which->run ();
  if (bad < 0)
    return 0;
  call_leaf (1);
  return bad ? 1 : 3;
}
