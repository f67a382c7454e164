/* family.c -- a program whose processes outlive, surprise and imitate it.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: family CASE
   In: the name of a case below.  Out: for each file with a profile a line "PID
   LEAVES" on stdout, where PID 0 means gmon.out; status 3 unless the case is
   about something else, 77 if it cannot be tried.  See family.exp.  */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined __x86_64__
# include <asm/prctl.h>
#endif

#include "cases.h"
#include "test.h"

extern char **environ;

static volatile int sink;

NOINLINE void
leaf (void)
{
  sink++;
}

static NOT_COUNTED void
leaves (int times)
{
  while (times-- > 0)
    leaf ();
}

/* In one write, as several processes say something.  PID 0: gmon.out, without a
   number.  */
static NOT_COUNTED void
say (long pid, int times)
{
  dprintf (1, "%ld %d\n", pid, times);
}

static NOT_COUNTED int
status_of (pid_t child)
{
  int status = -1;

  return child > 0 && waitpid (child, &status, 0) == child ? status : -1;
}

/* Until the process PID is gone, a zombie too.  */
static NOT_COUNTED void
wait_until_gone (pid_t pid)
{
  for (int i = 0; i < 1000 && kill (pid, 0) == 0; i++)
    usleep (10000);
}

/* Until there is the file NAME.  */
static NOT_COUNTED void
wait_for_file (const char *name)
{
  for (int i = 0; i < 1000 && access (name, R_OK) != 0; i++)
    usleep (10000);
}

/* -- Who outlives whom ---------------------------------------------------- */

/* The parent ends first, and keeps its file.  */
static NOT_COUNTED int
orphan (void)
{
  pid_t parent = getpid ();

  say (0, 1);
  leaves (1);
  if (fork () != 0)
    return 3;
  say (getpid (), 2);
  leaves (2);
  wait_until_gone (parent);
  return 3;
}

/* A daemon of two forks, in another directory.  */
static NOT_COUNTED int
fork_twice (void)
{
  pid_t parent = getpid ();

  say (0, 1);
  leaves (1);
  if (fork () != 0)
    exit (3);
  setsid ();
  if (fork () != 0)
    _exit (0);
  say (getpid (), 2);
  leaves (2);
  wait_until_gone (parent);
  return chdir ("/");
}

/* The parent is killed; a child takes its place, the other does not.  */
static NOT_COUNTED int
heirs (void)
{
  pid_t parent = getpid ();

  say (0, 2);
  for (int i = 2; i <= 3; i++)
    if (fork () == 0)
      {
        wait_until_gone (parent);
        leaves (i);
        if (i == 2)
          _exit (0);
        say (getpid (), 3);
        wait_for_file ("gmon.out");
        _exit (0);
      }
  kill (parent, SIGKILL);
  return 1;
}

/* The parent writes its file before its first fork, and is killed: nobody takes
   its place.  */
static NOT_COUNTED int
written_before (void)
{
  pid_t parent = getpid ();

  say (0, 1);
  leaves (1);
  raise (SIGUSR1);
  if (fork () != 0)
    return raise (SIGKILL);
  wait_until_gone (parent);
  say (getpid (), 2);
  leaves (2);
  exit (0);
}

/* -- Servers -------------------------------------------------------------- */

/* Workers that are ended by SIGTERM in their sleep.  */
static NOT_COUNTED int
prefork (void)
{
  pid_t workers[4];
  int ready[2];
  char byte;

  if (pipe (ready) != 0)
    return 1;
  say (0, 1);
  for (int i = 0; i < 4; i++)
    {
      workers[i] = fork ();
      if (workers[i] != 0)
        continue;
      say (getpid (), 2 + i);
      leaves (2 + i);
      if (write (ready[1], "", 1) == 1)
        pause ();
      _exit (1);
    }
  for (int i = 0; i < 4; i++)
    if (read (ready[0], &byte, 1) != 1)
      return 1;
  for (int i = 0; i < 4; i++)
    if (kill (workers[i], SIGTERM) != 0
        || !WIFSIGNALED (status_of (workers[i])))
      return 1;
  leaves (1);
  return 3;
}

/* A child that asks for a file and is killed.  */
static NOT_COUNTED int
dump_in_child (void)
{
  pid_t child;

  say (0, 1);
  leaves (1);
  child = fork ();
  if (child == 0)
    {
      say (getpid (), 2);
      leaves (2);
      raise (SIGUSR1);
      leaves (5);
      kill (getpid (), SIGKILL);
    }
  return WIFSIGNALED (status_of (child)) ? 3 : 1;
}

static volatile int stop;

static NOT_COUNTED void *
count_on (void *data)
{
  int *count = data;

  for (; !stop; ++*count)
    leaf ();
  return NULL;
}

/* Children, while other threads count.  */
static NOT_COUNTED int
fork_beside_threads (void)
{
  pthread_t threads[2];
  int counts[2] = { 0, 0 };
  int bad = 0;

  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, count_on, &counts[i]) != 0)
      return 1;
  for (int i = 1; i <= 10; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        {
          leaves (i);
          exit (0);
        }
      bad |= status_of (child) != 0;
      dprintf (1, "%ld %d\n", (long) child, i);
    }
  stop = 1;
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  say (0, counts[0] + counts[1]);
  return bad ? 1 : 3;
}

