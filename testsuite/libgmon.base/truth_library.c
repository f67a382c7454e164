/* truth_library.c -- a shared object with -pg, for truth.c.

   SPDX-License-Identifier: GPL-3.0-or-later

   Its time is in functions of the C library that it calls, which have no
   hook.  */

#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE (1 << 20)

void library (void);

__attribute__ ((noinline)) static void
copy_block (const char *from)
{
  char *block = malloc (BLOCK_SIZE);

  if (!block)
    abort ();
  memcpy (block, from, BLOCK_SIZE);
  /* The compiler must not see that nobody reads BLOCK.  */
  __asm__ volatile ("" : : "r" (block) : "memory");
  free (block);
}

void
library (void)
{
  static char filled[BLOCK_SIZE];

  for (int i = 0; i < 4000; i++)
    copy_block (filled);
}
