/* exact.c -- calls at odd moments, whose number the program knows.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: exact CASE
   In: the name of a case below.  Out: lines "caller callee LOW HIGH" on
   standard output: how many calls the profile must have at least and at most,
   where -1 is no limit, and "file NAME" before those for that file.  In the
   file "late" are the counts that go on meanwhile (run_detached).  See
   exact.exp.  */

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define CASE_RESULT void
#include "cases.h"
#include "leaf.h"
#include "test.h"

#define R10(x) x x x x x x x x x x

NOINLINE void
late (void)
{
  sink++;
}

/* 1,000 pairs: a thread's table grows twice.  */
NOINLINE void
sites (void)
{
  R10 (R10 (R10 (leaf ();)))
  sink++;
}

static NOT_COUNTED void
say (const char *caller, const char *callee, long low, long high)
{
  printf ("%s %s %ld %ld\n", caller, callee, low, high);
}

static NOT_COUNTED void
die (const char *what)
{
  perror (what);
  exit (1);
}

static NOT_COUNTED void
start_thread (pthread_t *thread, void *(*function) (void *), void *data)
{
  if (pthread_create (thread, NULL, function, data) != 0)
    die ("pthread_create");
}

static NOT_COUNTED void
set_handler (int number, void (*handler) (int), int flags)
{
  struct sigaction action;

  memset (&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction (number, &action, NULL);
}

static NOT_COUNTED void
set_alarm (long period)
{
  struct itimerval timer = { { 0, period }, { 0, period } };

  setitimer (ITIMER_REAL, &timer, NULL);
}

/* -- Destructors of threads' own data -------------------------------------- */

#define TSD_THREADS 200
#define TSD_ROUNDS 4            /* PTHREAD_DESTRUCTOR_ITERATIONS */

static pthread_key_t key;

/* Comes again, as often as libc allows.  */
NOINLINE void
destroy (void *rounds)
{
  long left = (long) rounds - 1;

  late ();
  if (left > 0)
    pthread_setspecific (key, (void *) left);
  sink++;
}

/* Has no call of its own before.  */
static NOT_COUNTED void *
with_key (void *unused)
{
  pthread_setspecific (key, (void *) TSD_ROUNDS);
  return unused;
}

static NOT_COUNTED void
run_tsd (void)
{
  pthread_t thread;

  if (pthread_key_create (&key, destroy) != 0)
    die ("pthread_key_create");
  sites ();
  for (int i = 0; i < TSD_THREADS; i++)
    {
      start_thread (&thread, with_key, NULL);
      pthread_join (thread, NULL);
    }
  say ("run_tsd", "sites", 1, 1);
  say ("sites", "leaf", 1000, 1000);
  say ("*", "destroy", TSD_THREADS * TSD_ROUNDS, TSD_THREADS * TSD_ROUNDS);
  say ("destroy", "late", TSD_THREADS * TSD_ROUNDS, TSD_THREADS * TSD_ROUNDS);
}

/* -- Threads that the end does not wait for -------------------------------- */

#define DETACHED 3

struct progress
{
  _Atomic long begun, done;
};
static struct progress *progress;       /* DETACHED, in the file "late" */

NOINLINE void
work (struct progress *mine)
{
  for (;;)
    {
      mine->begun++;
      leaf ();
      mine->done++;
    }
}

static NOT_COUNTED void *
run_for_ever (void *data)
{
  pthread_detach (pthread_self ());
  work (data);
  return NULL;
}

static NOT_COUNTED void
run_detached (void)
{
  const size_t size = DETACHED * sizeof *progress;
  int fd = open ("late", O_CREAT | O_RDWR | O_TRUNC, 0600);
  long done = 0;
  pthread_t thread;

  if (fd < 0 || ftruncate (fd, (off_t) size) != 0)
    die ("late");
  progress = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (progress == MAP_FAILED)
    die ("mmap");
  for (int i = 0; i < DETACHED; i++)
    start_thread (&thread, run_for_ever, &progress[i]);
  for (int i = 0; i < DETACHED; i++)
    while (progress[i].done < 100000)
      usleep (1000);
  for (int i = 0; i < DETACHED; i++)
    done += progress[i].done;
  say ("*", "work", DETACHED, DETACHED);
  say ("work", "leaf", done, -1);
}

/* -- Handlers -------------------------------------------------------------- */

#define GROW_THREADS 60
#define GROW_SIGNALS 200

static _Atomic long handled;
static volatile sig_atomic_t on_stack;

/* Grows the table of whom it interrupts.  */
NOINLINE void
on_grow (int number)
{
  (void) number;
  sites ();
  handled++;
}

NOINLINE void *
grow (void *calls)
{
  static __thread char stack[65536];
  stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };

  if (on_stack)
    sigaltstack (&alternate, NULL);
  for (int i = 0; i < 20; i++)
    {
      sites ();
      (*(long *) calls)++;
    }
  return NULL;
}

