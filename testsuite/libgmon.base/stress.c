/* stress.c -- threads, children, signals, libraries and jumps, all at once.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: stress SEED SECONDS [LIBRARY]
   Linked with the functions that stress.awk writes, compiled with -pg; this
   file is not.  Out: in the current directory, for every process, a file
   "calls" or "calls.PID":
     short N         so many calls may be missing: a handler left by a jump,
                     and what it had interrupted was perhaps not yet counted
     over N          so many may be too many: a handler forked, and what it had
                     interrupted is in the child neither before nor after
     CALLER CALLEE N by their numbers; a caller of -1 is none of the functions
   See stress.exp.  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stress.h"

#define MOST_THREADS 8
#define MOST_CHILDREN 4         /* of a process at a time */
#define ALL_CHILDREN 5          /* of the first process, per second */

uint64_t place_calls[2 * MOST_FUNCTIONS];
uint64_t root_calls[MOST_FUNCTIONS];
static uint64_t may_be_short, may_be_over;

static uint32_t seed;
static uint32_t streams;        /* random sequences begun */
static time_t deadline;
static const char *library;
static int generation;          /* 0: the first process */
static int children;            /* there are now, and in all */
static int all_children;
static int most_children;
static volatile sig_atomic_t threads;
static volatile sig_atomic_t forked_by_handler;

/* What dlopen does, and fork, must not meet.  */
static pthread_mutex_t loader = PTHREAD_MUTEX_INITIALIZER;

/* A thread's walk that a handler may leave or fork in: no code of libc is
   being run.  */
static __thread struct walk *volatile open_walk;
static __thread volatile sig_atomic_t handlers; /* nested */
static __thread uint32_t handler_random;

static void
die (const char *what)
{
  perror (what);
  _exit (99);
}

static uint32_t
next_random (uint32_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* Where a new sequence begins; never 0.  */
static uint32_t
new_stream (void)
{
  uint32_t n = __atomic_add_fetch (&streams, 1, __ATOMIC_RELAXED);
  uint32_t state = (seed * 2654435761u) ^ (n * 2246822519u)
                   ^ ((uint32_t) generation << 28) ^ 1;

  state |= state == 0;
  next_random (&state);
  return state;
}

/* A handler may come between any two instructions, and a thread at the same
   time.  */
static void
count_call (uint64_t *calls)
{
  __atomic_fetch_add (calls, 1, __ATOMIC_RELAXED);
}

void
enter (struct walk *w)
{
  w->random = w->random * 1664525 + 1013904223;
  if (w->random >> 20 == 0)
    siglongjmp (w->start, 1);
}

/* The random bits of a function are gone when its first call returns, so the
   second is decided by others.  */
int
may_call (struct walk *w, int bit, unsigned place)
{
  if ((w->random >> (28 + bit) & 3) == 0 || w->left <= 0
      || w->depth >= DEEPEST)
    return 0;
  w->left--;
  w->depth++;
  count_call (&place_calls[place]);
  return 1;
}

static void
call_root (struct walk *w)
{
  unsigned i = w->random % functions;

  count_call (&root_calls[i]);
  function_at[i] (w);
}

/* One walk, by CALL or by call_root.  */
static void
walk (uint32_t random, int calls, void (*call) (void (*) (struct walk *),
                                                struct walk *))
{
  struct walk *volatile outer = open_walk;
  struct walk w = { .random = random, .left = calls };

  if (sigsetjmp (w.start, 1) == 0)
    {
      open_walk = &w;
      if (call == NULL)
        call_root (&w);
      else
        {
          unsigned i = w.random % functions;

          count_call (&root_calls[i]);
          call (function_at[i], &w);
        }
    }
  open_walk = outer;
}

/* -- Ends ------------------------------------------------------------------ */

static void
block (sigset_t *before)
{
  sigset_t all;

  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, before);
}

