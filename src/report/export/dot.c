/* report/export/dot.c -- the call graph as a picture, by Graphviz:
   --format=dot.

   SPDX-License-Identifier: GPL-3.0-or-later

   A node is a function, redder with more self time; an edge is labelled with
   the number of calls, and wider with more time.  A cycle is a box around its
   members.

   Without --min-percent and --top, only the largest functions are shown, since
   the time that dot takes grows faster than the graph.  */

#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/paths.h"
#include "report/export/rows.h"
#include "report/text/accounting.h"
#include "report/names.h"

/* The most functions without --top, and the least total without --min-percent,
   in percent.  */
#define DOT_NODES 200
#define DOT_MIN_PERCENT 0.5

/* The characters that need a backslash in a quoted string of dot.  plain_name
   adds it.  */
#define DOT_ESCAPED "\"\\"

static void
dot_node (struct out *out, const struct view *view, const struct row *row)
{
  out_text (out, "n");
  out_unsigned (out, row->id, 0);
  out_text (out, " [label=\"");
  plain_name (out, name_of (view, row->id), DOT_ESCAPED);
  out_text (out, "\\n");
  out_fixed (out, row->total, 0, 2);
  out_text (out, "% (");
  out_fixed (out, row->self, 0, 2);
  out_text (out, "%)");
  const bool is_inlined = symtab_is_inlined (view->symtab, row->id);
  if (!is_inlined && !view_is_uncounted (view, row->calls))
    {
      out_text (out, "\\n");
      out_unsigned (out, row->calls, 0);
      out_char (out, 'x');
    }
  out_text (out, "\", tooltip=\"");
  plain_name (out, sym_get (view->symtab, row->id)->name, DOT_ESCAPED);
  out_text (out, "\", fillcolor=\"0.05 ");
  out_fixed (out, row->self / 100, 0, 3);
  out_text (out, is_inlined ? " 1.000\", style=\"filled,dashed\"];\n"
            : " 1.000\"];\n");
}

/* Writes the functions of ROWS that are in cycle number CYCLE; 0: in none.  */
static void
dot_nodes (struct out *out, const struct view *view, const struct rows *rows,
           uint32_t cycle)
{
  for (size_t i = 0; i < rows->len; i++)
    if (cg_node (view->cg, rows->rows[i].id)->cycle == cycle)
      dot_node (out, view, &rows->rows[i]);
}

/* Writes which calls were counted below the graph, if not all were.  */
static void
dot_counted (struct out *out, const struct view *view)
{
  struct out *text = out_to_memory ();
  if (view_counted (view))
    {
      print_counted_patterns (text, view_counted (view));
      out_text (out, "label=\"");
      plain_name (out, out_memory (text, NULL), DOT_ESCAPED);
      out_text (out, "\";\n");
    }
  out_close (text);
}

static void
dot_cycles (struct out *out, const struct view *view, const struct rows *rows)
{
  unsigned char *shown = array_new (view->cg->n_cycles + 1, 1);
  for (size_t i = 0; i < rows->len; i++)
    {
      uint32_t cycle = cg_node (view->cg, rows->rows[i].id)->cycle;
      if (cycle == 0 || shown[cycle])
        continue;
      shown[cycle] = 1;
      out_printf (out, "subgraph cluster_c%u {\nlabel=\"cycle %u\";\n", cycle,
                  cycle);
      dot_nodes (out, view, rows, cycle);
      out_text (out, "}\n");
    }
  free (shown);
}

static void
dot_arcs (struct out *out, const struct view *view, const struct rows *rows)
{
  const struct cg *cg = view->cg;
  const double total = view->flat->total;
  unsigned char *shown = array_new (symtab_len (view->symtab), 1);
  for (size_t i = 0; i < rows->len; i++)
    shown[rows->rows[i].id] = 1;
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &cg->arcs[i];
      struct cg_arc_times times = cg_arc_times (cg, i);
      double time = times.down_self + times.down_child;
      if (arc->child == cg_indirect (cg) || !shown[arc->parent]
          || !shown[arc->child])
        continue;
      out_printf (out, "n%u -> n%u [", arc->parent, arc->child);
      if (arc->count)           /* else only call stacks have the call */
        out_printf (out, "label=\"%" PRIu64 "x\", ", arc->count);
      out_text (out, "penwidth=");
      out_fixed (out, total > 0 ? 1 + 4 * time / total : 1, 0, 2);
      out_text (out, "];\n");
    }
  free (shown);
}

void
dot_print (struct out *out, const struct view *view)
{
  struct row_rules rules = view->style->rows;
  struct rows rows;
  if (rules.min_percent < 0 && !rules.top)
    {
      rules.min_percent = DOT_MIN_PERCENT;
      rules.top = DOT_NODES;
      rules.order = ROWS_BY_TOTAL;
    }
  if (rows_select (&rows, view, &rules, true))
    {
      rows_order (&rows, &rules);
      out_printf (out, "digraph gprof {\ntooltip=\"time of callees: %s\";\n"
                  "node [shape=box, style=filled];\n",
                  times_note (view));
      dot_counted (out, view);
      dot_nodes (out, view, &rows, 0);
      dot_cycles (out, view, &rows);
      dot_arcs (out, view, &rows);
      out_text (out, "}\n");
    }
  rows_free (&rows);
}
