/* report/cg_index.c -- the index of the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the ranked graph.  Out: names in alphabetical order with the numbers of
   their entries, in three columns that are read downwards.  */

#include <config.h>

#include "report/cg_print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/names.h"

#define INDEX_COLUMNS 3

struct index_key
{
  const char *name;             /* NULL: a cycle */
  cg_id node;
};

static int
compare_keys (const void *a, const void *b)
{
  const struct index_key *x = a, *y = b;
  int names = x->name && y->name ? strcmp (x->name, y->name)
              : !x->name - !y->name;
  return names ? names : (x->node > y->node) - (x->node < y->node);
}

/* GNU lists what was called or sampled itself, which leaves out `main' more
   often than not; here whatever has an entry is listed too.  */
bool
cg_index_lists (const struct style *style, const struct cg *cg,
                const struct symtab *symtab, cg_id id)
{
  const struct cg_node *node = &cg->nodes[id];
  if (style->show_unused || id >= cg->n_syms || node->calls != 0
      || node->time != 0)
    return true;
  return !style->strict && cg_has_entry (style, cg, symtab, id);
}

static size_t
collect (const struct view *view, struct index_key *keys)
{
  size_t len = 0;
  for (size_t i = 0; i < view->rank->len; i++)
    {
      cg_id id = view->rank->order[i];
      if (!cg_index_lists (view->style, view->cg, view->symtab, id))
        continue;
      keys[len].node = id;
      keys[len++].name = (id < view->cg->n_syms
                          ? sym_get (view->symtab, id)->name : NULL);
    }
  qsort (keys, len, sizeof *keys, compare_keys);
  return len;
}

/* Writes a name as the FSF layout has it, and returns its length as GNU
   counts it.  */
static size_t
print_label (struct out *out, const struct view *view, cg_id id)
{
  char cycle[32];
  if (id >= view->cg->n_syms)
    {
      int len = snprintf (cycle, sizeof cycle, "<cycle %" PRIu32 ">",
                          view->cg->nodes[id].cycle);
      out_text (out, cycle);
      return len;
    }
  size_t len = print_name_only (out, view, id);
  const char *file = file_of (view, id);
  if (sym_get (view->symtab, id)->is_static && !view->style->line_mode
      && file)
    {
      out_printf (out, " (%s)", file);
      len += strlen (file) + 3;
    }
  return len;
}

/* Where the next cell of a line starts, and how far the line has come.  */
struct cell
{
  size_t column, start;
  int number_width;             /* of the BSD layout's numbers; GNU cuts
                                   longer ones */
};

/* The room that the highest number of the LEN listed nodes needs.  */
static int
number_width (const struct view *view, const struct index_key *keys,
              size_t len)
{
  uint32_t highest = 0;
  for (size_t i = 0; i < len && !view->style->strict; i++)
    if (view->rank->index[keys[i].node] > highest)
      highest = view->rank->index[keys[i].node];
  int room = snprintf (NULL, 0, "[%" PRIu32 "]", highest);
  return room < 6 ? 6 : room;
}

static void
print_cell (struct out *out, const struct view *view, struct cell *cell,
            cg_id id)
{
  char number[16];
  int len = snprintf (number, sizeof number,
                      view->rank->shown[id] ? "[%" PRIu32 "]"
                      : "(%" PRIu32 ")", view->rank->index[id]);
  if (view->style->bsd_layout)
    {
      char cycle[32];
      const char *name = cycle;
      if (id < view->cg->n_syms)
        name = sym_get (view->symtab, id)->name;
      else
        snprintf (cycle, sizeof cycle, "<cycle %" PRIu32 ">",
                  view->cg->nodes[id].cycle);
      out_printf (out, "%*.*s %-19.19s", cell->number_width,
                  cell->number_width, number, name);
      return;
    }
  cell->column += len;
  for (; cell->column < cell->start + 5; cell->column++)
    out_char (out, ' ');
  out_printf (out, " %s ", number);
  cell->column += print_label (out, view, id);
  cell->start += (view->style->width - 1) / INDEX_COLUMNS;
}

void
cg_print_index (struct out *out, const struct view *view)
{
  struct index_key *keys = array_new (view->rank->len, sizeof *keys);
  size_t len = collect (view, keys);
  int width = number_width (view, keys, len);
  size_t lines = (len + INDEX_COLUMNS - 1) / INDEX_COLUMNS;
  out_text (out, "\f\nIndex by function name\n\n");
  for (size_t i = 0; i < lines; i++)
    {
      struct cell cell = { 0, 0, width };
      for (size_t j = i; j < len; j += lines)
        print_cell (out, view, &cell, keys[j].node);
      out_char (out, '\n');
    }
  free (keys);
}
