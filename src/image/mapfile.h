/* image/mapfile.h -- the text files a user may give besides the image.

   SPDX-License-Identifier: GPL-3.0-or-later

   The map of --file-ordering (which object a function stands in) and the list
   of --external-symbol-table (symbols in the form nm prints).  Lines may have
   any length; a NUL byte ends what counts of its line.  A name "-" is a file of
   that name, not the standard input.  */

#ifndef IMAGE_MAPFILE_H
#define IMAGE_MAPFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

/* One line of a map.  */
struct map_entry
{
  const char *object, *function;        /* borrowed from the arena */
  bool first;                   /* the line before it is of another object */
};

struct map;

/* Reads the map NAME, lines "OBJECT:ANYTHING FUNCTION"; strings go to ARENA.
   NULL after one diag_error that names the file and the line.  */
struct map *map_read (struct diag *diag, const char *name,
                      struct arena *arena);
void map_free (struct map *map);

/* The entry of FUNCTION or NULL.  Of several it is the one GNU gprof's binary
   search meets.  */
const struct map_entry *map_find (const struct map *map,
                                  const char *function);

/* The objects, each once, sorted by name.  */
size_t map_n_objects (const struct map *map);
const char *map_object (const struct map *map, size_t i);

/* The number of the object called NAME, or map_n_objects.  */
size_t map_find_object (const struct map *map, const char *name);

/* A symbol of a list.  */
struct listed_sym
{
  uint64_t addr;
  const char *name;             /* borrowed from the arena */
  bool is_static;               /* type t, not T */
};

/* Reads the list NAME, lines "ADDRESS TYPE SYMBOL", into a heap array of
   *COUNT symbols in the order of the file, at least one; lines of other types
   than t and T are left out.  Strings go to ARENA.  NULL after one
   diag_error.  */
struct listed_sym *sym_list_read (struct diag *diag, const char *name,
                                  struct arena *arena, size_t *count);

#endif /* IMAGE_MAPFILE_H */
