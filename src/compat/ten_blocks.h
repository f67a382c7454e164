/* compat/ten_blocks.h -- the blocks of a symbol that GNU gprof keeps.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk ten_blocks, for attribute/block_counts.  GNU gprof has room for
   ten blocks of a symbol, takes them in the order in which they first
   appeared, and loses the rest.  It takes a block at address 0 as an empty
   place: the count stays there, and the next block that takes the place adds
   to it.  Sums wrap at 64 bits.  */

#ifndef COMPAT_TEN_BLOCKS_H
#define COMPAT_TEN_BLOCKS_H

#include "attribute/located_block.h"

/* Reduces the N blocks at LOCATED to those that GNU gprof keeps, sorted by
   symbol.  Returns their number.  */
size_t ten_blocks_keep (struct located_block *located, size_t n);

#endif /* COMPAT_TEN_BLOCKS_H */
