/* graph/cg_export.c -- the graph back to a profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a tallied graph.  Out: raw arcs at symbol starts.  Called for the strict
   mode's -s.  */

#include <config.h>

#include "graph/cg_export.h"

#include <stdlib.h>

#include "base/arena.h"

/* A block, the symbol it is in, and its place in the profile.  */
struct located_block
{
  struct bb_count block;
  sym_id symbol;
  size_t place;
};

static int
compare_blocks (const void *a, const void *b)
{
  const struct located_block *x = a, *y = b;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* GNU keeps at most this many blocks a symbol, and loses the others.  */
#define BLOCKS_PER_SYMBOL 10

/* Adds the block to those of its symbol, which are KEPT blocks from FIRST on.
   Returns the new number of blocks kept.  */
static size_t
keep_block (struct bb_count *blocks, size_t first, size_t kept,
            const struct bb_count *block)
{
  for (size_t i = first; i < kept; i++)
    if (blocks[i].addr == block->addr)
      {
        blocks[i].count += block->count;
        return kept;
      }
  if (kept - first < BLOCKS_PER_SYMBOL)
    blocks[kept++] = *block;
  return kept;
}

static void
export_blocks (const struct symtab *symtab, struct profile *profile)
{
  struct located_block *located
    = array_new (profile->n_blocks, sizeof *located);
  size_t n = 0, kept = 0, first = 0;
  for (size_t i = 0; i < profile->n_blocks; i++)
    {
      sym_id id = sym_lookup (symtab, profile->blocks[i].addr);
      if (id != SYM_NONE)
        located[n++] = (struct located_block) { profile->blocks[i], id, i };
    }
  qsort (located, n, sizeof *located, compare_blocks);
  for (size_t i = 0; i < n; i++)
    {
      if (i > 0 && located[i].symbol != located[i - 1].symbol)
        first = kept;
      kept = keep_block (profile->blocks, first, kept, &located[i].block);
    }
  profile->n_blocks = kept;
  free (located);
}

void
cg_export (const struct cg *cg, const struct symtab *symtab,
           struct profile *profile)
{
  free (profile->arcs);
  profile->arcs = NULL;
  profile->n_arcs = profile->cap_arcs = 0;
  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      struct cg_span children = cg_children (cg, id);
      for (size_t i = 0; i < children.len; i++)
        {
          const struct cg_arc *arc = &cg->arcs[children.arcs[i]];
          profile_add_arc (profile, sym_get (symtab, id)->addr,
                           sym_get (symtab, arc->child)->addr, arc->count);
        }
    }
  export_blocks (symtab, profile);
}
