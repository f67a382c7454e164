/* process-plug.c -- a library with exact numbers of calls.

   SPDX-License-Identifier: GPL-3.0-or-later

   With INNER defined, plug opens that library by its plain name, which only the
   run path of this library makes findable.  With PAD_BEFORE or PAD_BEHIND,
   there is padding of 64 KiB before or behind the code.  A library with one of
   them has code where a library with the other one has padding.  */

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

#ifdef TURNS

static __attribute__ ((noinline)) void
turn (volatile char *frame)
{
  frame[0] = 1;
  for (volatile int i = 0; i < TURNS; i++)
    continue;
}

#endif

/* STEPS calls of step and one of back for each call.  With TURNS, a loop in a
   callee as well, below a frame of FRAME bytes.  */
int
plug (int n, int (*back) (int))
{
#ifdef TURNS
  volatile char frame[FRAME];

  turn (frame);
#endif
  for (int i = 0; i < STEPS; i++)
    n = step (n);
  return back (n);
}

#endif
