/* base/pair_table.h -- numbers pairs of numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   A table gives each pair that is entered the next index, from 0 on, and finds
   it again.  The caller keeps what belongs to a pair in arrays of its own that
   have the indices of the table.  */

#ifndef BASE_PAIR_TABLE_H
#define BASE_PAIR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/key_index.h"

struct pair
{
  uint64_t a, b;
};

/* A table.  All zeros is an empty one.  */
struct pair_table
{
  struct pair *pairs;           /* heap; by index */
  size_t len, cap;
  struct key_index index;
};

/* Returns the index of the pair (A, B), which is entered if it is new: then
   the index is the length that the table had before.  Pairs that an attacker
   chose cost no more than others.  At most UINT32_MAX - 1 pairs fit; the
   caller must not enter more.  */
uint32_t pair_enter (struct pair_table *table, uint64_t a, uint64_t b);

/* Makes room for N pairs if TABLE is empty.  */
void pair_reserve (struct pair_table *table, size_t n);

/* Prefetches the memory where a search for (A, B) begins.  */
static inline void
pair_prefetch (const struct pair_table *table, uint64_t a, uint64_t b)
{
  key_index_prefetch (&table->index, a, b);
}

void pair_table_free (struct pair_table *table);

#endif /* BASE_PAIR_TABLE_H */
