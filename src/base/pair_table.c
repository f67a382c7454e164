/* base/pair_table.c -- numbers pairs of numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: pairs.  Out: their indices, in the order in which they came first.  */

#include <config.h>

#include "base/pair_table.h"

#include <stdlib.h>

/* How many slots a search reads before the table grows.  */
#define PROBES_MAX 64

static bool
pair_is (const void *records, uint32_t i, uint64_t a, uint64_t b)
{
  const struct pair *pair = (const struct pair *) records + i;

  return pair->a == a && pair->b == b;
}

void
pair_reserve (struct pair_table *table, size_t n)
{
  if (table->len)
    return;
  if (!table->index.seed)
    key_index_reseed (&table->index);
  key_index_reserve (&table->index, n);
}

uint32_t
pair_enter (struct pair_table *table, uint64_t a, uint64_t b)
{
  uint32_t *at;

  if (!table->index.seed)
    key_index_reseed (&table->index);
  at = key_index_place (&table->index, pair_is, table->pairs, a, b,
                        PROBES_MAX);
  /* A table with a seed always has a place.  */
  if (at && *at == KEY_NONE)
    {
      *at = (uint32_t) table->len;
      table->pairs = array_reserve (table->pairs, &table->cap,
                                    table->len + 1, sizeof *table->pairs);
      table->pairs[table->len++] = (struct pair) { a, b };
    }
  return at ? *at : KEY_NONE;
}

void
pair_table_free (struct pair_table *table)
{
  free (table->pairs);
  key_index_free (&table->index);
  *table = (struct pair_table) { .pairs = NULL };
}
