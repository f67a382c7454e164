/* attribute/block_counts.c -- basic-block counts of each symbol.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the blocks of a profile, and the symbols at their addresses.  Out: the
   blocks of each symbol.  */

#include <config.h>

#include "attribute/block_counts.h"

#include <stdlib.h>

#include "base/arena.h"

/* GNU gprof keeps at most this many blocks of a symbol, and loses the
   rest.  */
#define GNU_BLOCKS_PER_SYMBOL 10

/* A block, the symbol it is in, and its place in the profile.  */
struct located_block
{
  struct bb_count block;
  sym_id symbol;
  size_t place;
};

static int
compare_addresses (const void *a, const void *b)
{
  const struct located_block *x = a, *y = b;
  if (x->block.addr != y->block.addr)
    return x->block.addr < y->block.addr ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

static int
compare_places (const void *a, const void *b)
{
  const struct located_block *x = a, *y = b;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* Returns true for a block at address 0 in strict mode: GNU gprof does not
   take it as a block.  */
static bool
is_none (const struct located_block *located, bool strict)
{
  return strict && located->block.addr == 0;
}

/* Adds up blocks of one address; the sum has the place of the first one.  A
   sum over 64 bits becomes UINT64_MAX; with STRICT it wraps.  Returns the
   number of blocks left.  */
static size_t
merge_blocks (struct located_block *located, size_t n, bool strict)
{
  size_t kept = 0;

  if (n == 0)
    return 0;
  qsort (located, n, sizeof *located, compare_addresses);
  for (size_t i = 1; i < n; i++)
    if (located[i].block.addr == located[kept].block.addr
        && !is_none (&located[i], strict))
      {
        uint64_t *sum = &located[kept].block.count;
        if (__builtin_add_overflow (*sum, located[i].block.count, sum)
            && !strict)
          *sum = UINT64_MAX;
      }
    else
      located[++kept] = located[i];
  return kept + 1;
}

/* Copies the blocks of symbol ID, which are the first ones of the N at
   LOCATED, to COUNTS.  Returns their number in LOCATED.  With STRICT, the
   count of a block at address 0 is added to the next block that is copied.
   This is what GNU gprof does: the block leaves its count in a place that the
   next block takes.  */
static size_t
take_blocks (struct bb_counts *counts, const struct located_block *located,
             size_t n, sym_id id, bool strict)
{
  struct bb_count *to = counts->blocks + counts->start[id];
  size_t i = 0, kept = 0;
  uint64_t pending = 0;

  for (; i < n && located[i].symbol == id; i++)
    if (is_none (&located[i], strict))
      pending += located[i].block.count;
    else if (!strict || kept < GNU_BLOCKS_PER_SYMBOL)
      {
        to[kept] = located[i].block;
        to[kept++].count += pending;
        pending = 0;
      }
  counts->start[id + 1] = counts->start[id] + kept;
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
  const bool strict = profile->quirks.ten_blocks;
  struct located_block *located
    = array_new (profile->n_blocks + (others ? others->n : 0),
                 sizeof *located);
  size_t n = 0, next = 0;

  locate_blocks (located, &n, profile->blocks, profile->n_blocks, symtab);
  if (others)
    locate_blocks (located, &n, others->blocks, others->n, symtab);
  n = merge_blocks (located, n, strict);
  if (n > 1 && strict)
    qsort (located, n, sizeof *located, compare_places);
  counts->blocks = array_new (n, sizeof *counts->blocks);
  counts->start = array_new (symtab_len (symtab) + 1, sizeof *counts->start);
  for (sym_id id = 0; id < symtab_len (symtab); id++)
    next += take_blocks (counts, located + next, n - next, id,
                         strict);
  free (located);
}

void
bb_counts_free (struct bb_counts *counts)
{
  free (counts->blocks);
  free (counts->start);
}
