/* blocks_merge.h -- the blocks of all threads as one sorted list.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_BLOCKS_MERGE_H
#define GMON_BLOCKS_MERGE_H

#include "arch/namespace.h"
#include "record/arcs_merge.h"

/* Makes the entry of a block.  `from' becomes the address of the block, which
   is that of the first instruction that the compiler inserted for its
   callback.  `self' becomes the return address of the callback.  Returns false
   if the pair is no block or is not in the text.  */
arc_maker block_for_file;

/* Fills LIST with the blocks in ARCS and BLOCKS, sorted by address.  Leaves
   out the first block of a function if the function's call hook is right
   behind that block and has counted it (blocks_merge.c).  Returns false if
   there is no memory.  In either case arc_list_free must free LIST.
   Async-signal-safe.  */
bool blocks_merge (struct arc_list *list, const struct arcs *arcs,
                   const struct blocks *blocks, const struct text *text);

#endif /* GMON_BLOCKS_MERGE_H */
