/* base/name_table.c -- numbers strings.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/name_table.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "base/arena.h"

struct name_entry
{
  const char *name;             /* in the arena */
  uint32_t number;
};

static hashval_t
name_hash (const void *entry)
{
  return htab_hash_string (((const struct name_entry *) entry)->name);
}

static int
name_is (const void *entry, const void *name)
{
  return strcmp (((const struct name_entry *) entry)->name, name) == 0;
}

uint32_t
name_enter (struct name_table *table, struct arena *arena, const char *name)
{
  struct name_entry *entry;
  void **slot;

  if (!table->entries)
    table->entries = htab_create_alloc (16, name_hash, name_is, NULL, xcalloc,
                                        free);
  slot = htab_find_slot_with_hash (table->entries, name,
                                   htab_hash_string (name), INSERT);
  entry = *slot;
  if (!entry)
    {
      *slot = entry = arena_alloc (arena, sizeof *entry);
      entry->name = arena_strdup (arena, name);
      entry->number = (uint32_t) table->len;
      table->by_number = array_reserve (table->by_number, &table->cap,
                                        table->len + 1,
                                        sizeof (struct name_entry *));
      table->by_number[table->len++] = entry;
    }
  return entry->number;
}

bool
name_find (const struct name_table *table, const char *name, uint32_t *number)
{
  const struct name_entry *entry
    = (table->entries
       ? htab_find_with_hash (table->entries, name, htab_hash_string (name))
       : NULL);
  if (entry)
    *number = entry->number;
  return entry != NULL;
}

const char *
name_text (const struct name_table *table, size_t i)
{
  return table->by_number[i]->name;
}

void
name_table_free (struct name_table *table)
{
  if (table->entries)
    htab_delete (table->entries);
  free (table->by_number);
  *table = (struct name_table) { .entries = NULL };
}
