/* bench_unwind.c -- what it costs to unwind a stack.

   SPDX-License-Identifier: GPL-3.0-or-later

   usage: bench_unwind DEPTH
   In a signal handler below DEPTH calls, all code and data in the caches.  Out:
   "POINTER ROWS FILL": ns for a walk along the frame pointers that reads only
   pages that were probed, for gmon_unwind, and for a row that is not in the
   cache, each the least of 50 rounds.  Compiled with frame pointers, for x86-64
   and AArch64.  Built and run by run-unwind.sh.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "stack_objects.h"
#include "arch/call_frame.h"
#include "unwind/page_probe.h"

#define NOINLINE __attribute__ ((noinline, noclone))
#define ROUNDS 50
#define TIMES 200

static volatile size_t found;
static size_t rows;                     /* that the stack needs */
static double pointer_ns = 1e9, rows_ns = 1e9, empty_ns = 1e9;

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

/* Follows the frame pointers from CONTEXT on.  */
static NOINLINE size_t
walk_pointers (const ucontext_t *context, uintptr_t *pcs)
{
  const unsigned char *bytes = (const unsigned char *) context;
  struct page_range readable = { 0, 0 };
  uintptr_t fp, next, pc;
  size_t count = 0;

  memcpy (&fp, bytes + frame_register_place (FRAME_FP), sizeof fp);
  while (count < UNWIND_SIZE && page_read (&readable, fp, &next)
         && page_read (&readable, fp + sizeof fp, &pc) && pc != 0)
    {
      pcs[count++] = pc;
      if (next <= fp)
        break;
      fp = next;
    }
  return count;
}

/* Returns how many rows the cache has, which are those of one stack.  */
static size_t
count_rows (void)
{
  size_t count = 0;

  for (size_t i = 0; i < ROW_CACHE_ENTRIES; i++)
    count += atomic_load (&stack_rows.entries[i].row) != 0;
  return count;
}

static double
less (double a, double b)
{
  return a < b ? a : b;
}

static void
measure (int number, siginfo_t *info, void *context)
{
  uintptr_t pcs[UNWIND_SIZE];
  unsigned flags;

  (void) number;
  (void) info;
  gmon_unwind (&stack_unwinder, context, pcs, UNWIND_SIZE, &flags);
  rows = count_rows ();
  for (int round = 0; round < ROUNDS; round++)
    {
      double start = now (), middle, end;

      for (int i = 0; i < TIMES; i++)
        found = walk_pointers (context, pcs);
      middle = now ();
      for (int i = 0; i < TIMES; i++)
        found = gmon_unwind (&stack_unwinder, context, pcs, UNWIND_SIZE,
                             &flags);
      end = now ();
      pointer_ns = less (pointer_ns, (middle - start) / TIMES);
      rows_ns = less (rows_ns, (end - middle) / TIMES);
      start = now ();
      for (int i = 0; i < TIMES; i++)
        {
          row_cache_clear (&stack_rows);
          gmon_unwind (&stack_unwinder, context, pcs, UNWIND_SIZE, &flags);
        }
      empty_ns = less (empty_ns, (now () - start) / TIMES);
    }
}

static NOINLINE int
recursion (int n)
{
  if (n == 0)
    raise (SIGUSR1);
  else
    recursion (n - 1);
  __asm__ volatile ("");
  return n;
}

int
main (int argc, char **argv)
{
  struct sigaction action = { .sa_flags = SA_SIGINFO };

  if (argc != 2)
    return 2;
  stack_objects_start ();
  action.sa_sigaction = measure;
  sigaction (SIGUSR1, &action, NULL);
  recursion ((int) strtol (argv[1], NULL, 10));
  printf ("%.0f %.0f %.0f\n", pointer_ns, rows_ns,
          (empty_ns - rows_ns) / (double) rows);
  return 0;
}
