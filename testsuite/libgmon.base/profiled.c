/* profiled.c -- a program with signals, descriptors and threads of its own.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: profiled CASE [ARGUMENT]
   In: the name of a case below.  Out: status 3 unless the case is about
   something else; the profile has 1 call of call_leaf and 5 of leaf, and what
   the case adds.  See profiled.exp.  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define CASE_ARGUMENTS char **arguments
#include "cases.h"
#include "gmon.h"
#include "leaf.h"
#include "test.h"

/* A preloaded library brings it, or nobody does.  */
#pragma weak gmon_write_now
#pragma weak moncontrol

static NOT_COUNTED int
number (const char *text)
{
  return (int) strtol (text, NULL, 10);
}

/* Runs FUNCTION in a thread with the smallest stack, to its end.  */
static NOT_COUNTED int
in_thread (void *(*function) (void *), void *data)
{
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, (size_t) PTHREAD_STACK_MIN);
  return pthread_create (&thread, &attributes, function, data) != 0
         || pthread_join (thread, NULL) != 0;
}

/* -- Cancellation --------------------------------------------------------- */

/* _exit is no cancellation point.  */
static NOT_COUNTED void *
exit_cancelled (void *data)
{
  pthread_cancel (pthread_self ());
  _exit (3);
  return data;
}

static NOT_COUNTED int
cancelled (char **arguments)
{
  (void) arguments;
  return in_thread (exit_cancelled, NULL) ? 1 : 2;
}

/* -- Signals of the program's own ----------------------------------------- */

static NOT_COUNTED void
block (sigset_t *set, int signal)
{
  sigemptyset (set);
  sigaddset (set, signal);
  sigprocmask (SIG_BLOCK, set, NULL);
}

static NOT_COUNTED int
wait_for_signal (char **arguments)
{
  int wanted = number (arguments[0]);
  int got = 0;
  sigset_t set;

  block (&set, wanted);
  kill (getpid (), wanted);
  return sigwait (&set, &got) == 0 && got == wanted ? 3 : 1;
}

static NOT_COUNTED int
read_signal (char **arguments)
{
  struct signalfd_siginfo info = { 0 };
  int wanted = number (arguments[0]);
  sigset_t set;
  int fd;

  block (&set, wanted);
  fd = signalfd (-1, &set, 0);
  kill (getpid (), wanted);
  return read (fd, &info, sizeof info) == sizeof info
         && info.ssi_signo == (uint32_t) wanted ? 3 : 1;
}

/* Uses 200 ms of CPU time, in which the clock raises signals.  */
static NOT_COUNTED void
use_time (void)
{
  struct timespec now = { 0, 0 };
  time_t end;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  end = now.tv_sec * 1000 + now.tv_nsec / 1000000 + 200;
  while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < end)
    {
      for (int i = 0; i < 100000; i++)
        sink++;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
}

/* Returns the signal that is read from FD, or 0.  */
static NOT_COUNTED int
next_signal (int fd)
{
  struct signalfd_siginfo info = { 0 };

  return read (fd, &info, sizeof info) == sizeof info ? (int) info.ssi_signo
                                                      : 0;
}

static NOT_COUNTED bool
is_pending (int signal)
{
  sigset_t set;

  return sigpending (&set) == 0 && sigismember (&set, signal) == 1;
}

/* Blocks all signals and reads them from a descriptor, as many servers do.  The
   descriptor is made, or gets its signals, while profiling is off if
   ARGUMENTS[0] is "off".  */
static NOT_COUNTED int
read_all_signals (char **arguments)
{
  bool off = strcmp (arguments[0], "off") == 0;
  sigset_t set, one;
  int fd;

  sigfillset (&set);
  sigprocmask (SIG_BLOCK, &set, NULL);
  sigemptyset (&one);
  sigaddset (&one, SIGUSR2);
  if (off)
    moncontrol (0);
  fd = signalfd (-1, &one, SFD_NONBLOCK);
  if (signalfd (fd, &set, 0) != fd)
    return 1;
  if (off)
    moncontrol (1);
  use_time ();
  if (next_signal (fd) != 0 || is_pending (SIGPROF))
    return 2;
  kill (getpid (), SIGTERM);
  if (!is_pending (SIGTERM))
    return 4;
  return next_signal (fd) == SIGTERM && next_signal (fd) == 0 ? 3 : 5;
}

