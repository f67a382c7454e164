/* report/export/shown.c -- the functions of an exported graph, numbered.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the view, and the rules of its style.  Out: numbers for functions.  */

#include <config.h>

#include "report/export/shown.h"

#include <stdlib.h>

#include "base/arena.h"
#include "report/export/rows.h"

/* Returns a byte for each symbol: 1 for the ends of arcs.  The caller frees
   it.  */
static unsigned char *
ends_of_arcs (const struct view *view)
{
  const struct cg *cg = view->cg;
  unsigned char *is_end = array_new (symtab_len (view->symtab), 1);
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      is_end[cg->arcs[i].parent] = 1;
      if (cg->arcs[i].child != cg_indirect (cg))
        is_end[cg->arcs[i].child] = 1;
    }
  return is_end;
}

bool
shown_collect (struct shown *shown, const struct view *view)
{
  const size_t n_syms = symtab_len (view->symtab);
  unsigned char *is_end = ends_of_arcs (view);
  struct rows rows;
  bool done = rows_select (&rows, view, is_end);
  free (is_end);
  if (view->style->rows.top)
    rows_order (&rows, &view->style->rows);
  shown->ids = array_new (rows.len, sizeof *shown->ids);
  shown->number = array_new (n_syms, sizeof *shown->number);
  shown->len = 0;
  for (sym_id id = 0; id < n_syms; id++)
    shown->number[id] = SHOWN_NONE;
  for (size_t i = 0; i < rows.len; i++)
    shown->number[rows.rows[i].id] = 0;
  for (sym_id id = 0; id < n_syms; id++)
    if (shown->number[id] != SHOWN_NONE)
      {
        shown->number[id] = (uint32_t) shown->len;
        shown->ids[shown->len++] = id;
      }
  rows_free (&rows);
  return done;
}

void
shown_free (struct shown *shown)
{
  free (shown->ids);
  free (shown->number);
}

bool
shown_has_arc (const struct shown *shown, const struct view *view,
               const struct cg_arc *arc)
{
  return (arc->child != cg_indirect (view->cg)
          && shown->number[arc->parent] != SHOWN_NONE
          && shown->number[arc->child] != SHOWN_NONE);
}
