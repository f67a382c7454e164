/* wrapped.c -- calls each function that libgmon defines before the C library.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: wrapped list
            prints the names of all functions that can be called, and a factor.
          wrapped MILLISECONDS NAME...
            uses so much CPU time, times the factor, with calls of each function
            NAME, which call_NAME makes.
          wrapped wait NAME...
            waits in calls of each function NAME, which wait_NAME makes.
   Status 3.  A call may fail; it changes nothing that matters.  See
   wrapped.exp.  */

#define _GNU_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../libgmon.base/looks.h"
#include "../libgmon.base/test.h"

/* Older functions, which headers may lack.  */
extern int capset (void *header, const void *data);
extern void (*bsd_signal (int number, void (*handler) (int))) (int);
extern void (*ssignal (int number, void (*handler) (int))) (int);
extern void (*sysv_signal (int number, void (*handler) (int))) (int);
extern void (*__sysv_signal (int number, void (*handler) (int))) (int);
extern void (*sigset (int number, void (*handler) (int))) (int);
extern int sigignore (int number);
extern int siginterrupt (int number, int interrupts);

static const struct timespec none;
static struct sigaction action;
static sigset_t usr1;
static char *argv_none[] = { NULL };
static int signal_fd = -1;
static pthread_attr_t huge;    /* more stack than there is memory */
static pthread_t thread;
static gid_t groups[64];
static int n_groups;
static uid_t uid, euid;
static gid_t gid, egid;
static struct __user_cap_header_struct cap_header
  = { _LINUX_CAPABILITY_VERSION_3, 0 };
static struct __user_cap_data_struct cap_data[2];

static NOT_COUNTED void
ignore (int signal)
{
  (void) signal;
}

static NOT_COUNTED void *
routine (void *data)
{
  return data;
}

static NOT_COUNTED void
prepare (void)
{
  pthread_attr_init (&huge);
  pthread_attr_setstacksize (&huge, (size_t) 1 << 50);
  action.sa_handler = ignore;
  sigemptyset (&usr1);
  sigaddset (&usr1, SIGUSR1);
  sigprocmask (SIG_BLOCK, &usr1, NULL);
  signal_fd = signalfd (-1, &usr1, SFD_NONBLOCK);
  n_groups = getgroups (64, groups);
  uid = getuid ();
  euid = geteuid ();
  gid = getgid ();
  egid = getegid ();
  syscall (SYS_capget, &cap_header, cap_data);
}

#define NO_FILE "/no/such/file"
#define SIGNAL SIGWINCH

/* X (NAME, FACTOR, CALL): how much longer the calls are to take, since CALL is
   more than a call of NAME.  */
#define CALLS(X)                                                        \
  X (bsd_signal, 1, bsd_signal (SIGNAL, ignore))                        \
  X (dlclose, 8, dlclose (dlopen ("libm.so.6", RTLD_NOW)))              \
  X (execl, 2, execl (NO_FILE, "x", (char *) NULL))                     \
  X (execle, 2, execle (NO_FILE, "x", (char *) NULL, environ))          \
  X (execlp, 2, execlp (NO_FILE, "x", (char *) NULL))                   \
  X (execv, 2, execv (NO_FILE, argv_none))                              \
  X (execve, 2, execve (NO_FILE, argv_none, environ))                   \
  X (execveat, 2, execveat (AT_FDCWD, NO_FILE, argv_none, environ, 0))  \
  X (execvp, 2, execvp (NO_FILE, argv_none))                            \
  X (execvpe, 2, execvpe (NO_FILE, argv_none, environ))                 \
  X (fexecve, 2, fexecve (0, argv_none, environ))                       \
  X (initgroups, 1, initgroups ("nobody", 65534))                       \
  X (prctl, 1, prctl (PR_GET_DUMPABLE))                                 \
  X (pthread_create, 1, pthread_create (&thread, &huge, routine, NULL)) \
  X (setegid, 1, setegid (egid))                                        \
  X (seteuid, 1, seteuid (euid))                                        \
  X (setgid, 1, setgid (gid))                                           \
  X (setgroups, 1, setgroups ((size_t) n_groups, groups))               \
  X (setns, 1, setns (-1, 0))                                           \
  X (setregid, 1, setregid (gid, egid))                                 \
  X (setresgid, 1, setresgid (gid, egid, egid))                         \
  X (setresuid, 1, setresuid (uid, euid, euid))                         \
  X (setreuid, 1, setreuid (uid, euid))                                 \
  X (setuid, 1, setuid (uid))                                           \
  X (sigaction, 1, sigaction (SIGNAL, &action, NULL))                   \
  X (sigignore, 1, sigignore (SIGNAL))                                  \
  X (siginterrupt, 1, siginterrupt (SIGNAL, 1))                         \
  X (signal, 1, signal (SIGNAL, ignore))                                \
  X (signalfd, 1, signalfd (signal_fd, &usr1, 0))                       \
  X (sigpending, 1, sigpending (&pending))                              \
  X (sigset, 1, sigset (SIGNAL, ignore))                                \
  X (sigtimedwait, 1, sigtimedwait (&usr1, NULL, &none))                \
  X (sigwait, 4, (raise (SIGUSR1), sigwait (&usr1, &number)))           \
  X (sigwaitinfo, 4, (raise (SIGUSR1), sigwaitinfo (&usr1, NULL)))      \
  X (ssignal, 1, ssignal (SIGNAL, ignore))                              \
  X (syscall, 1, syscall (SYS_getppid))                                 \
  X (sysv_signal, 1, sysv_signal (SIGNAL, ignore))                      \
  X (__sysv_signal, 1, __sysv_signal (SIGNAL, ignore))                  \
  X (unshare, 1, unshare (0))                                           \
  X (capset, 1, capset (&cap_header, cap_data))

