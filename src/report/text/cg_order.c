/* report/text/cg_order.c -- the link orders that -r and -R suggest.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the view, and for -R its map and its table of objects; the order that
   chains.c finds.  Out: one name a line, without a form feed.  */

#include <config.h>

#include "report/reports.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "graph/cg_arcs.h"
#include "report/names.h"
#include "report/text/cg_print.h"
#include "report/text/chains.h"
#include "report/text/src_marks.h"

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

/* The rows that list_arc_specs adds for arc specs.  GNU gprof takes an arc spec
   for an arc between functions of its own.  Such a function has the name of
   the first function of a run; a run is a series of functions that one side of
   the spec means.  The last spec comes first.  */
struct spec_rows
{
  struct order_row *rows;
  size_t len;
  cg_id *ids;                   /* of all rows */
  size_t n_ids;
};

/* Adds the row of arc spec number SPEC to ROWS.  If its callers are several
   runs, the row has only these callers, the last run first, as in GNU gprof.
   (GNU gprof does not terminate if only the callees are several runs, or if no
   call was counted.)  */
static void
add_row (struct spec_rows *rows, const struct selection *selection,
         size_t spec)
{
  cg_id *ids = rows->ids + rows->n_ids;
  size_t n_parents = sym_ids_n_runs (selection, spec, false);
  size_t n_children = sym_ids_n_runs (selection, spec, true);
  if (n_parents == 0 || n_children == 0)
    return;
  for (size_t k = n_parents; k > 0; k--)
    rows->ids[rows->n_ids++] = sym_ids_run (selection, spec, false, k - 1);
  if (n_parents == 1)
    rows->ids[rows->n_ids++] = sym_ids_run (selection, spec, true, 0);
  rows->rows[rows->len++]
    = (struct order_row) { .ids = ids, .early = n_parents > 1,
                           .len = rows->ids + rows->n_ids - ids };
}

static struct spec_rows
rows_of_specs (const struct view *view)
{
  const struct selection *selection = view->selection;
  size_t n_specs = (view->style->quirks.list_arc_specs
                    ? sym_ids_n_arcs (selection) : 0);
  size_t max_ids = 0;
  for (size_t i = 0; i < n_specs; i++)
    max_ids += sym_ids_n_runs (selection, i, false) + 1;
  struct spec_rows rows = { .rows = array_new (n_specs, sizeof *rows.rows),
                            .ids = array_new (max_ids, sizeof *rows.ids) };
  while (n_specs-- > 0)
    add_row (&rows, selection, n_specs);
  return rows;
}

static void
spec_rows_free (struct spec_rows *rows)
{
  free (rows->rows);
  free (rows->ids);
}

/* Returns a copy, on the heap, of the N arcs of spans at ARCS.  */
static uint32_t *
copy_spans (const uint32_t *arcs, size_t n)
{
  uint32_t *copy = array_new (n, sizeof *copy);
  for (size_t i = 0; i < n; i++)
    copy[i] = arcs[i];
  return copy;
}

/* With order_after_tables and -A, a symbol at address 0 gets the calls of its
   whole line, as in GNU gprof.  If there is such a symbol, gives CG a copy of
   its nodes with these calls, and returns the copy, which the caller frees.
   Else returns NULL.  */
static struct cg_node *
nodes_as_annotated (const struct view *view, struct cg *cg)
{
  if (!view->style->quirks.order_after_tables
      || !(view->styles & STYLE_ANNOTATED)
      || cg->n_syms == 0 || sym_get (view->symtab, 0)->addr != 0)
    return NULL;
  struct cg_node *nodes = array_new (cg->n_syms + 1, sizeof *nodes);
  for (cg_id id = 0; id <= cg_indirect (cg); id++)
    nodes[id] = cg->nodes[id];
  nodes[0].calls = src_line_calls (view, 0);
  cg->nodes = nodes;
  return nodes;
}

void
cg_print_function_ordering (struct out *out, const struct view *view)
{
  struct order order = { NULL, 0, 0 };
  struct cg cg = *view->cg;
  struct spec_rows rows = rows_of_specs (view);
  struct cg_node *nodes = nodes_as_annotated (view, &cg);
  /* In GNU gprof the arcs stay in the order in which the call graph sorted
     them.  */
  bool sorted = (view->style->quirks.order_after_tables
                 && view->styles & STYLE_CALL_GRAPH
                 && view->rank);
  if (sorted)
    {
      cg.child_arcs = copy_spans (cg.child_arcs, cg.n_arcs);
      cg.parent_arcs = copy_spans (cg.parent_arcs, cg.n_arcs);
      cg_sort_as_printed (view, cg.child_arcs, cg.parent_arcs);
    }
  order_functions (&order, &cg, rows.rows, rows.len);
  print_order (out, view->symtab, &order);
  if (sorted)
    {
      free (cg.child_arcs);
      free (cg.parent_arcs);
    }
  free (nodes);
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
  struct key_index index = { .slots = NULL };
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
  key_index_free (&index);
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
cg_print_file_ordering (struct out *out, const struct view *view)
{
  struct order order = { NULL, 0, 0 };
  size_t n_syms = symtab_len (view->objects);
  bool *is_object = array_new (n_syms + 1, sizeof *is_object);
  struct cg *copy
    = view->objects == view->symtab ? NULL : graph_of_objects (view);
  for (sym_id id = 0; id < n_syms; id++)
    is_object[id] = sym_get (view->objects, id)->is_object;
  struct spec_rows rows = rows_of_specs (view);
  order_objects (&order, copy ? copy : view->cg, is_object, rows.rows,
                 rows.len);
  print_order (out, view->objects, &order);
  print_others (out, view);
  cg_free (copy);
  order_free (&order);
  spec_rows_free (&rows);
  free (is_object);
}
