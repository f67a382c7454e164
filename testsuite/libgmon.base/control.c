/* control.c -- a program that steers its own profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: control CASE
   In: the name of a case below.  Out: status 0; the profile.  See
   control.exp.  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cases.h"
#include "gmon.h"
#include "leaf.h"
#include "test.h"

extern char __executable_start, etext;

/* Uses SECONDS of CPU time.  */
static NOT_COUNTED void
burn (double seconds)
{
  clock_t end = clock () + (clock_t) (seconds * CLOCKS_PER_SEC);

  while (clock () < end)
    for (int i = 0; i < 100000; i++)
      sink++;
}

/* 10 calls count, 1000 do not.  */
static NOT_COUNTED int
switch_off_and_on (void)
{
  call_leaf (4);
  moncontrol (0);
  call_leaf (1000);
  moncontrol (0);
  moncontrol (1);
  moncontrol (1);
  call_leaf (6);
  return 0;
}

static NOT_COUNTED int
stay_off (void)
{
  call_leaf (5);
  moncontrol (0);
  call_leaf (1000);
  if (gmon_write_now () != -1)
    return 1;
  return access ("gmon.out", F_OK) == 0;
}

static NOT_COUNTED void *
switch_often (void *data)
{
  for (int i = 0; i < 1000; i++)
    moncontrol (i % 2);
  return data;
}

static NOT_COUNTED void *
fail_to_exec (void *data)
{
  for (int i = 0; i < 200; i++)
    execl ("./nothing", "nothing", (char *) NULL);
  return data;
}

static NOT_COUNTED void *
fork_often (void *data)
{
  for (int i = 0; i < 100; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        _exit (0);
      waitpid (child, NULL, 0);
    }
  return data;
}

/* Four threads that run FUNCTIONS do not end the program by SIGPROF, nor is it
   taken for one with a handler; and the signal is left as it was.  */
static NOT_COUNTED int
run_together (void *(*const *functions) (void *))
{
  pthread_t threads[4];

  for (int round = 0; round < 10; round++)
    {
      for (int i = 0; i < 4; i++)
        if (pthread_create (&threads[i], NULL, functions[i], NULL) != 0)
          return 1;
      for (int i = 0; i < 4; i++)
        pthread_join (threads[i], NULL);
      moncontrol (0);
      if (signal (SIGPROF, SIG_DFL) != SIG_DFL)
        return 2;
    }
  moncontrol (1);
  call_leaf (5);
  return 0;
}

static NOT_COUNTED int
switch_together (void)
{
  static void *(*const functions[]) (void *)
    = { switch_often, switch_often, switch_often, switch_often };

  return run_together (functions);
}

static NOT_COUNTED int
exec_together (void)
{
  static void *(*const functions[]) (void *)
    = { switch_often, fail_to_exec, fail_to_exec, fork_often };

  return run_together (functions);
}

/* The file is there before the end, and complete up to that moment.  */
static NOT_COUNTED int
write_now (void)
{
  call_leaf (5);
  if (gmon_write_now () != 0 || rename ("gmon.out", "first") != 0)
    return 1;
  call_leaf (2);
  write_profiling ();
  if (rename ("gmon.out", "second") != 0)
    return 1;
  call_leaf (1);
  return 0;
}

static int pipe_ends[2];
static char from_pipe[1 << 20];
static size_t pipe_used;

static NOT_COUNTED void *
read_pipe (void *data)
{
  ssize_t n;

  while ((n = read (pipe_ends[0], from_pipe + pipe_used,
                    sizeof from_pipe - pipe_used)) > 0)
    pipe_used += (size_t) n;
  return data;
}

/* Writes the profile through a pipe, which is read meanwhile, and stores what
   came in the file "second".  */
static NOT_COUNTED int
write_pipe (void)
{
  pthread_t reader;
  FILE *second = fopen ("second", "w");
  int result = 1;

  if (second == NULL || pipe (pipe_ends) != 0
      || pthread_create (&reader, NULL, read_pipe, NULL) != 0)
    return 1;
  result = gmon_write_fd (pipe_ends[1]);
  close (pipe_ends[1]);
  pthread_join (reader, NULL);
  if (fwrite (from_pipe, 1, pipe_used, second) != pipe_used
      || fclose (second) != 0)
    return 1;
  return result;
}

/* A descriptor gets the profile up to now, behind what is in its file, and
   stays open, also while nothing is counted.  gmon.out comes at the end
   only.  */
static NOT_COUNTED int
write_to_descriptor (void)
{
  int fd = open ("first", O_RDWR | O_CREAT | O_TRUNC, 0666);

  call_leaf (5);
  errno = ERANGE;
  if (fd < 0 || gmon_write_fd (fd) != 0 || errno != ERANGE || close (fd) != 0
      || access ("gmon.out", F_OK) == 0)
    return 1;
  call_leaf (2);
  moncontrol (0);
  if (write_pipe () != 0)
    return 1;
  moncontrol (1);
  call_leaf (1);
  return 0;
}

/* Each is -1: a bad descriptor and a pipe without reader, whose SIGPIPE does
   not end the program, cause a message; a profile that has ended does not.  */