/* Every thread is sent signals from its first moment on: while it finds, or
   grows, its table.  */
static NOT_COUNTED void
run_grow (void)
{
  long calls = 0;

  set_handler (SIGUSR1, on_grow, SA_ONSTACK);
  for (int i = 0; i < GROW_THREADS; i++)
    {
      pthread_t thread;

      on_stack = i % 2;
      start_thread (&thread, grow, &calls);
      for (int sent = 0; sent < GROW_SIGNALS; sent++)
        if (pthread_kill (thread, SIGUSR1) != 0)
          break;
      pthread_join (thread, NULL);
    }
  say ("*", "grow", GROW_THREADS, GROW_THREADS);
  say ("*", "on_grow", handled, handled);
  say ("grow", "sites", calls, calls);
  say ("on_grow", "sites", handled, handled);
  say ("sites", "leaf", 1000 * (calls + handled), 1000 * (calls + handled));
}

#define JUMPS 2000

static sigjmp_buf there;
static _Atomic long begun, done;

NOINLINE void
on_jump (int number)
{
  (void) number;
  late ();
  handled++;
  siglongjmp (there, 1);
}

static _Atomic long entered;

NOINLINE void
call_for_ever (void)
{
  entered++;
  for (;;)
    {
      begun++;
      leaf ();
      done++;
    }
}

/* A call that was left half way may have been counted or not.  */
static NOT_COUNTED void
run_jump (void)
{
  volatile long started = 0;

  set_handler (SIGALRM, on_jump, 0);
  if (sigsetjmp (there, 1) == 0)
    set_alarm (50);
  if (handled < JUMPS)
    {
      started++;
      call_for_ever ();
    }
  set_alarm (0);
  say ("*", "on_jump", handled, handled);
  say ("on_jump", "late", handled, handled);
  say ("run_jump", "call_for_ever", entered, started);
  say ("call_for_ever", "leaf", done, begun);
}

#define ENDED 60

static struct progress ended[ENDED];

NOINLINE void
on_end (int number)
{
  (void) number;
  late ();
  handled++;
  pthread_exit (NULL);
}

NOINLINE void *
endless (void *data)
{
  struct progress *mine = data;

  if (mine->begun < 0)
    pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  mine->begun = 0;
  work (mine);
  return NULL;
}

/* Threads that end in the middle of the hook: by pthread_exit in a handler, or
   cancelled.  */
static NOT_COUNTED void
run_end (void)
{
  long low = 0, high = 0;

  set_handler (SIGUSR1, on_end, 0);
  for (int i = 0; i < ENDED; i++)
    {
      pthread_t thread;

      ended[i].begun = i % 2 ? -1 : 0;
      start_thread (&thread, endless, &ended[i]);
      while (ended[i].done < 1 + i % 50)
        usleep (100);
      if (i % 2)
        pthread_cancel (thread);
      else
        pthread_kill (thread, SIGUSR1);
      pthread_join (thread, NULL);
      low += ended[i].done;
      high += ended[i].begun;
    }
  say ("*", "endless", ENDED, ENDED);
  say ("endless", "work", ENDED, ENDED);
  say ("*", "on_end", handled, handled);
  say ("on_end", "late", handled, handled);
  say ("work", "leaf", low, high);
}

/* -- Coroutines ------------------------------------------------------------ */

#define SWITCHES 10000

static ucontext_t main_context, coroutines[2];

NOINLINE void
coroutine (void)
{
  for (;;)
    {
      leaf ();
      swapcontext (&coroutines[0], &main_context);
    }
}

