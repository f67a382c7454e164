/* report/export/shown.c -- the functions of an exported graph, numbered.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/shown.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/name_table.h"
#include "base/out_number.h"
#include "report/export/export_text.h"
#include "report/export/rows.h"
#include "report/names.h"

void
shown_find_repeated (struct shown *shown, const struct view *view)
{
  struct arena *arena = arena_new ();
  struct name_table names = { .len = 0 };
  shown->repeated = array_new (shown->len, sizeof *shown->repeated);
  for (uint32_t i = 0; i < shown->len; i++)
    {
      size_t known = names.len;
      name_enter (&names, arena, name_of (view, shown->ids[i]));
      shown->repeated[i] = names.len == known;
    }
  name_table_free (&names);
  arena_free (arena);
}

bool
shown_collect (struct shown *shown, const struct view *view)
{
  return shown_collect_by (shown, view, &view->style->rows);
}

bool
shown_collect_by (struct shown *shown, const struct view *view,
                  const struct row_rules *rules)
{
  const size_t n_syms = symtab_len (view->symtab);
  struct rows rows;
  bool done = rows_select (&rows, view, rules, true);
  if (rules->top)
    rows_order (&rows, rules);
  shown->ids = array_new (rows.len, sizeof *shown->ids);
  shown->number = array_new (n_syms, sizeof *shown->number);
  shown->repeated = NULL;
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
  free (shown->repeated);
}

/* Writes the place of the declaration LINE, which may be NULL.  */
static void
shown_declaration (struct out *out, const struct sym_line *line)
{
  if (!line)
    return;
  out_text (out, " [");
  plain_line (out, file_basename (line->file));
  out_char (out, ':');
  out_unsigned (out, line->line, 0);
  out_char (out, ']');
}

void
shown_name (struct out *out, const struct view *view,
            const struct shown *shown, uint32_t number)
{
  sym_id id = shown->ids[number];
  const bool is_inlined = symtab_is_inlined (view->symtab, id);
  plain_line (out, is_inlined ? name_unmarked (view, id) : name_of (view, id));
  if (!shown->repeated || !shown->repeated[number])
    return;
  if (is_inlined)
    {
      shown_declaration (out, sym_get (view->symtab, id)->line);
      return;
    }
  out_text (out, " [0x");
  out_hex (out, sym_get (view->symtab, id)->addr);
  out_char (out, ']');
}

bool
shown_has_arc (const struct shown *shown, const struct view *view,
               const struct cg_arc *arc)
{
  return (arc->child != cg_indirect (view->cg)
          && shown->number[arc->parent] != SHOWN_NONE
          && shown->number[arc->child] != SHOWN_NONE);
}
