/* compat/order_after_tables.c -- what other reports change for -r.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/order_after_tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/text/cg_print.h"
#include "report/text/src_marks.h"

/* Returns a copy, on the heap, of the N elements of SIZE bytes at ARRAY.  */
static void *
copy_array (const void *array, size_t n, size_t size)
{
  void *copy = array_new (n, size);
  if (n)
    memcpy (copy, array, n * size);
  return copy;
}

struct cg *
graph_after_tables (const struct view *view)
{
  const struct cg *from = view->cg;
  bool by_line = (view->styles & REPORT_ANNOTATED && from->n_syms
                  && sym_get (view->symtab, 0)->addr == 0);
  bool sorted = view->styles & REPORT_CALL_GRAPH && view->entries;
  if (!by_line && !sorted)
    return NULL;
  struct cg *cg = copy_array (from, 1, sizeof *from);
  cg->nodes = copy_array (from->nodes, from->n_syms + 1 + from->n_cycles,
                          sizeof *from->nodes);
  cg->child_arcs = copy_array (from->child_arcs, from->n_arcs,
                               sizeof *from->child_arcs);
  cg->parent_arcs = copy_array (from->parent_arcs, from->n_arcs,
                                sizeof *from->parent_arcs);
  if (by_line)
    cg->nodes[0].calls = src_line_calls (view, 0);
  if (sorted)
    cg_sort_as_printed (view, cg->child_arcs, cg->parent_arcs);
  return cg;
}

void
graph_after_tables_free (struct cg *cg)
{
  if (!cg)
    return;
  free (cg->child_arcs);
  free (cg->parent_arcs);
  free (cg->nodes);
  free (cg);
}
