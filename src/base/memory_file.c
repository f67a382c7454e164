/* base/memory_file.c -- files that could not be written, kept in memory.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/memory_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct memory_files
{
  struct arena *arena;          /* names and contents */
  struct memory_file *items;    /* heap */
  size_t len, cap;
};

struct memory_files *
memory_files_new (void)
{
  struct memory_files *files = array_new (1, sizeof *files);

  files->arena = arena_new ();
  return files;
}

void
memory_files_free (struct memory_files *files)
{
  if (!files)
    return;
  arena_free (files->arena);
  free (files->items);
  free (files);
}

void
memory_file_keep (struct memory_files *files, const char *name,
                  const void *data, size_t len)
{
  unsigned char *copy = arena_alloc (files->arena, len + 1);

  memcpy (copy, data, len);
  *ARRAY_APPEND (files->items, files->cap, files->len)
    = (struct memory_file) { arena_strdup (files->arena, name), copy, len };
}

const struct memory_file *
memory_file_find (const struct memory_files *files, const char *name)
{
  for (size_t i = 0; files && i < files->len; i++)
    if (strcmp (files->items[i].name, name) == 0)
      return &files->items[i];
  return NULL;
}

const struct memory_file *
memory_file_get (const struct memory_files *files, size_t i)
{
  return files && i < files->len ? &files->items[i] : NULL;
}
