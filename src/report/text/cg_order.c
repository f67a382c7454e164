/* report/text/cg_order.c -- the link orders that -r and -R suggest.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reads the view, and for -R its map and its table of objects; the order that
   chains.c finds.  */

#include <config.h>

#include "report/reports.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "compat/order_after_tables.h"
#include "compat/spec_rows.h"
#include "graph/cg_arcs.h"
#include "report/names.h"
#include "report/text/cg_print.h"
#include "report/text/chains.h"

static void
print_order (struct out *out, const struct symtab *symtab,
             const struct order *order)
{
  for (size_t i = 0; i < order->len; i++)
    {
      cg_id id = order->ids[i];
      const char *name = (id < symtab_len (symtab)
                          ? sym_get (symtab, id)->name : INDIRECT_NAME);
      out_name (out, name, strlen (name));
      out_char (out, '\n');
    }
}

/* Removes the functions of libraries from ORDER: it is for the linker of the
   program, which does not have them.  */
static void
keep_program (struct order *order, const struct symtab *symtab)
{
  size_t len = 0;
  for (size_t i = 0; i < order->len; i++)
    if (order->ids[i] < symtab_program_len (symtab)
        || order->ids[i] >= symtab_len (symtab))
      order->ids[len++] = order->ids[i];
  order->len = len;
}

void
link_order_print_functions (struct out *out, const struct view *view)
{
  struct order order = { NULL, 0, 0 };
  struct cg *printed = NULL;
  struct spec_rows rows = { NULL, 0, NULL, 0 };
  if (view->style->quirks.list_arc_specs)
    spec_rows_init (&rows, view->selection);
  if (view->style->quirks.order_after_tables)
    printed = graph_after_tables (view);
  order_functions (&order, printed ? printed : view->cg, rows.rows, rows.len);
  keep_program (&order, view->symtab);
  print_order (out, view->symtab, &order);
  graph_after_tables_free (printed);
  order_free (&order);
  spec_rows_free (&rows);
}

/* Returns the symbol in the table of objects that holds the function ID.  */
static sym_id
object_sym (const struct view *view, cg_id id)
{
  return sym_lookup (view->objects, sym_get (view->symtab, id)->addr);
}

/* Returns a graph of the symbols of the table of objects, with the arcs of the
   call graph between them.  The caller releases it with cg_free.  */
static struct cg *
graph_of_objects (const struct view *view)
{
  struct cg *cg = cg_new (symtab_len (view->objects));
  struct slot_index index = { .slots = NULL };
  for (size_t i = 0; i < view->cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &view->cg->arcs[i];
      if (arc->child == cg_indirect (view->cg))
        continue;
      sym_id parent = object_sym (view, arc->parent);
      sym_id child = object_sym (view, arc->child);
      if (child != SYM_NONE)
        child = sym_function (view->objects, child);
      if (parent != SYM_NONE && child != SYM_NONE)
        arc_add (&index, cg, parent, child, arc->count);
    }
  slot_index_free (&index);
  return cg;
}

/* Writes the objects of the map that have no symbol in the table of
   objects.  */
static void
print_others (struct out *out, const struct view *view)
{
  size_t n_objects = map_n_objects (view->map);
  bool *met = array_new (n_objects + 1, sizeof *met);
  for (sym_id id = 0; id < symtab_len (view->objects); id++)
    {
      const struct sym *sym = sym_get (view->objects, id);
      if (sym->is_object)
        met[map_find_object (view->map, sym->name)] = true;
    }
  for (size_t i = 0; i < n_objects; i++)
    if (!met[i])
      {
        const char *name = map_object (view->map, i);
        out_name (out, name, strlen (name));
        out_char (out, '\n');
      }
  free (met);
}

void
link_order_print_files (struct out *out, const struct view *view)
{
  struct order order = { NULL, 0, 0 };
  size_t n_syms = symtab_len (view->objects);
  bool *is_object = array_new (n_syms + 1, sizeof *is_object);
  struct cg *copy
    = view->objects == view->symtab ? NULL : graph_of_objects (view);
  for (sym_id id = 0; id < n_syms; id++)
    is_object[id] = sym_get (view->objects, id)->is_object;
  struct spec_rows rows = { NULL, 0, NULL, 0 };
  if (view->style->quirks.list_arc_specs)
    spec_rows_init (&rows, view->selection);
  order_objects (&order, copy ? copy : view->cg, is_object, rows.rows,
                 rows.len);
  print_order (out, view->objects, &order);
  print_others (out, view);
  cg_free (copy);
  order_free (&order);
  spec_rows_free (&rows);
  free (is_object);
}