static NOT_COUNTED int
write_to_nothing (void)
{
  call_leaf (5);
  if (gmon_write_fd (-1) != -1 || pipe (pipe_ends) != 0
      || close (pipe_ends[0]) != 0 || gmon_write_fd (pipe_ends[1]) != -1)
    return 1;
  mcleanup ();
  return gmon_write_fd (1) != -1;
}

static NOT_COUNTED int
drop (void)
{
  call_leaf (5);
  errno = ERANGE;
  gmon_drop ();
  if (errno != ERANGE)
    return 1;
  gmon_drop ();
  moncontrol (1);
  call_leaf (5);
  mcleanup ();
  return gmon_write_now () != -1;
}

static NOT_COUNTED int
drop_while_off (void)
{
  call_leaf (5);
  moncontrol (0);
  gmon_drop ();
  return 0;
}

/* The file that was written before is removed.  */
static NOT_COUNTED int
drop_written (void)
{
  call_leaf (5);
  if (gmon_write_now () != 0 || access ("gmon.out", F_OK) != 0)
    return 1;
  gmon_drop ();
  return access ("gmon.out", F_OK) == 0;
}

/* A file that somebody else has put in the place of the profile stays.  */
static NOT_COUNTED int
drop_replaced (void)
{
  int fd;

  call_leaf (5);
  if (gmon_write_now () != 0 || rename ("gmon.out", "first") != 0)
    return 1;
  fd = open ("gmon.out", O_RDWR | O_CREAT | O_EXCL, 0666);
  if (fd < 0)
    return 1;
  gmon_drop ();
  return close (fd) != 0;
}

/* A child does not remove the file that its parent wrote.  */
static NOT_COUNTED int
drop_in_child (void)
{
  int status;
  pid_t child;

  call_leaf (5);
  if (gmon_write_now () != 0)
    return 1;
  child = fork ();
  if (child == 0)
    {
      call_leaf (7);
      gmon_drop ();
      _exit (access ("gmon.out", F_OK) != 0 ? 1 : 0);
    }
  return waitpid (child, &status, 0) != child || status != 0;
}

/* A dropped profile is followed by a new one.  */
static NOT_COUNTED int
drop_and_start (void)
{
  call_leaf (5);
  gmon_drop ();
  monstartup ((unsigned long) &__executable_start, (unsigned long) &etext);
  call_leaf (3);
  return 0;
}

static NOT_COUNTED int
clean_up_twice (void)
{
  call_leaf (5);
  mcleanup ();
  call_leaf (1000);
  moncontrol (1);
  call_leaf (1000);
  mcleanup ();
  return 0;
}

static NOT_COUNTED int
start_again (void)
{
  call_leaf (5);
  monstartup ((unsigned long) &__executable_start, (unsigned long) &etext);
  call_leaf (1);
  mcleanup ();
  if (rename ("gmon.out", "first") != 0)
    return 1;
  monstartup ((unsigned long) &__executable_start, (unsigned long) &etext);
  call_leaf (3);
  return 0;
}

/* A range that begins behind call_leaf's caller and ends behind leaf.  */
static NOT_COUNTED int
start_part (void)
{
  mcleanup ();
  monstartup ((unsigned long) leaf, (unsigned long) leaf + 16);
  call_leaf (3);
  return 0;
}

static volatile int alarms;

static NOT_COUNTED void
count_alarm (int signal)
{
  (void) signal;
  alarms++;
}

/* What the program itself does with SIGPROF goes on after profil.  Its timer
   ticks only when the process has used CPU time, however long that takes.  */
static NOT_COUNTED int
keep_own_timer (void)
{
  static unsigned short bins[16];
  const struct itimerval mine = { { 0, 20000 }, { 0, 20000 } };
  struct itimerval after;
  int tries = 100;

  mcleanup ();
  signal (SIGPROF, count_alarm);
  if (setitimer (ITIMER_PROF, &mine, NULL) != 0
      || profil (bins, sizeof bins, (size_t) leaf, 65536) != 0
      || profil (NULL, 0, 0, 0) != 0
      || getitimer (ITIMER_PROF, &after) != 0)
    return 1;
  alarms = 0;
  while (alarms < 5 && tries-- > 0)
    burn (0.05);
  return after.it_interval.tv_usec != 20000 || alarms < 5;
}

/* There is no memory for this, and no end of it in sight.  */
static NOT_COUNTED int
start_huge (void)
{
  mcleanup ();
  monstartup (0, ULONG_MAX);
  call_leaf (3);
  return 0;
}

static const struct test_case cases[] = {
  { "off-on", switch_off_and_on },
  { "off", stay_off },
  { "together", switch_together },
  { "exec-together", exec_together },
  { "write", write_now },
  { "descriptor", write_to_descriptor },
  { "nothing", write_to_nothing },
  { "drop", drop },
  { "drop-off", drop_while_off },
  { "drop-written", drop_written },
  { "drop-replaced", drop_replaced },
  { "drop-child", drop_in_child },
  { "drop-again", drop_and_start },
  { "cleanup", clean_up_twice },
  { "again", start_again },
  { "part", start_part },
  { "timer", keep_own_timer },
  { "huge", start_huge },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  const struct test_case *which = FIND_CASE (cases, argc, argv);

  return which != NULL ? which->run () : 2;
}