static volatile sig_atomic_t handled;

static NOT_COUNTED void
handle (int signal)
{
  handled = signal;
}

/* A program that has SIGPROF for itself: it waits for nothing else, or has a
   handler of its own (ARGUMENTS[0] is "handler").  */
static NOT_COUNTED int
read_own_prof (char **arguments)
{
  bool has_handler = strcmp (arguments[0], "handler") == 0;
  sigset_t set;
  int fd;

  if (has_handler)
    signal (SIGPROF, handle);
  sigfillset (&set);
  sigprocmask (SIG_BLOCK, &set, NULL);
  if (!has_handler)
    {
      sigemptyset (&set);
      sigaddset (&set, SIGPROF);
    }
  fd = signalfd (-1, &set, SFD_NONBLOCK);
  kill (getpid (), SIGPROF);
  if (has_handler && !is_pending (SIGPROF))
    return 1;
  return next_signal (fd) == SIGPROF ? 3 : 2;
}

/* Wrong arguments fail as without us.  */
static NOT_COUNTED int
read_nothing (char **arguments)
{
  const sigset_t *volatile none = NULL;
  sigset_t set;

  (void) arguments;
  sigemptyset (&set);
  errno = 0;
  if (signalfd (-1, none, 0) != -1 || errno != EFAULT)
    return 1;
  errno = 0;
  if (signalfd (0x7ffffff, &set, 0) != -1 || errno != EBADF)
    return 2;
  errno = 0;
  return signalfd (-1, &set, 0x7fffffff) == -1 && errno == EINVAL ? 3 : 4;
}

/* A handler that is installed after us.  */
static NOT_COUNTED int
own_handler (char **arguments)
{
  int wanted = number (arguments[0]);

  signal (wanted, handle);
  kill (getpid (), wanted);
  return handled == wanted ? 3 : 1;
}

static struct sigaction before;

/* Goes on to what was there, which is the default action as far as a program
   can see.  */
static NOT_COUNTED void
hand_on (int signal)
{
  if (before.sa_handler != SIG_DFL)
    _exit (1);
  sigaction (signal, &before, NULL);
  raise (signal);
}

static NOT_COUNTED int
chain (char **arguments)
{
  struct sigaction action = { .sa_handler = hand_on };
  int wanted = number (arguments[0]);

  sigaction (wanted, &action, &before);
  kill (getpid (), wanted);
  return 1;
}

/* As it came from whoever started us.  */
static NOT_COUNTED int
send_signal (char **arguments)
{
  kill (getpid (), number (arguments[0]));
  return 3;
}

static sigjmp_buf back;

static NOT_COUNTED void
jump_back (int signal)
{
  (void) signal;
  siglongjmp (back, 1);
}

static NOT_COUNTED void *
exit_elsewhere (void *data)
{
  exit (3);
  return data;
}

/* Leaves the writing of a file by longjmp, then ends in another thread.  */
static NOT_COUNTED int
jump (char **arguments)
{
  const struct itimerval every = { { 0, 300 }, { 0, 300 } };
  const struct itimerval never = { { 0, 0 }, { 0, 0 } };
  volatile int left = 100;

  (void) arguments;
  if (gmon_write_now == NULL)
    return 1;
  signal (SIGALRM, jump_back);
  /* The timer starts when there is a place to jump to.  */
  if (sigsetjmp (back, 1) == 0)
    setitimer (ITIMER_REAL, &every, NULL);
  while (left-- > 0)
    for (;;)
      gmon_write_now ();
  signal (SIGALRM, SIG_IGN);
  setitimer (ITIMER_REAL, &never, NULL);
  return in_thread (exit_elsewhere, NULL);
}

/* -- Faults --------------------------------------------------------------- */

