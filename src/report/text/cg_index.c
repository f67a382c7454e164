/* report/text/cg_index.c -- the index of the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   Writes names in alphabetical order with the numbers of their entries, in
   three columns that are read downwards.  */

#include <config.h>

#include "report/text/cg_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "report/names.h"
#include "report/reports.h"

#define INDEX_COLUMNS 3
#define BSD_NAME_WIDTH 19

/* Every node with an entry is listed, and every function that was called or
   has self time.  With short_index only the latter are.  */
bool
cg_index_lists (const struct style *style, const struct cg *cg,
                const struct symtab *symtab, cg_id id)
{
  const struct cg_node *node = &cg->nodes[id];
  if (style->show_unused || id >= cg->n_syms || node->calls != 0
      || node->time != 0)
    return true;
  return !style->quirks.short_index && cg_has_entry (style, cg, symtab, id);
}

/* Returns the nodes that the index lists, in alphabetical order, on the heap;
   sets *LEN to their number.  */
static cg_id *
index_collect (const struct view *view, size_t *len)
{
  /* The first loop reads nodes in the order of the memory.  The second loop,
     in the order of names, reads only an array that fits the cache.  There are
     entries->len + 1 nodes, since cg_indirect has no number.  */
  const struct cg *cg = view->cg;
  bool *is_listed = array_new (view->entries->len + 1, sizeof *is_listed);
  for (cg_id id = 0; id <= view->entries->len; id++)
    is_listed[id] = cg_index_lists (view->style, cg, view->symtab, id);
  cg_id *ids = array_new (view->entries->len, sizeof *ids);
  *len = 0;
  for (size_t i = 0; i < view->entries->len; i++)
    if (is_listed[view->entries->by_name[i]])
      ids[(*len)++] = view->entries->by_name[i];
  free (is_listed);
  return ids;
}

/* Writes the name of the node ID in the FSF layout.  Returns its length as GNU
   gprof counts it.  */
static size_t
print_label (struct out *out, const struct view *view, cg_id id)
{
  if (id >= view->cg->n_syms)
    {
      uint32_t cycle = view->cg->nodes[id].cycle;
      out_printf (out, "<cycle %" PRIu32 ">", cycle);
      return strlen ("<cycle >") + out_unsigned_len (cycle);
    }
  size_t len = name_print_bare (out, view, id);
  const char *file = file_of (view, id);
  if (sym_get (view->symtab, id)->is_static && !view->style->line_mode
      && file)
    {
      out_text (out, " (");
      len += out_name (out, file, strlen (file)) + 3;
      out_char (out, ')');
    }
  return len;
}

/* The start of the next cell of a line, and the current column; the first
   column is 0.  */
struct cell
{
  size_t column, start;
};

/* Returns the width of the highest number of the LEN nodes IDS, in the BSD
   layout.  With cut_numbers the width is fixed.  */
static int
number_width (const struct view *view, const cg_id *ids, size_t len)
{
  uint32_t highest = 0;
  for (size_t i = 0; i < len && !view->style->quirks.cut_numbers; i++)
    if (view->entries->index[ids[i]] > highest)
      highest = view->entries->index[ids[i]];
  int room = snprintf (NULL, 0, "[%" PRIu32 "]", highest);
  return room < 6 ? 6 : room;
}

/* Writes the cell of the node ID in the BSD layout, where a long name is
   cut.  */
static void
print_bsd_cell (struct out *out, const struct view *view, int number_width,
                cg_id id)
{
  char number[16], cycle[32];
  const char *name = cycle;
  snprintf (number, sizeof number,
            view->entries->shown[id] ? "[%" PRIu32 "]" : "(%" PRIu32 ")",
            view->entries->index[id]);
  if (id < view->cg->n_syms)
    name = sym_get (view->symtab, id)->name;
  else
    snprintf (cycle, sizeof cycle, "<cycle %" PRIu32 ">",
              view->cg->nodes[id].cycle);
  size_t shown = strnlen (name, BSD_NAME_WIDTH);
  out_printf (out, "%*.*s ", number_width, number_width, number);
  shown = out_name (out, name, shown);
  if (shown < BSD_NAME_WIDTH)
    out_pad (out, BSD_NAME_WIDTH - shown);
}

/* Writes the cell of the node ID in the FSF layout; moves CELL to the next
   cell.  */
static void
print_cell (struct out *out, const struct view *view, struct cell *cell,
            cg_id id)
{
  const size_t room = cell->start + 5;  /* the column where a short number
                                           ends */
  cell->column += out_unsigned_len (view->entries->index[id]) + 2;
  if (cell->column < room)
    {
      out_pad (out, room - cell->column);
      cell->column = room;
    }
  out_char (out, ' ');
  print_entry_number (out, view->entries, id);
  out_char (out, ' ');
  cell->column += print_label (out, view, id);
  cell->start += (view->style->width - 1) / INDEX_COLUMNS;
}

void
cg_index_print (struct out *out, const struct view *view)
{
  size_t len;
  cg_id *ids = index_collect (view, &len);
  int width = number_width (view, ids, len);
  size_t lines = (len + INDEX_COLUMNS - 1) / INDEX_COLUMNS;
  out_text (out, "\f\nIndex by function name\n\n");
  for (size_t i = 0; i < lines; i++)
    {
      struct cell cell = { 0, 0 };
      for (size_t j = i; j < len; j += lines)
        if (view->style->bsd_layout)
          print_bsd_cell (out, view, width, ids[j]);
        else
          print_cell (out, view, &cell, ids[j]);
      out_char (out, '\n');
    }
  free (ids);
}
