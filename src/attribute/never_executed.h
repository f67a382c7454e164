/* attribute/never_executed.h -- blocks of the program that never ran.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef ATTRIBUTE_NEVER_EXECUTED_H
#define ATTRIBUTE_NEVER_EXECUTED_H

#include <stdbool.h>

#include "attribute/block_counts.h"
#include "image/image.h"
#include "image/symtab.h"
#include "profile/profile.h"

/* Returns the blocks in the code of SYMTAB (functions and lines) that PROFILE
   has no record of, since they never ran, in the order of addresses.  A block
   that begins a function has the number of calls of the function as its count,
   every other block 0.  The list is empty if the code cannot be decoded, for
   any reason.  The caller frees its `blocks'.  */
struct block_list never_executed_blocks (const struct profile *profile,
                                         const struct image *image,
                                         const struct symtab *symtab);

/* Returns true if the functions of SYMTAB call the counter of blocks.  Returns
   false also if the code cannot be decoded.  */
bool code_counts_blocks (const struct image *image,
                         const struct symtab *symtab);

#endif /* ATTRIBUTE_NEVER_EXECUTED_H */