static NOT_COUNTED void *
fault (void *data)
{
  static volatile int zero;
  void *page;

  switch (number (data))
    {
    case SIGFPE:
      sink = 100 / zero;
      break;
    case SIGILL:
      __builtin_trap ();
    case SIGBUS:
      page = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
                   open ("empty", O_RDWR | O_CREAT, 0600), 0);
      *(volatile char *) page = 1;
    }
  return NULL;
}

static NOT_COUNTED int
fault_here (char **arguments)
{
  fault (arguments[0]);
  return 1;
}

static NOT_COUNTED int
fault_in_thread (char **arguments)
{
  return in_thread (fault, arguments[0]);
}

NOINLINE NOT_COUNTED int
overflow (volatile char *caller)
{
  volatile char frame[4096];

  frame[0] = caller[0];
  return overflow (frame) + frame[1];
}

static NOT_COUNTED void *
overflow_there (void *data)
{
  leaf ();
  overflow (data);
  return NULL;
}

/* A hundred threads first, whose memory the last one has.  */
static NOT_COUNTED void *
nothing (void *data)
{
  leaf ();
  return data;
}

static NOT_COUNTED int
overflow_thread (char **arguments)
{
  for (int i = 0; i < 100; i++)
    if (in_thread (nothing, NULL) != 0)
      return 1;
  return in_thread (overflow_there, arguments[0]);
}

/* -- Descriptors ---------------------------------------------------------- */

/* A file that gets descriptor 2.  */
static NOT_COUNTED int
own_file (char **arguments)
{
  int fd = open ("data", O_WRONLY | O_CREAT | O_TRUNC, 0600);

  (void) arguments;
  return fd == 2 && write (fd, "mine\n", 5) == 5 ? 3 : 1;
}

static volatile int stop;

static NOT_COUNTED void *
write_on (void *data)
{
  intptr_t written = 0;

  (void) data;
  while (!stop)
    for (int fd = 0; fd <= 2; fd++)
      written += write (fd, "X", 1) >= 0;
  return (void *) written;
}

/* Writes to descriptors that are closed, while files are written.  */
static NOT_COUNTED int
closed (char **arguments)
{
  void *written = NULL;
  pthread_t thread;

  (void) arguments;
  for (int fd = 0; fd <= 2; fd++)
    close (fd);
  if (gmon_write_now == NULL
      || pthread_create (&thread, NULL, write_on, NULL) != 0)
    return 1;
  for (int i = 0; i < 100; i++)
    if (gmon_write_now () != 0)
      return 1;
  stop = 1;
  pthread_join (thread, &written);
  return written == NULL ? 3 : 1;
}

static NOT_COUNTED void *
close_on (void *argument)
{
  while (!stop)
    {
      close (0);
      /* So long that 0 is held, and another that is not.  */
      for (volatile int i = 0; i < 3000; i++)
        continue;
    }
  return argument;
}

/* Closes one while files are written, for which it is held; then none of those
   that were held is left open.  */
static NOT_COUNTED int
closing (char **arguments)
{
  pthread_t thread;
  int open_ones = 0;

  (void) arguments;
  for (int fd = 0; fd <= 2; fd++)
    close (fd);
  if (gmon_write_now == NULL
      || pthread_create (&thread, NULL, close_on, NULL) != 0)
    return 1;
  for (int i = 0; i < 1000; i++)
    {
      gmon_write_now ();
      for (int fd = 1; fd <= 2; fd++)
        open_ones += close (fd) == 0;
    }
  stop = 1;
  pthread_join (thread, NULL);
  return open_ones == 0 ? 3 : 1;
}

static sem_t apart, go_on;

static NOT_COUNTED void *
write_apart (void *argument)
{
  int failed = unshare (CLONE_FILES);

  sem_post (&apart);
  sem_wait (&go_on);
  return failed != 0 || gmon_write_now () != 0 ? argument : NULL;
}

/* A thread with descriptors of its own writes, while the first of them that is
   free there is a file of the others.  */