static void
write_calls (void)
{
  char name[40] = "calls";
  FILE *f;

  if (generation > 0)
    snprintf (name, sizeof name, "calls.%ld", (long) getpid ());
  f = fopen (name, "w");
  if (f == NULL)
    die (name);
  fprintf (f, "short %llu\nover %llu\n", (unsigned long long) may_be_short,
           (unsigned long long) may_be_over);
  for (unsigned i = 0; i < functions; i++)
    if (root_calls[i] != 0)
      fprintf (f, "-1 %u %llu\n", i, (unsigned long long) root_calls[i]);
  for (unsigned i = 0; i < 2 * functions; i++)
    if (place_calls[i] != 0)
      fprintf (f, "%u %u %llu\n", i / 2, callee_at[i],
               (unsigned long long) place_calls[i]);
  if (fclose (f) != 0)
    die (name);
}

/* -- Children -------------------------------------------------------------- */

static void live (uint32_t random);

/* In the child, with all signals blocked: knows of no calls.  */
static void
begin_child (void)
{
  memset (place_calls, 0, sizeof place_calls);
  memset (root_calls, 0, sizeof root_calls);
  may_be_short = 0;
  may_be_over = 0;
  children = 0;
  threads = 0;
  generation++;
}

static int
may_fork (void)
{
  int n = __atomic_add_fetch (&children, 1, __ATOMIC_RELAXED);

  if (generation < 2 && n <= MOST_CHILDREN
      && __atomic_add_fetch (&all_children, 1, __ATOMIC_RELAXED)
           <= most_children)
    return 1;
  __atomic_sub_fetch (&children, 1, __ATOMIC_RELAXED);
  return 0;
}

static void
lose_child (int status)
{
  if (status != 0)
    {
      fprintf (stderr, "a child ended with %#x\n", status);
      _exit (98);
    }
  __atomic_sub_fetch (&children, 1, __ATOMIC_RELAXED);
}

