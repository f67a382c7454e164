/* sandbox.c -- a program that enters strict seccomp and goes on to work.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: sandbox CASE
     main      the main thread enters strict mode
     thread    another thread does; the main one ends the program as usual
     late      the same, in a thread that has called no profiled function
     refused   the main thread asks for it, and the kernel refuses
   It uses BURN_MS of CPU time in burn before, and as much in burn_too after
   that.  Out: "alive" at the end; status 0.  See sandbox.exp.  */

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#define BURN_MS 300

static volatile unsigned long sink;

static NOT_COUNTED long
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

#define ROUND                                                   \
  for (unsigned i = 0; i < 200000; i++)                         \
    sink += i

/* How many rounds take BURN_MS.  */
NOINLINE long
burn (void)
{
  long start = now (), rounds = 0;

  for (; now () - start < BURN_MS * 1000; rounds++)
    ROUND;
  return rounds;
}

/* No system call here.  */
NOINLINE void
burn_too (long rounds)
{
  while (rounds-- > 0)
    ROUND;
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
  burn_too (0);
  call_many ();
  say_alive ();
  syscall (SYS_exit, 0);
  return unused;
}

static NOT_COUNTED void *
run_strict (void *unused)
{
  long rounds = burn ();

  (void) unused;
  if (enter () != 0)
    syscall (SYS_exit, 2);
  burn_too (rounds);
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
  long rounds = burn ();

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0
      || enter () == 0)
    return 2;
  burn_too (rounds);
  say_alive ();
  return 0;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  const char *name = argc == 2 ? argv[1] : "";
  pthread_t thread;

  if (strcmp (name, "refused") == 0)
    return run_refused ();
  if (strcmp (name, "main") == 0)
    run_strict (NULL);
  if (strcmp (name, "late") == 0)
    burn ();
  return pthread_create (&thread, NULL,
                         strcmp (name, "late") == 0 ? run_late : run_strict,
                         NULL) != 0
         || pthread_join (thread, NULL) != 0;
}
