/* image/line_syms.c -- symbols for source lines, of line mode.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reads the functions and the debug information of the object file; the set of
   functions that have data.

   Only code that is wanted is looked up, and there only the addresses where
   line_marks has a mark, or all if there are no marks.  With marks, their files
   and lines are those of line_index.  */

#include <config.h>

#include "image/line_syms.h"

#include <stdlib.h>
#include <string.h>

#include "image/line_marks.h"
#include "image/line_scan.h"
#include "image/lines.h"

/* The number of steps back from the start of an extent in which the line
   before it is searched.  Padding between functions is shorter.  */
#define LOOK_BACK 64

/* Makes BFD read all units.  BFD reads units as it needs them, and some of its
   answers depend on the units that it has read.  Registers source files in the
   order of the symbols in the object file, as GNU does.  */
static void
line_syms_read_units (const struct line_scan *s)
{
  size_t len = symtab_len (s->functions);
  sym_id *order = array_new (len, sizeof *order);
  struct image_line line;
  symtab_file_order (s->functions, order);
  for (size_t i = 0; i < len; i++)
    if (line_scan_find (s, sym_get (s->functions, order[i])->addr, &line))
      source_file_intern (s->sources, line.file);
  free (order);
}

/* Sets the last line to that of the nearest address before ADDR that has one,
   or to none.  So a scan from ADDR adds no symbol if the line at ADDR only
   continues the line before it.  */
static void
look_back (struct line_scan *s, uint64_t addr)
{
  struct image_line line;
  s->last = (struct image_line) { NULL, NULL, 0 };
  for (unsigned i = 0; i < LOOK_BACK && addr - s->text.low >= s->step; i++)
    {
      addr -= s->step;
      if (line_scan_find (s, addr, &line))
        {
          line_scan_keep (s, addr, &line);
          return;
        }
    }
}

/* Returns the start of the extent of function ID: its address, or the end of
   the text if ID is behind the last function.  The result is moved into the
   text and up to a whole number of steps.  */
static uint64_t
extent_start (const struct line_scan *s, sym_id id)
{
  uint64_t addr = (id < symtab_len (s->functions)
                   ? sym_get (s->functions, id)->addr : s->text.high);
  if (addr <= s->text.low)
    return s->text.low;
  if (addr >= s->text.high)
    return s->text.high;
  uint64_t odd = (addr - s->text.low) % s->step;
  if (odd)
    addr += s->step - odd;
  return addr < s->text.high ? addr : s->text.high;
}

/* Adds the addresses to WANTS that look_back from ADDR looks up.  */
static void
list_back (const struct line_scan *s, uint64_t addr, struct line_wants *wants)
{
  for (unsigned i = 0; i < LOOK_BACK && addr - s->text.low >= s->step; i++)
    {
      addr -= s->step;
      line_wants_add (wants, addr);
    }
}

/* Adds the addresses to WANTS that scan_wanted looks up.  */
static void
list_wanted (const struct line_scan *s, const bool *wanted,
             struct line_wants *wants)
{
  uint64_t low = s->text.low, listed = low;
  for (sym_id id = 0; id <= symtab_len (s->functions); id++)
    {
      uint64_t high = extent_start (s, id);
      if (wanted[id] && low < high)
        {
          if (low != listed)
            list_back (s, low, wants);
          line_scan_list (s, low, high, wants);
          listed = high;
        }
      low = high;
    }
}

/* Scans the extents that are WANTED.  Extent 0 is the text before the first
   function, extent ID + 1 is that of function ID.  */
static void
scan_wanted (struct line_scan *s, const bool *wanted)
{
  s->last = (struct image_line) { NULL, NULL, 0 };
  uint64_t low = s->text.low, scanned = low;
  for (sym_id id = 0; id <= symtab_len (s->functions); id++)
    {
      uint64_t high = extent_start (s, id);
      if (wanted[id] && low < high)
        {
          if (low != scanned)
            look_back (s, low);
          line_scan_range (s, low, high,
                       id > 0 && sym_get (s->functions, id - 1)->addr == low
                       ? &s->places[id - 1] : NULL);
          scanned = high;
        }
      low = high;
    }
}

/* Reads the index of all addresses that the scan of the WANTED extents and, if
   ALL_UNITS, line_syms_read_units will look up.  They are listed in WANTS.  */
static struct line_index *
read_index (const struct line_scan *s, const bool *wanted, bool all_units,
            struct line_wants *wants)
{
  if (!line_index_is_possible (s->image))
    return NULL;
  for (sym_id id = 0; all_units && id < symtab_len (s->functions); id++)
    line_wants_add (wants, sym_get (s->functions, id)->addr);
  list_wanted (s, wanted, wants);
  return line_index_read (s->image, wants);
}

/* Scans the extents that REQUEST wants, again where that is needed.  Before,
   BFD reads all units if ALL_UNITS.  */
static void
scan_extents (struct line_scan *s, const struct line_request *request,
              bool all_units)
{
  if (all_units)
    line_syms_read_units (s);
  scan_wanted (s, request->wanted);
  if (!s->late)
    return;
  /* BFD read a unit only in the middle of a range.  Now it has read all units
     that have answers, so the second scan is complete.  */
  symtab_free (s->symtab);
  s->symtab = symtab_new ();
  scan_wanted (s, request->wanted);
}

/* Scans IMAGE with S as REQUEST wants.  */
static void
scan_image (struct line_scan *s, const struct line_request *request)
{
  struct line_wants wants = { .len = 0 };
  struct line_index *index = NULL;
  if (!request->by_address)
    s->marks = line_marks_read (s->image, s->functions, request->wanted);
  if (s->marks)
    line_marks_add_names (s->marks, s->names);
  bool all_units = (request->in_order || !s->marks
                    || !line_marks_are_apart (s->marks));
  /* Without marks, libdw is missing or has failed.  */
  if (s->marks || request->by_address)
    index = read_index (s, request->wanted, all_units, &wants);
  s->index = index;
  scan_extents (s, request, all_units);
  line_index_free (index);
  line_wants_free (&wants);
  line_marks_free (s->marks);
}

/* Returns all functions of IMAGE.  These include functions that the user's
   rules leave out of the table, since their code needs names, too.  */
static struct symtab *
collect_names (struct image *image, struct diag *diag, struct sources *sources)
{
  const struct sym_rules all = { .no_static = false };
  return image_create_function_syms (image, diag, &all, sources);
}

struct symtab *
image_add_line_syms (struct image *image, struct diag *diag,
                     const struct symtab *functions,
                     const struct line_request *request,
                     struct sources *sources, struct arena *arena)
{
  struct symtab *symtab = symtab_new (), *names = NULL;
  struct place *places = array_new (symtab_len (functions), sizeof *places);
  struct line_scan s;
  if (line_scan_possible (image))
    {
      if (!request->all_named)
        names = collect_names (image, diag, sources);
      line_scan_init (&s, image, functions, symtab, sources, arena);
      s.names = names ? names : functions;
      s.places = places;
      scan_image (&s, request);
      symtab = s.symtab;
      symtab_free (names);
    }
  line_scan_finish (symtab, functions, places);
  free (places);
  image_finish_syms (image, symtab, false);
  return symtab;
}
