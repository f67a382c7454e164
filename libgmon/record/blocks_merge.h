/* blocks_merge.h -- the blocks of all threads as one sorted list.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_BLOCKS_MERGE_H
#define GMON_BLOCKS_MERGE_H

#include "arch/namespace.h"
#include "record/arcs_merge.h"

/* What the file says of a block, with its address as `from': that of the first
   instruction that was inserted for it.  `self' is where its callback returns
   to.  Nothing if it is not in the text.  */
arc_maker block_for_file;

/* Fill LIST with the blocks in ARCS and BLOCKS, by address, but for the first
   block of a function whose call is counted right behind it.  As
   arcs_merge.  */
bool blocks_merge (struct arc_list *list, const struct arcs *arcs,
                   const struct blocks *blocks, const struct text *text);

#endif /* GMON_BLOCKS_MERGE_H */
