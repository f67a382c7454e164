/* bench_mcount.c -- what one call costs in a program compiled with -pg.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_mcount CASE CALLS
   Out: nanoseconds of CPU time per call, loop included, on stdout.  Built and
   run by run-calls.sh, which subtracts what the same loop costs without
   -pg.  Cases:
     leaf      one call site, one callee
     off       the same after moncontrol (0)
     wide      one call site, 64 callees in turn
     sites     512 call sites in turn, one callee
     mix       512 call sites in turn, 8 for each of 64 callees
     arcs      4,096 call sites in turn, 64 for each of 64 callees
     threads   "leaf" in two threads at once, per thread and call  */

#include <config.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__ ((noinline, noclone))
#define NOT_COUNTED __attribute__ ((no_instrument_function))

#define FOUR(X, n) X (n##0) X (n##1) X (n##2) X (n##3)
#define SIXTEEN(X, n)                                                   \
  FOUR (X, n##0) FOUR (X, n##1) FOUR (X, n##2) FOUR (X, n##3)
#define SIXTY_FOUR(X, n)                                                \
  SIXTEEN (X, n##0) SIXTEEN (X, n##1) SIXTEEN (X, n##2) SIXTEEN (X, n##3)

extern void moncontrol (int mode) __attribute__ ((weak));

static volatile int sink;

/* glibc has room for arcs in proportion to the text; without this it would give
   up in the case "arcs", which costs it nothing.  */
__asm__ (".text; .fill 1048576, 1, 0x90");

static NOINLINE void
leaf (void)
{
  __asm__ volatile ("");
}

#define DEFINE_CALLEE(n)                                                \
  static NOINLINE void                                                  \
  callee_##n (void)                                                     \
  {                                                                     \
    __asm__ volatile ("" : : "i" (1##n));                               \
  }
SIXTY_FOUR (DEFINE_CALLEE, 0)

#define NAME_CALLEE(n) callee_##n,
static void (*const callees[]) (void) = { SIXTY_FOUR (NAME_CALLEE, 0) };

static NOINLINE void
run_leaf (unsigned long calls)
{
  for (unsigned long i = 0; i < calls; i++)
    leaf ();
}

static NOINLINE void
run_wide (unsigned long calls)
{
  for (unsigned long i = 0; i < calls; i++)
    callees[i % 64] ();
}

#define CALL_SITE(n) leaf ();
static NOINLINE void
run_sites (unsigned long calls)
{
  for (unsigned long i = 0; i < calls; i += 512)
    {
      SIXTY_FOUR (CALL_SITE, 0) SIXTY_FOUR (CALL_SITE, 1)
      SIXTY_FOUR (CALL_SITE, 2) SIXTY_FOUR (CALL_SITE, 3)
      SIXTY_FOUR (CALL_SITE, 4) SIXTY_FOUR (CALL_SITE, 5)
      SIXTY_FOUR (CALL_SITE, 6) SIXTY_FOUR (CALL_SITE, 7)
    }
}

#define CALL_CALLEE(n) callee_##n ();
#define ALL_CALLEES SIXTY_FOUR (CALL_CALLEE, 0)
#define TWICE(calls) calls calls
#define FOUR_TIMES(calls) TWICE (TWICE (calls))

static NOINLINE void
run_mix (unsigned long calls)
{
  for (unsigned long i = 0; i < calls; i += 512)
    {
      TWICE (FOUR_TIMES (ALL_CALLEES))
    }
}

static NOINLINE void
run_arcs (unsigned long calls)
{
  for (unsigned long i = 0; i < calls; i += 4096)
    {
      FOUR_TIMES (FOUR_TIMES (FOUR_TIMES (ALL_CALLEES)))
    }
}

static NOT_COUNTED double
cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e9 + (double) now.tv_nsec;
}

struct job
{
  void (*run) (unsigned long calls);
  unsigned long calls;
  double result;
};

static NOT_COUNTED void *
measure (void *data)
{
  struct job *job = data;
  double start;

  job->run (4096);
  start = cpu_time ();
  job->run (job->calls);
  job->result = (cpu_time () - start) / (double) job->calls;
  return NULL;
}

static NOT_COUNTED double
measure_threads (unsigned long calls)
{
  struct job jobs[2] = { { run_leaf, calls, 0 }, { run_leaf, calls, 0 } };
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, measure, &jobs[i]) != 0)
      exit (2);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return (jobs[0].result + jobs[1].result) / 2;
}

NOT_COUNTED int
main (int argc, char **argv)
{
  struct job job = { run_leaf, 0, 0 };

  if (argc != 3)
    return 2;
  job.calls = strtoul (argv[2], NULL, 10) / 4096 * 4096;
  if (strcmp (argv[1], "wide") == 0)
    job.run = run_wide;
  else if (strcmp (argv[1], "sites") == 0)
    job.run = run_sites;
  else if (strcmp (argv[1], "mix") == 0)
    job.run = run_mix;
  else if (strcmp (argv[1], "arcs") == 0)
    job.run = run_arcs;
  else if (strcmp (argv[1], "off") == 0 && moncontrol != NULL)
    moncontrol (0);
  if (strcmp (argv[1], "threads") == 0)
    job.result = measure_threads (job.calls);
  else
    measure (&job);
  printf ("%.3f\n", job.result);
  return sink;
}
