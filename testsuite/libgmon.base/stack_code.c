/* stack_code.c -- code whose stacks are hard to unwind.

   SPDX-License-Identifier: GPL-3.0-or-later

   Compiled with and without -pg, at all levels, by gcc and clang.
   stack_steps.c runs stack_code between two calls of its own.  */

#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stack_steps.h"

#define NOINLINE __attribute__ ((noinline))

static volatile int sink;

NOINLINE static int
leaf (int n)
{
  return n * 3 + sink;
}

NOINLINE static int
tail (int n)
{
  return leaf (n + 1);
}

NOINLINE static int
recursion (int n)
{
  return n == 0 ? tail (n) : recursion (n - 1) + n;
}

NOINLINE static int
mutual (int n);

NOINLINE static int
other (int n)
{
  char text[32];

  memset (text, n, sizeof text);
  return mutual (n - 1) + text[n & 31];
}

NOINLINE static int
mutual (int n)
{
  return n <= 0 ? leaf (n) : other (n) + 1;
}

static int
compare (const void *a, const void *b)
{
  return leaf (*(const int *) a) - leaf (*(const int *) b);
}

NOINLINE static void
sort (void)
{
  int numbers[24];

  for (int i = 0; i < 24; i++)
    numbers[i] = i * 7919 % 101;
  qsort (numbers, 24, sizeof *numbers, compare);
  sink += numbers[3];
}

NOINLINE static void
print (void)
{
  char text[100];

  sink += snprintf (text, sizeof text, "%s %d %g %-10c %#x", "text", 12345,
                    3.25e17, 'x', 77);
}

NOINLINE static void
allocate (void)
{
  for (size_t size = 1; size < 300000; size *= 9)
    {
      char *memory = malloc (size);
      char *more = realloc (memory, 2 * size);

      if (more == NULL)
        exit (2);
      more[size] = 1;
      free (more);
    }
}

NOINLINE static int
use (char *memory, size_t size)
{
  memory[0] = memory[size - 1] = (char) size;
  return memory[size / 2] + leaf ((int) size);
}

NOINLINE static int
dynamic (int n)
{
  int sum = 0;

  for (int i = 1; i < n; i++)
    {
      size_t size = (size_t) i * 40;

      sum += use (__builtin_alloca (size), size);
    }
  return sum;
}

NOINLINE static int
aligned (int n)
{
  _Alignas (64) char memory[128];

  return use (memory, sizeof memory) + n;
}

/* An argument on the stack and a block of dynamic size make gcc address the
   caller's frame by a register of its own.  */
NOINLINE static int
aligned_dynamic (int a, int b, int c, int d, int e, int f, int g, int n)
{
  _Alignas (128) char memory[256];
  char *more = __builtin_alloca ((size_t) n);

  return use (memory, sizeof memory) + use (more, (size_t) n)
         + a + b + c + d + e + f + g;
}

NOINLINE static int
sum_of (int n, ...)
{
  _Alignas (32) int numbers[8] = { 0 };
  va_list args;
  int sum = 0;

  va_start (args, n);
  for (int i = 0; i < n; i++)
    numbers[i & 7] += va_arg (args, int);
  va_end (args);
  for (int i = 0; i < 8; i++)
    sum += leaf (numbers[i]);
  return sum;
}

NOINLINE static int
large_frame (int n)
{
  char memory[100000];

  memory[n] = 1;
  return use (memory, sizeof memory);
}

/* -- Signals -------------------------------------------------------------- */

static void
work_in_handler (int signal, siginfo_t *info, void *context)
{
  (void) info;
  stack_in_handler (context);
  sink += recursion (3);
  if (signal == SIGUSR1)
    raise (SIGUSR2);
  sort ();
}

NOINLINE static void
signals (void)
{
  static char memory[65536];
  struct sigaction action = { .sa_flags = SA_SIGINFO };
  stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };

  action.sa_sigaction = work_in_handler;
  sigaction (SIGUSR1, &action, NULL);
  sigaltstack (&stack, NULL);
  action.sa_flags |= SA_ONSTACK;
  sigaction (SIGUSR2, &action, NULL);
  raise (SIGUSR1);
  stack.ss_flags = SS_DISABLE;
  sigaltstack (&stack, NULL);
}

/* -- Libraries ------------------------------------------------------------ */

NOINLINE static void
load (const char *name)
{
  for (int i = 0; i < 2; i++)
    {
      void *handle = dlopen (name, i == 0 ? RTLD_LAZY : RTLD_NOW);
      int (*plug) (int (*) (int), int);

      if (handle == NULL)
        {
          fprintf (stderr, "%s\n", dlerror ());
          exit (2);
        }
      plug = (int (*) (int (*) (int), int)) (uintptr_t) dlsym (handle, "plug");
      sink += plug (recursion, 2);
      dlclose (handle);
      stack_unloaded ();
    }
}

void
stack_code (const char *library)
{
  recursion (30);
  mutual (12);
  sort ();
  print ();
  allocate ();
  dynamic (5);
  aligned (3);
  aligned_dynamic (1, 2, 3, 4, 5, 6, 7, 200);
  sum_of (5, 1, 2, 3, 4, 5);
  large_frame (17);
  signals ();
  if (library != NULL)
    load (library);
}
