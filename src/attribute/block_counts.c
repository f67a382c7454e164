/* attribute/block_counts.c -- basic-block counts of each symbol.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "attribute/block_counts.h"

#include <stdlib.h>

#include "attribute/located_block.h"
#include "base/arena.h"
#include "compat/ten_blocks.h"

/* Adds up blocks of one address.  A sum over 64 bits becomes UINT64_MAX.
   Returns the number of blocks left, sorted by address.  */
static size_t
block_counts_merge (struct located_block *located, size_t n)
{
  size_t last = 0;

  if (n == 0)
    return 0;
  qsort (located, n, sizeof *located, located_block_compare);
  for (size_t i = 1; i < n; i++)
    if (located[i].block.addr == located[last].block.addr)
      {
        uint64_t *sum = &located[last].block.count;
        if (__builtin_add_overflow (*sum, located[i].block.count, sum))
          *sum = UINT64_MAX;
      }
    else
      located[++last] = located[i];
  return last + 1;
}

/* Copies the blocks of symbol ID, which are the first ones of the N at
   LOCATED, to COUNTS.  Returns their number.  */
static size_t
take_blocks (struct bb_counts *counts, const struct located_block *located,
             size_t n, sym_id id)
{
  struct bb_count *to = counts->blocks + counts->start[id];
  size_t i = 0;

  for (; i < n && located[i].symbol == id; i++)
    to[i] = located[i].block;
  counts->start[id + 1] = counts->start[id] + i;
  return i;
}

/* Appends those of the N BLOCKS that are in a symbol to LOCATED, which has
   *LEN elements.  Updates *LEN.  */
static void
locate_blocks (struct located_block *located, size_t *len,
               const struct bb_count *blocks, size_t n,
               const struct symtab *symtab)
{
  for (size_t i = 0; i < n; i++)
    {
      sym_id id = sym_lookup (symtab, blocks[i].addr);
      if (id != SYM_NONE)
        {
          located[*len] = (struct located_block) { blocks[i], id, *len };
          ++*len;
        }
    }
}

void
bb_assign (struct bb_counts *counts, const struct profile *profile,
           const struct block_list *others, const struct symtab *symtab)
{
  struct located_block *located
    = array_new (profile->n_blocks + (others ? others->n : 0),
                 sizeof *located);
  size_t n = 0, next = 0;

  locate_blocks (located, &n, profile->blocks, profile->n_blocks, symtab);
  if (others)
    locate_blocks (located, &n, others->blocks, others->n, symtab);
  n = (profile->quirks.ten_blocks ? ten_blocks_keep (located, n)
       : block_counts_merge (located, n));
  counts->blocks = array_new (n, sizeof *counts->blocks);
  counts->start = array_new (symtab_len (symtab) + 1, sizeof *counts->start);
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    next += take_blocks (counts, located + next, n - next, id);
  free (located);
}

void
bb_counts_free (struct bb_counts *counts)
{
  free (counts->blocks);
  free (counts->start);
}
