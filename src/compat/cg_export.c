/* compat/cg_export.c -- turns the graph back into a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/cg_export.h"

#include <stdlib.h>

#include "attribute/block_counts.h"

/* Replaces the blocks of PROFILE by those that bb_assign gives to symbols,
   symbol by symbol.  */
static void
export_blocks (const struct symtab *symtab, struct profile *profile)
{
  struct bb_counts counts;
  bb_assign (&counts, profile, NULL, symtab);
  free (profile->blocks);
  profile->blocks = counts.blocks;
  profile->n_blocks = profile->cap_blocks
    = counts.start[symtab_len (symtab)];
  counts.blocks = NULL;
  bb_counts_free (&counts);
}

void
cg_export (const struct cg *cg, const struct symtab *symtab,
           struct profile *profile)
{
  profile_clear_arcs (profile);
  for (cg_id id = 0; cg->nodes && id < cg->n_syms; id++)
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
