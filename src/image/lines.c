/* image/lines.c -- source positions of symbols, looked up only when needed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/lines.h"

#include <stdlib.h>

#include "base/arena.h"

struct lines
{
  struct image *image;
  lines_image_fn *image_of;     /* NULL: no libraries */
  void *libraries;              /* for image_of */
  const struct symtab *symtab;
  struct sources *sources;
  struct place *places;         /* by sym_id */
  bool *asked;                  /* by sym_id: was looked up */
  bool units_read;              /* BFD has read all units that matter */
  bool has_lines;               /* there is debug information to look up */
};

struct lines *
lines_new (struct image *image, const struct symtab *symtab,
           struct sources *sources, enum lines_known known)
{
  struct lines *lines = array_new (1, sizeof *lines);
  lines->image = image;
  lines->symtab = symtab;
  lines->sources = sources;
  lines->has_lines = known != LINES_ALL && image_has_lines (image);
  lines->units_read = known == LINES_OF_SCAN;
  lines->places = array_new (symtab_len (symtab), sizeof *lines->places);
  lines->asked = array_new (symtab_len (symtab), sizeof *lines->asked);
  return lines;
}

void
lines_free (struct lines *lines)
{
  if (!lines)
    return;
  free (lines->places);
  free (lines->asked);
  free (lines);
}

void
lines_add_libraries (struct lines *lines, lines_image_fn *image_of, void *data)
{
  lines->image_of = image_of;
  lines->libraries = data;
}

static bool
lines_find (struct image *image, uint64_t addr, struct image_line *line)
{
  return image_find_line (image, addr, line) && line->file && line->line;
}

/* Makes BFD read all units, the first time that it is called, by looking up
   all symbols.  BFD reads units as it needs them, and finds some lines only in
   units that it has already read.  */
static void
lines_read_units (struct lines *lines)
{
  struct image_line line;
  if (lines->units_read)
    return;
  lines->units_read = true;
  for (sym_id id = 0; id < symtab_program_len (lines->symtab); id++)
    lines_find (lines->image, sym_get (lines->symtab, id)->addr, &line);
}

/* Sets *LINE to the position of the symbol ID of the program.  */
static bool
find_program_line (struct lines *lines, sym_id id, struct image_line *line)
{
  const uint64_t addr = sym_get (lines->symtab, id)->addr;
  if (!lines->has_lines)
    return false;
  if (lines_find (lines->image, addr, line))
    return true;
  lines_read_units (lines);
  return lines_find (lines->image, addr, line);
}

/* Sets *LINE to the position of the symbol ID of a library.  */
static bool
find_library_line (struct lines *lines, sym_id id, struct image_line *line)
{
  const uint64_t offset = symtab_file_address (lines->symtab, id);
  struct image *image
    = lines->image_of && offset != OBJECT_LAST_OFFSET
      ? lines->image_of (lines->libraries,
                         symtab_object_of (lines->symtab, id))
      : NULL;
  return image && image_has_lines (image) && lines_find (image, offset, line);
}

void
lines_need (struct lines *lines, sym_id id)
{
  const struct sym *sym = sym_get (lines->symtab, id);
  struct image_line line;
  if (lines->asked[id])
    return;
  lines->asked[id] = true;
  if (sym_file (sym))
    lines->places[id]
      = (struct place) { source_file_intern (lines->sources, sym->line->file),
                         sym->line->line };
  else if (id < symtab_program_len (lines->symtab)
           ? find_program_line (lines, id, &line)
           : find_library_line (lines, id, &line))
    lines->places[id]
      = (struct place) { source_file_intern (lines->sources, line.file),
                         line.line };
}

void
lines_need_all (struct lines *lines)
{
  size_t len = symtab_len (lines->symtab);
  sym_id *order = array_new (len, sizeof *order);
  symtab_file_order (lines->symtab, order);
  for (size_t i = 0; i < len; i++)
    lines_need (lines, order[i]);
  free (order);
}

const struct sources *
lines_sources (const struct lines *lines)
{
  return lines->sources;
}

struct place
lines_get (const struct lines *lines, sym_id id)
{
  return lines->places[id];
}

