/* ends.c -- a program that ends in many ways.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: ends CASE [ARGUMENT]
   In: the name of a case below.  Out: status 3 unless the case is about
   something else; the profile has 1 call of call_leaf and 5 of leaf.  See
   ends.exp, options.exp.  */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CASE_ARGUMENTS char **arguments
#include "cases.h"
#include "leaf.h"
#include "looks.h"
#include "test.h"

#ifndef __GLIBC__
int execveat (int fd, const char *path, char *const *argv, char *const *envp,
              int flags);
#endif

/* Uses half a second of CPU time, all of whose samples are taken.  */
static NOT_COUNTED int
burn (char **arguments)
{
  struct part part = { 0 };

  (void) arguments;
  while (part_goes_on (&part, 500))
    for (int i = 0; i < 100000; i++)
      sink++;
  return 3;
}

/* The same after main, where nothing calls a profiled function any more.  */
static int late;

static NOT_COUNTED int
burn_late (char **arguments)
{
  (void) arguments;
  late = 1;
  return 3;
}

__attribute__ ((destructor)) static NOT_COUNTED void
after_main (void)
{
  if (late)
    burn (NULL);
}

/* Nothing has failed yet.  */
static NOT_COUNTED int
look_at_error (char **arguments)
{
  (void) arguments;
  return dlerror () == NULL ? 3 : 1;
}

/* Prints the kernel's ticks per second.  */
static NOT_COUNTED int
print_tick (char **arguments)
{
  struct timespec tick;

  (void) arguments;
  if (clock_getres (CLOCK_MONOTONIC_COARSE, &tick) != 0)
    return 1;
  printf ("%ld\n", 1000000000 / tick.tv_nsec);
  return 3;
}

/* -- Quick ends ------------------------------------------------------------ */

static NOT_COUNTED int
end_at_once (char **arguments)
{
  (void) arguments;
  _exit (3);
}

static NOT_COUNTED int
end_at_once_as_c (char **arguments)
{
  (void) arguments;
  _Exit (3);
}

static NOT_COUNTED int
end_quickly (char **arguments)
{
  (void) arguments;
  quick_exit (3);
}

static NOT_COUNTED int
end_normally (char **arguments)
{
  (void) arguments;
  exit (3);
}

static NOT_COUNTED void *
end_in_thread (void *data)
{
  (void) data;
  _exit (3);
}

static NOT_COUNTED int
end_thread (char **arguments)
{
  pthread_t thread;

  (void) arguments;
  if (pthread_create (&thread, NULL, end_in_thread, NULL) == 0)
    pthread_join (thread, NULL);
  return 1;
}

/* An end within an end.  */
static NOT_COUNTED void
end_again (void)
{
  _exit (3);
}

static NOT_COUNTED int
end_at_exit (char **arguments)
{
  (void) arguments;
  return atexit (end_again) != 0 ? 1 : 5;
}

/* -- exec ------------------------------------------------------------------ */

/* The shell runs longer than some periods of the clock, which must be gone.  */
static char shell[] = "sh";
static char option[] = "-c";
static char script[] = "i=0; while test $i -lt 60000; do i=$((i+1)); done;"
                       "echo $0 $# $1 X=$X; exit 3";
static char zero[] = "zero";
static char one[] = "one";
static char variable[] = "X=given";
static char *list[] = { shell, option, script, zero, one, NULL };
static char *given[] = { variable, NULL };

static NOT_COUNTED int
by_execl (char **arguments)
{
  (void) arguments;
  return execl ("/bin/sh", shell, option, script, zero, one, (char *) NULL);
}

static NOT_COUNTED int
by_execle (char **arguments)
{
  (void) arguments;
  return execle ("/bin/sh", shell, option, script, zero, one, (char *) NULL,
                 given);
}

static NOT_COUNTED int
by_execlp (char **arguments)
{
  (void) arguments;
  return execlp ("sh", shell, option, script, zero, one, (char *) NULL);
}

static NOT_COUNTED int
by_execv (char **arguments)
{
  (void) arguments;
  return execv ("/bin/sh", list);
}

static NOT_COUNTED int
by_execve (char **arguments)
{
  (void) arguments;
  return execve ("/bin/sh", list, given);
}

static NOT_COUNTED int
by_execvp (char **arguments)
{
  (void) arguments;
  return execvp ("sh", list);
}

static NOT_COUNTED int
by_execvpe (char **arguments)
{
  (void) arguments;
  return execvpe ("sh", list, given);
}

static NOT_COUNTED int
by_fexecve (char **arguments)
{
  (void) arguments;
  return fexecve (open ("/bin/sh", O_RDONLY), list, given);
}

static NOT_COUNTED int
by_execveat (char **arguments)
{
  (void) arguments;
  return execveat (open ("/bin", O_RDONLY), "sh", list, given, 0);
}

/* More arguments than fit on our stack: 600.  */
static NOT_COUNTED int
by_long_list (char **arguments)
{
#define TEN one, one, one, one, one, one, one, one, one, one
#define HUNDRED TEN, TEN, TEN, TEN, TEN, TEN, TEN, TEN, TEN, TEN
  (void) arguments;
  return execle ("/bin/sh", shell, option, script, zero, HUNDRED, HUNDRED,
                 HUNDRED, HUNDRED, HUNDRED, HUNDRED, (char *) NULL, given);
}

/* Looks for ARGUMENTS[0] in the path; prints why it is not there.  */
static NOT_COUNTED int
search (char **arguments)
{
  execvp (arguments[0], arguments);
  printf ("%s\n", strerror (errno));
  return 3;
}

