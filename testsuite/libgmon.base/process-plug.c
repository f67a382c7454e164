/* process-plug.c -- a library with exact numbers of calls.

   SPDX-License-Identifier: GPL-3.0-or-later

   With INNER defined, plug opens that library by its plain name, which only the
   run path of this library makes findable.  */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int plug (int n, int (*back) (int));

static __attribute__ ((noinline)) int
step (int n)
{
  __asm__ volatile ("");
  return n ^ 1;
}

#ifdef INNER

int
plug (int n, int (*back) (int))
{
  if (dlopen (INNER, RTLD_NOW) == NULL)
    {
      puts (dlerror ());
      exit (2);
    }
  return step (back (n));
}

#else

/* STEPS calls of step and one of back for each call.  */
int
plug (int n, int (*back) (int))
{
  for (int i = 0; i < STEPS; i++)
    n = step (n);
  return back (n);
}

#endif
