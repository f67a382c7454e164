/* attribute/located_block.h -- a block and the symbol that it is in.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef ATTRIBUTE_LOCATED_BLOCK_H
#define ATTRIBUTE_LOCATED_BLOCK_H

#include <stddef.h>

#include "image/symtab.h"
#include "profile/profile.h"

struct located_block
{
  struct bb_count block;
  sym_id symbol;
  size_t place;                 /* in the order of the profile */
};

/* Compares two located_block by address, then place; for qsort.  */
static inline int
located_block_compare (const void *a, const void *b)
{
  const struct located_block *x = a, *y = b;
  if (x->block.addr != y->block.addr)
    return x->block.addr < y->block.addr ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

#endif /* ATTRIBUTE_LOCATED_BLOCK_H */