/* Goes on after an exec that fails.  */
static NOT_COUNTED int
fail_and_burn (char **arguments)
{
  if (execv ("/no/such/program", list) != -1 || errno != ENOENT)
    return 1;
  return burn (arguments);
}

/* -- Signals -------------------------------------------------------------- */

static NOT_COUNTED int
number (const char *text)
{
  return (int) strtol (text, NULL, 10);
}

/* Sends itself the signal ARGUMENTS[0].  */
static NOT_COUNTED int
send_signal (char **arguments)
{
  kill (getpid (), number (arguments[0]));
  return 3;
}

static NOT_COUNTED int
ignore_signal (char **arguments)
{
  signal (number (arguments[0]), SIG_IGN);
  return send_signal (arguments);
}

static NOT_COUNTED int
call_abort (char **arguments)
{
  (void) arguments;
  abort ();
}

/* The one place where it may crash.  */
NOINLINE NOT_COUNTED void
crash (void)
{
  *(volatile int *) 16 = 1;
}

static NOT_COUNTED int
crash_here (char **arguments)
{
  (void) arguments;
  crash ();
  return 3;
}

static NOT_COUNTED void *
crash_there (void *data)
{
  crash ();
  return data;
}

static NOT_COUNTED int
crash_in_thread (char **arguments)
{
  pthread_t thread;

  (void) arguments;
  if (pthread_create (&thread, NULL, crash_there, NULL) == 0)
    pthread_join (thread, NULL);
  return 3;
}

NOINLINE NOT_COUNTED int
overflow (volatile char *caller)
{
  volatile char frame[4096];

  frame[0] = caller[0];
  return overflow (frame) + frame[1];
}

static NOT_COUNTED int
overflow_stack (char **arguments)
{
  return overflow (arguments[0]);
}

/* Is the action of signal N the default one, as the program sees it?  */
static NOT_COUNTED int
look_at_action (char **arguments)
{
  int number = (int) strtol (arguments[0], NULL, 10);
  struct sigaction action;

  sigaction (number, NULL, &action);
  puts (action.sa_handler == SIG_DFL && action.sa_flags == 0 ? "default"
                                                             : "caught");
  puts (signal (number, SIG_DFL) == SIG_DFL ? "default" : "caught");
  return 3;
}

static NOT_COUNTED void
count_signal (int number)
{
  sink += number;
}

/* Signal N has a handler for a while, by sigaction; then its old action comes
   back, and it arrives again.  */
static NOT_COUNTED int
put_back_action (char **arguments)
{
  int number = (int) strtol (arguments[0], NULL, 10);
  struct sigaction action = { .sa_handler = count_signal };
  struct sigaction old;
  struct sigaction seen;

  sigaction (number, &action, &old);
  raise (number);
  sigaction (number, &old, &seen);
  puts (seen.sa_handler == count_signal ? "ours" : "not ours");
  fflush (stdout);
  raise (number);
  return 3;
}

/* The same by signal.  */
static NOT_COUNTED int
put_back_signal (char **arguments)
{
  int number = (int) strtol (arguments[0], NULL, 10);
  void (*old) (int) = signal (number, count_signal);

  raise (number);
  puts (signal (number, old) == count_signal ? "ours" : "not ours");
  fflush (stdout);
  raise (number);
  return 3;
}

/* As the first process of a container it survives, each time with a file.  */
static NOT_COUNTED int
survive (char **arguments)
{
  (void) arguments;
  if (getpid () != 1)
    return 1;
  for (int i = 0; i < 2; i++)
    if (kill (1, SIGTERM) != 0 || unlink ("gmon.out") != 0)
      return 1;
  return 3;
}

/* Gets a file by the signal ARGUMENTS[0], and goes on.  */
static NOT_COUNTED int
dump (char **arguments)
{
  errno = EDOM;
  kill (getpid (), number (arguments[0]));
  return errno == EDOM && rename ("gmon.out", "gmon.first") == 0 ? 3 : 1;
}

/* Is killed as soon as there is a file, and works until then.  */
static NOT_COUNTED int
be_killed (char **arguments)
{
  time_t end = time (NULL) + 60;

  (void) arguments;
  while (time (NULL) < end && access ("gmon.out", R_OK) != 0)
    for (int i = 0; i < 100000; i++)
      sink++;
  kill (getpid (), SIGKILL);
  return 1;
}

/* -------------------------------------------------------------------------- */

static const struct test_case cases[] = {
  { "burn", burn },
  { "burn-late", burn_late },
  { "dlerror", look_at_error },
  { "tick", print_tick },
  { "_exit", end_at_once },
  { "_Exit", end_at_once_as_c },
  { "quick_exit", end_quickly },
  { "exit", end_normally },
  { "thread", end_thread },
  { "atexit", end_at_exit },
  { "execl", by_execl },
  { "execle", by_execle },
  { "execlp", by_execlp },
  { "execv", by_execv },
  { "execve", by_execve },
  { "execvp", by_execvp },
  { "execvpe", by_execvpe },
  { "fexecve", by_fexecve },
  { "execveat", by_execveat },
  { "long", by_long_list },
  { "search", search },
  { "fail", fail_and_burn },
  { "signal", send_signal },
  { "ignore", ignore_signal },
  { "abort", call_abort },
  { "crash", crash_here },
  { "crash-in-thread", crash_in_thread },
  { "overflow", overflow_stack },
  { "action", look_at_action },
  { "put-back-action", put_back_action },
  { "put-back-signal", put_back_signal },
  { "survive", survive },
  { "dump", dump },
  { "killed", be_killed },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  const struct test_case *which = FIND_CASE (cases, argc, argv);

  call_leaf (5);
  return which != NULL ? which->run (argv + 2) : 2;
}
