/* base/pair_table.c -- interns pairs as dense ids.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/pair_table.h"

#include <stdlib.h>

static struct record_key
pair_key (const void *records, uint32_t i)
{
  const struct pair *pair = (const struct pair *) records + i;

  return (struct record_key) { pair->a, pair->b };
}

uint32_t
pair_enter (struct pair_table *table, uint32_t a, uint32_t b)
{
  const uint32_t i = slot_index_enter (&table->index, pair_key, table->pairs,
                                       table->len,
                                       (struct record_key) { a, b });

  if (i == table->len)
    {
      *ARRAY_APPEND (table->pairs, table->cap, table->len)
        = (struct pair) { a, b };
    }
  return i;
}

void
pair_table_free (struct pair_table *table)
{
  free (table->pairs);
  slot_index_free (&table->index);
  *table = (struct pair_table) { .pairs = NULL };
}