static volatile long sink;
static sigset_t pending;
static int number;

#define CALLER(name, factor, call)              \
  NOINLINE void                                 \
  call_##name (long milliseconds)               \
  {                                             \
    struct part part = { 0 };                   \
                                                \
    milliseconds *= (factor);                   \
    while (part_goes_on (&part, milliseconds))  \
      for (int i = 0; i < 50; i++)              \
        sink += (long) (call);                  \
  }

CALLS (CALLER)

static const struct
{
  const char *name;
  int factor;
  void (*run) (long milliseconds);
} rows[] = {
#define ROW(name, factor, call) { #name, factor, call_##name },
  CALLS (ROW)
};

/* -- Waiting -------------------------------------------------------------- */

#define WAIT_MS 300

static NOT_COUNTED void
make_alarm (void)
{
  const struct itimerspec time = { { 0, 0 }, { 0, WAIT_MS * 1000000L } };
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                            .sigev_signo = SIGUSR1 };
  timer_t timer;

  timer_create (CLOCK_MONOTONIC, &event, &timer);
  timer_settime (timer, 0, &time, NULL);
}

NOINLINE void
wait_syscall (void)
{
  const struct timespec time = { 0, WAIT_MS * 1000000L };
  int word = 0;

  syscall (SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &time, NULL, 0);
  sink++;
}

NOINLINE void
wait_sigwait (void)
{
  make_alarm ();
  sigwait (&usr1, &number);
  sink++;
}

NOINLINE void
wait_sigwaitinfo (void)
{
  make_alarm ();
  sigwaitinfo (&usr1, NULL);
  sink++;
}

NOINLINE void
wait_sigtimedwait (void)
{
  const struct timespec time = { 0, WAIT_MS * 1000000L };

  sigtimedwait (&usr1, NULL, &time);
  sink++;
}

/* ------------------------------------------------------------------------- */

#define LEN(array) (sizeof (array) / sizeof (array)[0])

/* Calls them directly: where a function with a frame pointer has arguments on
   the stack, a call through a pointer is not found.  */
static NOT_COUNTED void
run_waits (char **names)
{
  for (; *names != NULL; names++)
    if (strcmp (*names, "syscall") == 0)
      wait_syscall ();
    else if (strcmp (*names, "sigwait") == 0)
      wait_sigwait ();
    else if (strcmp (*names, "sigwaitinfo") == 0)
      wait_sigwaitinfo ();
    else if (strcmp (*names, "sigtimedwait") == 0)
      wait_sigtimedwait ();
}

static NOT_COUNTED void
run_rows (long milliseconds, char **names)
{
  for (; *names != NULL; names++)
    for (size_t i = 0; i < LEN (rows); i++)
      if (strcmp (rows[i].name, *names) == 0)
        rows[i].run (milliseconds);
}

NOT_COUNTED int
main (int argc, char **argv)
{
  prepare ();
  if (argc > 1 && strcmp (argv[1], "list") == 0)
    for (size_t i = 0; i < LEN (rows); i++)
      printf ("%s %d\n", rows[i].name, rows[i].factor);
  else if (argc > 1 && strcmp (argv[1], "wait") == 0)
    run_waits (argv + 2);
  else if (argc > 1)
    run_rows (strtol (argv[1], NULL, 10), argv + 2);
  return 3;
}
