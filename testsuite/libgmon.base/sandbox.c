/* sandbox.c -- a program that enters strict seccomp and goes on to work.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: sandbox CASE
     main      the main thread enters strict mode
     thread    another thread does; the main one ends the program as usual
     late      the same, in a thread that has called no profiled function
     refused   the main thread asks for it, and the kernel refuses
   It works in burn before, and in burn_too after that, until the kernel has
   looked at the timers of the thread LOOKS times (looks.h), so that each clock
   that ticks there can have had its samples.  Out: "alive" at the end; status
   0.  See sandbox.exp.  */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "looks.h"
#include "test.h"

#define LOOKS 30

static volatile unsigned long sink;

#define WORK                                                    \
  for (unsigned end = looks + LOOKS; looks < end; )             \
    sink++

NOINLINE void
burn (void)
{
  WORK;
}

/* No system call here.  */
NOINLINE void
burn_too (void)
{
  WORK;
}

static NOT_COUNTED int
enter (void)
{
  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
}

static NOT_COUNTED void
say_alive (void)
{
  if (write (STDOUT_FILENO, "alive\n", 6) != 6)
    syscall (SYS_exit, 3);
}

/* More pairs than the first table of a thread has room for.  */
#define CALL_8(n) f_ ## n (), f_ ## n (), f_ ## n (), f_ ## n (), \
                  f_ ## n (), f_ ## n (), f_ ## n (), f_ ## n ()
#define CALL_64(n) CALL_8 (n), CALL_8 (n), CALL_8 (n), CALL_8 (n), \
                   CALL_8 (n), CALL_8 (n), CALL_8 (n), CALL_8 (n)

NOINLINE void
f_1 (void)
{
  sink++;
}

static NOT_COUNTED void
call_many (void)
{
  CALL_64 (1), CALL_64 (1), CALL_64 (1), CALL_64 (1);
  CALL_64 (1), CALL_64 (1), CALL_64 (1), CALL_64 (1);
}

static NOT_COUNTED void *
run_late (void *unused)
{
  if (enter () != 0)
    syscall (SYS_exit, 2);
  call_many ();
  say_alive ();
  syscall (SYS_exit, 0);
  return unused;
}

static NOT_COUNTED void *
run_strict (void *unused)
{
  (void) unused;
  if (looks_start (count_look) != 0)
    syscall (SYS_exit, 4);
  burn ();
  if (enter () != 0)
    syscall (SYS_exit, 2);
  burn_too ();
  call_many ();
  say_alive ();
  syscall (SYS_exit, 0);
  return NULL;
}

/* Whoever has a filter gets no strict mode.  */
static NOT_COUNTED int
run_refused (void)
{
  struct sock_filter allow = BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog filter = { 1, &allow };

  if (looks_start (count_look) != 0)
    return 4;
  burn ();
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0
      || enter () == 0)
    return 2;
  burn_too ();
  say_alive ();
  return 0;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  const char *name = argc == 2 ? argv[1] : "";
  pthread_t thread;
  sigset_t set;

  if (strcmp (name, "refused") == 0)
    return run_refused ();
  if (strcmp (name, "main") == 0)
    run_strict (NULL);
  if (strcmp (name, "late") == 0)
    {
      if (looks_start (count_look) != 0)
        return 4;
      burn ();
    }
  if (pthread_create (&thread, NULL,
                      strcmp (name, "late") == 0 ? run_late : run_strict, NULL)
      != 0)
    return 1;
  /* ITIMER_PROF's signal goes to a thread that does not block it: the other
     one, when it has left the handler of looks.h.  */
  sigemptyset (&set);
  sigaddset (&set, SIGPROF);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  return pthread_join (thread, NULL) != 0;
}