static NOT_COUNTED int
unshared (char **arguments)
{
  void *result = arguments;
  struct stat status;
  pthread_t thread;
  int fd;

  sem_init (&apart, 0, 0);
  sem_init (&go_on, 0, 0);
  if (gmon_write_now == NULL
      || pthread_create (&thread, NULL, write_apart, &apart) != 0)
    return 1;
  sem_wait (&apart);
  fd = open ("data", O_WRONLY | O_CREAT | O_EXCL, 0600);
  sem_post (&go_on);
  pthread_join (thread, &result);
  return (result == NULL && fstat (fd, &status) == 0 && status.st_nlink == 1
          ? 3 : 1);
}

/* Standard error is a pipe that nobody reads; ARGUMENTS[0]: "full" or
   "closed".  */
static NOT_COUNTED int
unread (char **arguments)
{
  int ends[2];

  if (pipe (ends) != 0 || dup2 (ends[1], 2) != 2)
    return 1;
  if (strcmp (arguments[0], "full") == 0)
    {
      fcntl (2, F_SETFL, O_NONBLOCK);
      while (write (2, "", 1) == 1)
        continue;
      fcntl (2, F_SETFL, 0);
    }
  else
    close (ends[0]);
  return 3;
}

static NOT_COUNTED int
enter_root (char **arguments)
{
  return chroot (arguments[0]) == 0 && chdir ("/") == 0 ? 3 : 77;
}

/* -- The caller's stack ---------------------------------------------------- */

#define PAGE 4096

/* Calls syscall with fewer arguments than it has places for.  What is above the
   return address, where a seventh argument would be, is a variable of the
   caller; here it cannot be written to.  */
