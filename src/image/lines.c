/* image/lines.c -- source positions of symbols, looked up only when needed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/lines.h"

#include <stdlib.h>

#include "base/arena.h"
#include "image/line_index.h"

struct lines
{
  struct image *image;
  lines_image_fn *image_of;     /* NULL: no libraries */
  void *libraries;              /* for image_of */
  const struct symtab *symtab;
  struct sources *sources;
  struct place *places;         /* by sym_id */
  bool *needed;                 /* by sym_id: lines_need was called */
  sym_id *new_needs;            /* in the order of these calls, until
                                   lines_find; heap */
  size_t n_needs, cap_needs;
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
  lines->needed = array_new (symtab_len (symtab), sizeof *lines->needed);
  return lines;
}

void
lines_free (struct lines *lines)
{
  if (!lines)
    return;
  free (lines->places);
  free (lines->needed);
  free (lines->new_needs);
  free (lines);
}

void
lines_add_libraries (struct lines *lines, lines_image_fn *image_of, void *data)
{
  lines->image_of = image_of;
  lines->libraries = data;
}

void
lines_need (struct lines *lines, sym_id id)
{
  if (lines->needed[id])
    return;
  lines->needed[id] = true;
  *ARRAY_APPEND (lines->new_needs, lines->cap_needs, lines->n_needs) = id;
}

/* The symbols of one object whose positions are looked up.  */
struct group
{
  struct image *image;          /* the file of the object */
  uint32_t object;              /* its number; 0: the program */
  struct line_index *index;     /* the positions that libdw knows, or NULL */
};

/* Returns the number of the object of the symbol ID; 0: the program.  */
static uint32_t
number_of_object (const struct lines *lines, sym_id id)
{
  return (id < symtab_program_len (lines->symtab)
          ? 0 : symtab_object_of (lines->symtab, id));
}

/* Returns the address of the symbol ID in the file of its object.  */
static uint64_t
address_of (const struct lines *lines, sym_id id)
{
  return (id < symtab_program_len (lines->symtab)
          ? sym_get (lines->symtab, id)->addr
          : symtab_file_address (lines->symtab, id));
}

/* Returns the file of OBJECT in which its lines are looked up, or NULL.  */
static struct image *
lines_image (const struct lines *lines, uint32_t object)
{
  if (object == 0)
    return lines->has_lines ? lines->image : NULL;
  struct image *image = (lines->image_of
                         ? lines->image_of (lines->libraries, object) : NULL);
  return image && image_has_lines (image) ? image : NULL;
}

static bool
ask_bfd (struct image *image, uint64_t addr, struct image_line *line)
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
    ask_bfd (lines->image, sym_get (lines->symtab, id)->addr, &line);
}

/* Sets *LINE to the position of the symbol ID of GROUP.  */
static bool
find_line (struct lines *lines, const struct group *group, sym_id id,
           struct image_line *line)
{
  const uint64_t addr = address_of (lines, id);
  if (group->index && line_index_find (group->index, addr, line))
    return true;
  if (ask_bfd (group->image, addr, line))
    return true;
  if (group->object != 0)
    return false;
  lines_read_units (lines);
  return ask_bfd (group->image, addr, line);
}

/* Returns true if the position of the symbol ID of GROUP is to be looked up.
   It is not if the symbol has it, or the address of its code is unknown.  */
static bool
is_looked_up (const struct lines *lines, const struct group *group, sym_id id)
{
  return (group->image && !symtab_is_inlined (lines->symtab, id)
          && !sym_file (sym_get (lines->symtab, id))
          && (group->object == 0
              || address_of (lines, id) != OBJECT_LAST_OFFSET));
}

static void
set_place (struct lines *lines, sym_id id, const char *file, unsigned line)
{
  lines->places[id]
    = (struct place) { source_file_intern (lines->sources, file), line };
}

/* Looks up the position of the symbol ID of GROUP.  */
static void
find_place (struct lines *lines, const struct group *group, sym_id id)
{
  const struct sym *sym = sym_get (lines->symtab, id);
  struct image_line line;
  if (sym_file (sym))
    set_place (lines, id, sym->line->file, sym->line->line);
  else if (is_looked_up (lines, group, id)
           && find_line (lines, group, id, &line))
    set_place (lines, id, line.file, line.line);
}

/* Looks up the positions of the N symbols IDS of OBJECT, with libdw or not.  */
static void
find_group (struct lines *lines, uint32_t object, const sym_id *ids, size_t n,
            bool with_libdw)
{
  struct group group = { .image = lines_image (lines, object),
                         .object = object };
  struct line_wants wants = { .len = 0 };
  for (size_t i = 0; i < n; i++)
    if (is_looked_up (lines, &group, ids[i]))
      line_wants_add (&wants, address_of (lines, ids[i]));
  if (group.image && with_libdw)
    group.index = line_index_read (group.image, &wants);
  for (size_t i = 0; i < n; i++)
    find_place (lines, &group, ids[i]);
  line_index_free (group.index);
  line_wants_free (&wants);
}

/* Returns the new needs by object, those of one in the order of their calls, on
   the heap.  Those of OBJECT end at ENDS[OBJECT].  */
static sym_id *
needs_by_object (const struct lines *lines, size_t *ends, uint32_t n_objects)
{
  sym_id *sorted = array_new (lines->n_needs, sizeof *sorted);
  size_t before = 0;
  for (size_t i = 0; i < lines->n_needs; i++)
    ends[number_of_object (lines, lines->new_needs[i])]++;
  for (uint32_t object = 0; object < n_objects; object++)
    {
      size_t count = ends[object];
      ends[object] = before;
      before += count;
    }
  for (size_t i = 0; i < lines->n_needs; i++)
    {
      const sym_id id = lines->new_needs[i];
      sorted[ends[number_of_object (lines, id)]++] = id;
    }
  return sorted;
}

static void
find_needed (struct lines *lines, bool with_libdw)
{
  const uint32_t n = symtab_n_objects (lines->symtab);
  size_t *ends = array_new (n, sizeof *ends), first = 0;
  sym_id *ids = needs_by_object (lines, ends, n);
  for (uint32_t object = 0; object < n; object++)
    {
      if (first < ends[object])
        find_group (lines, object, ids + first, ends[object] - first,
                    with_libdw);
      first = ends[object];
    }
  lines->n_needs = 0;
  free (ids);
  free (ends);
}

void
lines_find (struct lines *lines)
{
  find_needed (lines, true);
}

void
lines_find_files (struct lines *lines)
{
  find_needed (lines, false);
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
  lines_find (lines);
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

