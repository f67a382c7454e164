/* stack_plug.c -- a library that stack_code.c loads and unloads.

   SPDX-License-Identifier: GPL-3.0-or-later

   Its calls are bound late, if it is linked with -z lazy.  One function is
   chosen when the library is relocated, by code of the library itself.  */

#include <stdlib.h>
#include <string.h>

static int (*after) (int);
static char *memory;

static int
twice (int n)
{
  return n * 2;
}

#ifdef WITH_IFUNC

/* Some instructions in the library while it is not known to the loader.  */
__attribute__ ((noinline, no_instrument_function)) static int
measure (int n)
{
  volatile int sum = 0;

  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

__attribute__ ((no_instrument_function)) static int
(*choose (void)) (int)
{
  return measure (5) == 10 ? twice : NULL;
}

int chosen (int) __attribute__ ((ifunc ("choose")));

#else

int
chosen (int n)
{
  return twice (n);
}

#endif

__attribute__ ((constructor)) static void
start (void)
{
  memory = malloc (100);
  memory[0] = 1;
}

__attribute__ ((destructor)) static void
stop (void)
{
  free (memory);
}

static int
compare (const void *a, const void *b)
{
  return after (*(const char *) a & 3) - after (*(const char *) b & 3);
}

int
plug (int (*function) (int), int n)
{
  char text[] = "a library";

  after = function;
  qsort (text, strlen (text), 1, compare);
  return function (n) + chosen (text[0]);
}