static NOT_COUNTED void
run_context (void)
{
  static char stack[65536];

  getcontext (&coroutines[0]);
  coroutines[0].uc_stack.ss_sp = stack;
  coroutines[0].uc_stack.ss_size = sizeof stack;
  makecontext (&coroutines[0], coroutine, 0);
  for (int i = 0; i < SWITCHES; i++)
    {
      late ();
      swapcontext (&main_context, &coroutines[0]);
    }
  say ("*", "coroutine", 1, 1);
  say ("coroutine", "leaf", SWITCHES, SWITCHES);
  say ("run_context", "late", SWITCHES, SWITCHES);
}

/* -- Children -------------------------------------------------------------- */

#define CHILDREN 100
#define TO_CHILD 200

static volatile sig_atomic_t in_child;

NOINLINE void
on_child (int number)
{
  (void) number;
  late ();
  in_child++;
}

/* Says what its profile is to have, and where it is.  */
static NOT_COUNTED void
be_child (void)
{
  sigset_t set;

  while (in_child == 0)
    usleep (100);
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigprocmask (SIG_BLOCK, &set, NULL);
  printf ("file gmon.out.%ld\n", (long) getpid ());
  say ("*", "on_child", in_child, in_child);
  say ("on_child", "late", in_child, in_child);
  exit (0);
}

/* Children that get signals as soon as they are there.  */
static NOT_COUNTED void
run_child (void)
{
  sigset_t set, before;

  leaf ();
  set_handler (SIGUSR1, on_child, 0);
  for (int i = 0; i < CHILDREN; i++)
    {
      pid_t child;
      int status;

      fflush (stdout);
      child = fork ();
      if (child == 0)
        be_child ();
      for (int sent = 0; sent < TO_CHILD; sent++)
        kill (child, SIGUSR1);
      waitpid (child, &status, 0);
      if (status != 0)
        exit (1);
    }
  /* fork leaves the mask as it was.  */
  sigprocmask (SIG_BLOCK, NULL, &before);
  sigemptyset (&set);
  if (memcmp (&set, &before, sizeof (long)) != 0)
    exit (1);
  printf ("file gmon.out\n");
  say ("run_child", "leaf", 1, 1);
}

static volatile sig_atomic_t forks, is_child;

/* fork, in the middle of whatever it interrupts; the child goes on there.  */
NOINLINE void
on_fork (int number)
{
  (void) number;
  late ();
  if (forks++ < CHILDREN && fork () == 0)
    {
      is_child = 1;
      leaf ();
    }
  sink++;
}

NOINLINE void
fork_anywhere (void)
{
  while (forks < CHILDREN && !is_child)
    leaf ();
  for (int i = 0; i < 1000; i++)
    late ();
  sink++;
}

static NOT_COUNTED void
run_fork (void)
{
  set_handler (SIGALRM, on_fork, 0);
  set_alarm (1000);
  fork_anywhere ();
  set_alarm (0);
  if (is_child)
    {
      printf ("file gmon.out.%ld\n", (long) getpid ());
      say ("on_fork", "leaf", 1, 1);
      say ("fork_anywhere", "leaf", 0, 1);
      say ("fork_anywhere", "late", 1000, 1000);
      exit (0);
    }
  while (waitpid (-1, NULL, 0) > 0)
    continue;
  printf ("file gmon.out\n");
  say ("*", "on_fork", forks, forks);
  say ("on_fork", "late", forks, forks);
  say ("run_fork", "fork_anywhere", 1, 1);
  say ("fork_anywhere", "leaf", 1, -1);
  say ("fork_anywhere", "late", 1000, 1000);
}

static const struct test_case cases[] = {
  { "tsd", run_tsd },
  { "detached", run_detached },
  { "grow", run_grow },
  { "jump", run_jump },
  { "end", run_end },
  { "context", run_context },
  { "child", run_child },
  { "fork", run_fork },
};

NOT_COUNTED int
main (int argc, char **argv)
{
  const struct test_case *which = FIND_CASE (cases, argc, argv);

  if (which == NULL)
    return 2;
  setvbuf (stdout, NULL, _IOFBF, 65536);
  which->run ();
  return 0;
}
