/* base/pair_table.h -- interns pairs as dense ids.

   SPDX-License-Identifier: GPL-3.0-or-later

   A table gives each pair that is entered the next index, from 0 on, and finds
   it again.  The caller keeps what belongs to a pair in arrays of its own that
   have the indices of the table.  A pair takes 8 bytes, and 5 to 11 more while
   the table can grow.  */

#ifndef BASE_PAIR_TABLE_H
#define BASE_PAIR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slot_index.h"

struct pair
{
  uint32_t a, b;
};

/* A table.  All zeros is an empty one.  */
struct pair_table
{
  struct pair *pairs;           /* heap; by index */
  size_t len, cap;
  struct slot_index index;
};

/* Returns the index of the pair (A, B), which is entered if it is new: then
   the index is the length that the table had before.  Pairs that an attacker
   chose cost no more than others.  At most 2^31 pairs fit; the caller must not
   enter more.  */
uint32_t pair_enter (struct pair_table *table, uint32_t a, uint32_t b);

void pair_table_free (struct pair_table *table);

#endif /* BASE_PAIR_TABLE_H */
