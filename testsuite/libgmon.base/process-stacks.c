/* process-stacks.c -- a program that knows which callers each sample has.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run as "process-stacks CASE".  Each thread has the name of the function that
   does all its work; so the samples of that thread are those of the function
   and what it calls.  Time is CPU time of the thread, as the samples are.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>

#define NOINLINE __attribute__ ((noinline, noclone))

static long
used_ms (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

static long how_long = 200;             /* ms */

/* Work that several functions share.  */
NOINLINE int
work (int n)
{
  volatile int sum = 0;

  for (int i = 0; i < n; i++)
    sum = sum + i;
  return sum;
}

static NOINLINE void *
dear (void *data)
{
  while (used_ms () < how_long)
    work (100000);
  return data;
}

static NOINLINE void *
cheap (void *data)
{
  while (used_ms () < how_long)
    work (1000);
  return data;
}

static NOINLINE int
compare (const void *one, const void *two)
{
  return work (10) + *(const int *) one - *(const int *) two;
}

/* The C library is between this function and its callee.  */
static NOINLINE void *
sorter (void *data)
{
  while (used_ms () < how_long)
    {
      int numbers[1000];

      for (int i = 0; i < 1000; i++)
        numbers[i] = (i * 7919) % 1000;
      qsort (numbers, 1000, sizeof *numbers, compare);
    }
  return data;
}

static NOINLINE int
descend (int depth)
{
  int result = depth == 0 ? work (1000) : descend (depth - 1);

  return result + work (10);
}

static NOINLINE void *
recur (void *data)
{
  while (used_ms () < how_long)
    descend (100);
  return data;
}

/* -- Threads -------------------------------------------------------------- */

static const struct
{
  const char *name;
  void *(*run) (void *data);
} workers[] = { { "dear", dear }, { "cheap", cheap }, { "sorter", sorter },
                { "recur", recur } };

#define WORKERS (sizeof workers / sizeof workers[0])

static void *
start (void *data)
{
  size_t i = (size_t) data;

  pthread_setname_np (pthread_self (), workers[i].name);
  return workers[i].run (data);
}

static void
start_threads (pthread_t *threads)
{
  for (size_t i = 0; i < WORKERS; i++)
    pthread_create (&threads[i], NULL, start, (void *) i);
}

static void
in_threads (void)
{
  pthread_t threads[WORKERS];

  start_threads (threads);
  for (size_t i = 0; i < WORKERS; i++)
    pthread_join (threads[i], NULL);
}

/* Writes profiles, while threads run, until another process ends this one.  */
static void
write_profiles (void)
{
  pthread_t threads[WORKERS];

  how_long = 20000;
  start_threads (threads);
  while (used_ms () < how_long)
    raise (SIGUSR1);
}

/* -- Recursion ------------------------------------------------------------ */

/* Nearly each sample has other callers.  */
static NOINLINE int
branch (int depth, unsigned way)
{
  int result = 0;

  if (depth == 0)
    return work (50000);
  if ((way & 1) != 0)
    result = branch (depth - 1, way >> 1 | (way ^ way << 3) << 31);
  else
    result += branch (depth - 1, way >> 1 | (way ^ way << 3) << 31);
  __asm__ volatile ("");
  return result + 1;
}

static NOINLINE void
branches (void)
{
  for (unsigned way = 1; used_ms () < 4 * how_long; way++)
    branch (120, way * 2654435761u);
}

static NOINLINE int
deep (int depth)
{
  int result = depth == 0 ? 0 : deep (depth - 1);

  if (depth == 0)
    while (used_ms () < how_long)
      work (1000);
  __asm__ volatile ("");
  return result + 1;
}

/* -- Coroutines ----------------------------------------------------------- */

#define COROUTINES 64
#define STACK_SIZE 8192

static ucontext_t main_context, contexts[COROUTINES];
static int current;

static NOINLINE void
coroutine (void)
{
  for (;;)
    {
      work (20000);
      swapcontext (&contexts[current], &main_context);
    }
}

/* A page below each stack is missing.  */
static NOINLINE int
coroutines (void)
{
  for (int i = 0; i < COROUTINES; i++)
    {
      char *memory = mmap (NULL, STACK_SIZE + 4096, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

      if (memory == MAP_FAILED || mprotect (memory, 4096, PROT_NONE) != 0
          || getcontext (&contexts[i]) != 0)
        return 2;
      contexts[i].uc_stack.ss_sp = memory + 4096;
      contexts[i].uc_stack.ss_size = STACK_SIZE;
      makecontext (&contexts[i], coroutine, 0);
    }
  for (int i = 0; used_ms () < how_long; i++)
    {
      current = i % COROUTINES;
      swapcontext (&main_context, &contexts[current]);
    }
  return 3;
}

int
main (int argc, char **argv)
{
  const char *word = argc > 1 ? argv[1] : "";

  if (strcmp (word, "threads") == 0)
    in_threads ();
  else if (strcmp (word, "dumps") == 0)
    write_profiles ();
  else if (strcmp (word, "branches") == 0)
    branches ();
  else if (strcmp (word, "deep") == 0)
    deep (3000);
  else if (strcmp (word, "too-deep") == 0)
    deep (30000);
  else if (strcmp (word, "coroutines") == 0)
    return coroutines ();
  return 3;
}