static NOT_COUNTED int
call_with_few (char **arguments)
{
  (void) arguments;
#ifdef __x86_64__
  char *memory = mmap (NULL, 16 * PAGE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *top = memory + 15 * PAGE;
  long (*function) (long, ...) = syscall;
  long result = SYS_getpid;

  if (memory == MAP_FAILED || mprotect (top, PAGE, PROT_READ) != 0)
    return 1;
  for (int i = 0; i < 1000; i++)
    {
      long number = i % 2 == 0 ? SYS_getpid : SYS_setns;
      long failing = -1;

      /* setns (-1, 0) fails.  */
      __asm__ volatile ("movq %%rsp, %%r12; movq %[top], %%rsp;"
                        "call *%[function]; movq %%r12, %%rsp"
                        : "=a" (result), "+D" (number), "+S" (failing)
                        : [top] "r" (top), [function] "r" (function)
                        : "rcx", "rdx", "r8", "r9", "r10", "r11", "r12",
                          "memory", "cc");
      if (result != (i % 2 == 0 ? getpid () : -1))
        return 2;
    }
#endif
  return 3;
}

/* -- Files meanwhile ------------------------------------------------------ */

static NOT_COUNTED void *
work_until_file (void *data)
{
  time_t end = time (NULL) + 20;

  leaf ();
  while (time (NULL) < end && access ("gmon.out", R_OK) != 0)
    for (int i = 0; i < 100000; i++)
      sink++;
  return data;
}

/* Has a file by its checkpoints.  */
static NOT_COUNTED int
be_killed (char **arguments)
{
  (void) arguments;
  in_thread (work_until_file, NULL);
  kill (getpid (), SIGKILL);
  return 1;
}

/* Sleeps while a checkpoint would be due.  */
static NOT_COUNTED int
sleep_on (char **arguments)
{
  const struct timespec time = { 1, 500000000 };

  (void) arguments;
  return nanosleep (&time, NULL) == 0 ? 3 : 1;
}

#define DUMPERS 4
#define DUMPS 25

static NOT_COUNTED void *
dump_and_end (void *data)
{
  leaf ();
  pthread_kill (pthread_self (), *(int *) data);
  leaf ();
  return NULL;
}

static NOT_COUNTED void *
start_dumpers (void *data)
{
  pthread_t thread;

  for (int i = 0; i < DUMPS; i++)
    if (pthread_create (&thread, NULL, dump_and_end, data) != 0
        || pthread_join (thread, NULL) != 0)
      exit (1);
  return NULL;
}

/* Threads that end while others ask for files.  */
static NOT_COUNTED int
dump (char **arguments)
{
  pthread_t threads[DUMPERS];
  int signal = number (arguments[0]);

  for (int i = 0; i < DUMPERS; i++)
    if (pthread_create (&threads[i], NULL, start_dumpers, &signal) != 0)
      return 1;
  for (int i = 0; i < DUMPERS; i++)
    pthread_join (threads[i], NULL);
  return 3;
}

/* -- exec ----------------------------------------------------------------- */

static char shell[] = "/bin/sh";
static char option[] = "-c";
static char script[] = "echo $X; exit 3";
static char changed[] = "X=changed";
static char *list[] = { shell, option, script, NULL };

static NOT_COUNTED void *
run_shell (void *data)
{
  execv (shell, list);
  return data;
}

static NOT_COUNTED int
exec_in_thread (char **arguments)
{
  (void) arguments;
  return in_thread (run_shell, NULL) ? 1 : 2;
}

static NOT_COUNTED void
exec_on_signal (int signal)
{
  (void) signal;
  run_shell (NULL);
}

static NOT_COUNTED int
exec_in_handler (char **arguments)
{
  signal (number (arguments[0]), exec_on_signal);
  return send_signal (arguments) == 3 ? 1 : 2;
}

/* The environment that the program has put in the place of its first one.  */
static NOT_COUNTED int
exec_changed (char **arguments)
{
  static char *given[] = { changed, NULL };

  environ = given;
  execlp (arguments[0], arguments[0], option, script, (char *) NULL);
  return 1;
}

static NOT_COUNTED int
exit_now (char **arguments)
{
  (void) arguments;
  return 3;
}

/* -- Large frames ---------------------------------------------------------- */

/* For a handler that may run on an alternate stack, if there is one.  */
#define LARGE (sizeof (void *) == 8 ? 200000 : 50000)

static NOT_COUNTED void
need_stack (int signal)
{
  volatile char frame[LARGE];

  (void) signal;
  for (size_t i = 0; i < LARGE; i += 100)
    frame[i] = (char) 0xff;
  leaf ();
  sink += frame[0];
}

static NOT_COUNTED void *
raise_often (void *data)
{
  for (int i = 0; i < 100; i++)
    {
      leaf ();
      if (i % 10 == 0)
        raise (SIGUSR1);
    }
  return data;
}

static NOT_COUNTED int
large_frame (char **arguments)
{
  struct sigaction action = { .sa_handler = need_stack,
                              .sa_flags = SA_ONSTACK };
  pthread_t thread;

  (void) arguments;
  sigaction (SIGUSR1, &action, NULL);
  if (pthread_create (&thread, NULL, raise_often, NULL) != 0
      || pthread_join (thread, NULL) != 0)
    return 1;
  raise_often (NULL);
  return 3;
}

/* ------------------------------------------------------------------------- */

static const struct test_case cases[] = {
  { "cancelled", cancelled },
  { "sigwait", wait_for_signal },
  { "signalfd", read_signal },
  { "signalfd-all", read_all_signals },
  { "signalfd-prof", read_own_prof },
  { "signalfd-wrong", read_nothing },
  { "own", own_handler },
  { "chain", chain },
  { "send", send_signal },
  { "jump", jump },
  { "fault", fault_here },
  { "fault-in-thread", fault_in_thread },
  { "overflow-thread", overflow_thread },
  { "file", own_file },
  { "few-arguments", call_with_few },
  { "closed", closed },
  { "closing", closing },
  { "unshared", unshared },
  { "unread", unread },
  { "chroot", enter_root },
  { "killed", be_killed },
  { "sleep", sleep_on },
  { "dump", dump },
  { "exec-in-thread", exec_in_thread },
  { "exec-in-handler", exec_in_handler },
  { "exec-changed", exec_changed },
  { "exit", exit_now },
  { "large-frame", large_frame },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  const struct test_case *which = FIND_CASE (cases, argc, argv);

  call_leaf (5);
  return which != NULL ? which->run (argv + 2) : 2;
}