/* -- Handlers of fork ----------------------------------------------------- */

NOINLINE void
on_fork (void)
{
  leaf ();
}

static NOT_COUNTED int
at_fork (void)
{
  pid_t child;

  if (pthread_atfork (on_fork, on_fork, on_fork) != 0)
    return 1;
  say (0, 2);
  child = fork ();
  if (child == 0)
    {
      say (getpid (), 1);
      _exit (0);
    }
  return status_of (child) == 0 ? 3 : 1;
}

/* -- Children that are not followed --------------------------------------- */

/* Its calls are its parent's, whose memory it has.  */
static NOT_COUNTED int
vfork_and_call (void)
{
  pid_t child = vfork ();

  if (child == 0)
    {
      leaf ();
      leaf ();
      _exit (0);
    }
  leaves (3);
  say (0, 5);
  return status_of (child) == 0 ? 3 : 1;
}

static NOT_COUNTED int
vfork_and_fail (void)
{
  static char *const none[] = { NULL };
  pid_t child = vfork ();
  int error;

  if (child == 0)
    {
      execve ("/no/such/program", none, none);
      execvp ("no-such-program", none);
      _exit (errno == ENOENT ? 0 : 1);
    }
  if (status_of (child) != 0)
    return 1;
  error = posix_spawn (&child, "/no/such/program", NULL, NULL, none, none);
  leaves (3);
  say (0, 3);
  return error == ENOENT ? 3 : 1;
}

static char stack[65536] __attribute__ ((aligned (64)));

static NOT_COUNTED int
run_clone (void *data)
{
  leaf ();
  leaf ();
  (void) data;
  _exit (0);
}

/* With our memory and an end by _exit; then without, and by exit.  */
static NOT_COUNTED int
clones (void)
{
  pid_t child = clone (run_clone, stack + sizeof stack,
                       CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);

  if (status_of (child) != 0)
    return 1;
  child = clone (run_clone, stack + sizeof stack, SIGCHLD, NULL);
  if (status_of (child) != 0)
    return 1;
  leaves (3);
  say (0, 5);
  return 3;
}

/* -- Threads that libc knows nothing of ----------------------------------- */

#if defined __x86_64__

#define BLOCK 65536

static char block[2 * BLOCK] __attribute__ ((aligned (64)));
static volatile int alive;

static NOT_COUNTED int
run_raw (void *data)
{
  (void) data;
  leaves (1000);
  alive = 0;
  syscall (SYS_exit, 0);
  return 0;
}

/* A thread by clone, with a block for thread-local storage of its own: all
   zero but for its own address.  */
static NOT_COUNTED int
raw_thread (void)
{
  void **self = (void **) (block + BLOCK);
  int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD
              | CLONE_SYSVSEM | CLONE_SETTLS;

  self[0] = self;
  self[2] = self;
  alive = 1;
  if (clone (run_raw, stack + sizeof stack, flags, NULL, NULL, self) < 0)
    return 1;
  while (alive)
    leaves (0);
  leaves (1000);
  usleep (20000);
  say (0, 2000);
  return 3;
}

#else

static NOT_COUNTED int
raw_thread (void)
{
  return 77;
}

#endif

/* -- Another root --------------------------------------------------------- */

/* A daemon that locks itself in.  */
static NOT_COUNTED int
locked_in (void)
{
  pid_t child;

  say (0, 1);
  leaves (1);
  child = fork ();
  if (child == 0)
    {
      if (mkdir ("jail", 0700) != 0 || chroot ("jail") != 0
          || chdir ("/") != 0)
        _exit (77);
      say (getpid (), 2);
      leaves (2);
      _exit (0);
    }
  switch (status_of (child))
    {
    case 0: return 3;
    case 77 << 8: return 77;
    default: return 1;
    }
}

/* -- Another name space ---------------------------------------------------- */

/* A container's first process, for which the number of its parent, who still
   works, is nobody's.  */
static NOT_COUNTED int
contained (void)
{
  pid_t child;

  if (unshare (CLONE_NEWPID) != 0)
    return 77;
  say (0, 1);
  child = fork ();
  if (child == 0)
    {
      say (getpid (), 2);
      leaves (2);
      exit (0);
    }
  if (status_of (child) != 0)
    return 1;
  leaves (1);
  return 3;
}

/* ------------------------------------------------------------------------- */

static const struct test_case cases[] = {
  { "orphan", orphan },
  { "twice", fork_twice },
  { "heirs", heirs },
  { "written", written_before },
  { "prefork", prefork },
  { "dump", dump_in_child },
  { "threads", fork_beside_threads },
  { "atfork", at_fork },
  { "vfork", vfork_and_call },
  { "vfork-fail", vfork_and_fail },
  { "clone", clones },
  { "raw", raw_thread },
  { "chroot", locked_in },
  { "contained", contained },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  const struct test_case *which = FIND_CASE (cases, argc, argv);

  return which != NULL ? which->run () : 2;
}
