/* attribute/block_counts.h -- basic-block counts of each symbol.

   SPDX-License-Identifier: GPL-3.0-or-later

   Printing them is the work of report/text/bb_print.  */

#ifndef ATTRIBUTE_BLOCK_COUNTS_H
#define ATTRIBUTE_BLOCK_COUNTS_H

#include <stddef.h>

#include "image/symtab.h"
#include "profile/profile.h"

struct block_list
{
  struct bb_count *blocks;      /* heap */
  size_t n;
};

/* The blocks of each symbol: those of symbol ID are blocks[start[ID]] up to,
   but without, blocks[start[ID + 1]].  They are in the order of addresses;
   with ten_blocks in the order in which they first appeared.  */
struct bb_counts
{
  struct bb_count *blocks;      /* heap */
  size_t *start;                /* heap; indexed by sym_id, with one more
                                   element at the end */
};

/* Fills COUNTS with the blocks of PROFILE and of OTHERS (may be NULL), grouped
   by the symbols of SYMTAB.  Counts of blocks at one address are added up.  A
   block that lies in no symbol is left out.  With ten_blocks a symbol
   keeps at most ten blocks.  The caller releases COUNTS with
   bb_counts_free.  */
void bb_assign (struct bb_counts *counts, const struct profile *profile,
                const struct block_list *others, const struct symtab *symtab);
void bb_counts_free (struct bb_counts *counts);

#endif /* ATTRIBUTE_BLOCK_COUNTS_H */
