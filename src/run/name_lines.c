/* run/name_lines.c -- the source lines that reports print behind names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/name_lines.h"

#include "report/text/cg_print.h"

void
name_lines_find_of_index (struct lines *lines, const struct view *view)
{
  for (sym_id id = 0; id < symtab_program_len (view->symtab); id++)
    if (sym_get (view->symtab, id)->is_static
        && cg_index_lists (view->style, view->cg, view->symtab, id))
      lines_need (lines, id);
  lines_find_files (lines);
}

/* Returns whether the symbol ID has time or calls.  */
static bool
has_data (const struct view *view, sym_id id)
{
  return view->flat->time[id] != 0 || cg_node (view->cg, id)->calls != 0;
}

void
name_lines_find (struct lines *lines, const struct view *view)
{
  const struct cg *cg = view->cg;
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    if (has_data (view, id))
      lines_need (lines, id);
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      lines_need (lines, cg->arcs[i].parent);
      if (cg->arcs[i].child != cg_indirect (cg))
        lines_need (lines, cg->arcs[i].child);
    }
  lines_find (lines);
}

bool
name_lines_lack (const struct view *view)
{
  bool found = false;
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    if (has_data (view, id))
      {
        found = true;
        if (lines_get (view->lines, id).file)
          return false;
      }
  return found;
}
