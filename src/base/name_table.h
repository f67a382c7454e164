/* base/name_table.h -- numbers strings.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_NAME_TABLE_H
#define BASE_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ansidecl.h>
#include <hashtab.h>

struct arena;

/* A table.  All zeros is an empty one.  */
struct name_table
{
  htab_t entries;
  struct name_entry **by_number;        /* heap */
  size_t len, cap;
};

/* Returns the number of NAME, from 0 on in the order of entry.  A new name is
   copied into ARENA, which must live as long as TABLE.  */
uint32_t name_enter (struct name_table *table, struct arena *arena,
                     const char *name);

/* Sets *NUMBER to that of NAME.  Returns false if TABLE does not have it.  */
bool name_find (const struct name_table *table, const char *name,
                uint32_t *number);

/* Returns name number I, which belongs to the arena.  */
const char *name_text (const struct name_table *table, size_t i);
void name_table_free (struct name_table *table);

#endif /* BASE_NAME_TABLE_H */
