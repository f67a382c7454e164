/* compat/ten_blocks.c -- the blocks of a symbol that GNU gprof keeps.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/ten_blocks.h"

#include <stdlib.h>

/* Places for the blocks of a symbol.  */
#define PLACES 10

static int
compare_places (const void *a, const void *b)
{
  const struct located_block *x = a, *y = b;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* Adds up blocks of one address, but address 0; the sum has the place of the
   first one.  N is not 0.  Returns the number of blocks left.  */
static size_t
merge_blocks (struct located_block *located, size_t n)
{
  size_t last = 0;
  qsort (located, n, sizeof *located, located_block_compare);
  for (size_t i = 1; i < n; i++)
    if (located[i].block.addr == located[last].block.addr
        && located[i].block.addr != 0)
      located[last].block.count += located[i].block.count;
    else
      located[++last] = located[i];
  return last + 1;
}

size_t
ten_blocks_keep (struct located_block *located, size_t n)
{
  size_t kept = 0, of_symbol = 0;
  uint64_t pending = 0;         /* counts at address 0 */
  if (n == 0)
    return 0;
  n = merge_blocks (located, n);
  qsort (located, n, sizeof *located, compare_places);
  for (size_t i = 0; i < n; i++)
    {
      const struct located_block from = located[i];
      if (i > 0 && from.symbol != located[i - 1].symbol)
        of_symbol = pending = 0;
      if (from.block.addr == 0)
        pending += from.block.count;
      else if (of_symbol < PLACES)
        {
          located[kept] = from;
          located[kept++].block.count += pending;
          pending = 0;
          of_symbol++;
        }
    }
  return kept;
}
