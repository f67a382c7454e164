/* image/mapfile.h -- the text files a user may give besides the image.

   SPDX-License-Identifier: GPL-3.0-or-later

   These are the map of --file-ordering (functions and the object files that
   contain them) and the list of --external-symbol-table (symbols in the form
   that nm prints).  Lines may have any length; the part of a line after a NUL
   byte is ignored.  A name "-" is a file of that name, not the standard
   input.  */

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
  bool first;                   /* the line before it has another object */
};

struct map;

/* Reads the map NAME, which has lines "OBJECT:ANYTHING FUNCTION"; map_free
   frees it.  Strings go to ARENA.  Returns NULL after one diag_error that
   names the file and, for a bad line, the line.  */
struct map *map_read (struct diag *diag, const char *name,
                      struct arena *arena);
void map_free (struct map *map);

/* Returns the entry of FUNCTION, borrowed, or NULL.  If there are several
   entries, it is the one that GNU gprof's binary search finds.  */
const struct map_entry *map_find (const struct map *map,
                                  const char *function);

/* Return the number of distinct objects, and the name of object I of them.
   They are sorted by name.  */
size_t map_n_objects (const struct map *map);
const char *map_object (const struct map *map, size_t i);

/* Returns the number of the object NAME, or map_n_objects if it is not in the
   map.  */
size_t map_find_object (const struct map *map, const char *name);

/* A symbol of a list.  */
struct listed_sym
{
  uint64_t addr;
  const char *name;             /* borrowed from the arena */
  bool is_static;               /* its type is t, not T */
};

/* Reads the list NAME, which has lines "ADDRESS TYPE SYMBOL".  Returns a heap
   array of *COUNT symbols, at least one, in the order of the file.  Lines with
   a type other than t or T are ignored.  Strings go to ARENA.  Returns NULL
   after one diag_error.  */
struct listed_sym *sym_list_read (struct diag *diag, const char *name,
                                  struct arena *arena, size_t *count);

#endif /* IMAGE_MAPFILE_H */
