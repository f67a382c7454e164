/* process-plug.c -- a library with exact numbers of calls.

   SPDX-License-Identifier: GPL-3.0-or-later

   With INNER defined, plug opens that library by its plain name, which only the
   run path of this library makes findable.  With PAD_BEFORE or PAD_BEHIND 64 KiB
   that are not run stand before or behind the code: at an offset in a library
   with one of them where code is, there is padding in one with the other.  */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int plug (int n, int (*back) (int));

/* The assembler puts part 1 of the section behind the rest.  */
#ifdef PAD_BEFORE
__asm__ (".text\npadding:\t.skip 65536, 0x90\n");
#elif defined PAD_BEHIND
__asm__ (".text 1\npadding:\t.skip 65536, 0x90\n\t.text\n");
#endif

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

#ifndef TURNS
# define TURNS 0
#endif

/* STEPS calls of step and one of back for each call, and TURNS of a loop.  */
int
plug (int n, int (*back) (int))
{
  for (volatile int i = 0; i < TURNS; i++)
    continue;
  for (int i = 0; i < STEPS; i++)
    n = step (n);
  return back (n);
}

#endif