/* A child that lives for a while; the caller waits for it or not.  */
static void
make_child (uint32_t random)
{
  sigset_t before;
  pid_t child;
  int status;

  if (!may_fork ())
    return;
  block (&before);
  pthread_mutex_lock (&loader);
  child = fork ();
  pthread_mutex_unlock (&loader);
  if (child == 0)
    {
      begin_child ();
      open_walk = NULL;
      pthread_sigmask (SIG_SETMASK, &before, NULL);
      live (random);
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  if (child < 0)
    die ("fork");
  if (random % 4 == 0)
    return;                     /* reap does it */
  while (waitpid (child, &status, 0) != child)
    continue;
  lose_child (status);
}

/* Takes leave of the children that ended; not while there are threads, which
   wait for theirs.  */
static void
reap (int how)
{
  int status;

  while (waitpid (-1, &status, how) > 0)
    lose_child (status);
}

/* -- Signals --------------------------------------------------------------- */

/* Forks in the middle of the walk that was interrupted; the child goes on with
   it, but to its end only.  */
static void
fork_here (void)
{
  sigset_t before;

  if (!may_fork ())
    return;
  block (&before);
  if (fork () == 0)
    {
      begin_child ();
      may_be_over = 1;
      forked_by_handler = 1;
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
}

static void
on_signal (int number)
{
  struct walk *w = open_walk;
  uint32_t random;

  if (handler_random == 0)
    handler_random = new_stream ();
  random = next_random (&handler_random);
  handlers++;
  walk (random, 1 + (int) (random >> 8) % 60, NULL);
  if (w != NULL && random % 16 == 0)
    {
      count_call (&may_be_short);
      handlers--;
      siglongjmp (w->start, number);
    }
  if (w != NULL && threads == 0 && handlers == 1 && random % 61 == 1)
    fork_here ();
  handlers--;
}

static void
set_timer (long period)
{
  struct itimerval timer = { { 0, period }, { 0, period } };

  setitimer (ITIMER_REAL, &timer, NULL);
}

/* SIGUSR1 interrupts all, SIGALRM not itself, and on another stack.  */
static void
set_handlers (void)
{
  struct sigaction action;

  memset (&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART | SA_NODEFER;
  sigaction (SIGUSR1, &action, NULL);
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction (SIGALRM, &action, NULL);
  sigaction (SIGUSR2, &action, NULL);
}

/* -- Life ------------------------------------------------------------------ */

static void
call_library (uint32_t random)
{
  void (*call) (void (*) (struct walk *), struct walk *);
  void *volatile handle;
  void *symbol;

  if (library == NULL)
    return;
  pthread_mutex_lock (&loader);
  handle = dlopen (library, RTLD_NOW);
  pthread_mutex_unlock (&loader);
  symbol = handle == NULL ? NULL : dlsym (handle, "library_call");
  if (symbol == NULL)
    die (library);
  memcpy (&call, &symbol, sizeof call);
  walk (random, 100, call);
  pthread_mutex_lock (&loader);
  dlclose (handle);
  pthread_mutex_unlock (&loader);
}

static void
walk_about (uint32_t random, int walks)
{
  for (int i = 0; i < walks && !forked_by_handler; i++)
    {
      next_random (&random);
      walk (random, 1 + (int) (random >> 7) % 400, NULL);
      switch (random % 128)
        {
        case 0: case 1:
          raise (SIGUSR1);
          break;
        case 2: case 3:
          kill (getpid (), SIGUSR2);
          break;
        case 4:
          call_library (random);
          break;
        }
    }
}

struct job
{
  pthread_t thread;
  uint32_t random;
};

static void *
run_thread (void *data)
{
  struct job *job = data;
  uint32_t random = job->random;
  char stack[65536];
  stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
  stack_t none = { .ss_flags = SS_DISABLE };
  sigset_t before;

  if (random & 2)
    sigaltstack (&alternate, NULL);
  walk_about (random, 20 + (int) (random >> 4) % 200);
  if (random % 16 == 5)
    make_child (random >> 4);
  walk_about (random >> 1 | 1, 10);
  block (&before);
  sigaltstack (&none, NULL);
  return NULL;
}

/* Some threads at once, all gone when it returns.  */
static void
run_threads (uint32_t random)
{
  struct job jobs[MOST_THREADS];
  int n = 1 + (int) (random % MOST_THREADS);

  threads = n;
  for (int i = 0; i < n; i++)
    {
      jobs[i].random = next_random (&random);
      if (pthread_create (&jobs[i].thread, NULL, run_thread, &jobs[i]) != 0)
        die ("pthread_create");
    }
  for (int i = 0; i < n; i++)
    pthread_join (jobs[i].thread, NULL);
  threads = 0;
}

/* Ends the process, without another call.  */
static void
end (uint32_t random)
{
  sigset_t before;

  block (&before);
  reap (0);
  write_calls ();
  if (random & 1)
    _exit (0);
  exit (0);
}

/* What a process does from its start, or from fork, to its end.  */
static void
live (uint32_t random)
{
  int rounds = 1 + (int) (random % 4);

  set_timer (generation == 0 ? 300 : 700 + (long) (random % 1000));
  for (int i = 0; (generation == 0 ? time (NULL) < deadline : i < rounds)
                  && !forked_by_handler; i++)
    {
      walk_about (next_random (&random), 100);
      if (forked_by_handler)
        break;
      if (random % 4 != 0)
        run_threads (next_random (&random));
      if (random % 8 == 1)
        make_child (next_random (&random));
      reap (WNOHANG);
    }
  set_timer (0);
  end (random >> 3);
}

int
main (int argc, char **argv)
{
  static char stack[65536];
  stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };

  if (argc < 3)
    return 2;
  seed = (uint32_t) strtoul (argv[1], NULL, 10);
  most_children = (int) strtol (argv[2], NULL, 10) * ALL_CHILDREN;
  deadline = time (NULL) + (time_t) strtol (argv[2], NULL, 10);
  library = argc > 3 ? argv[3] : NULL;
  sigaltstack (&alternate, NULL);
  set_handlers ();
  live (new_stream ());
  return 1;
}
