/* report/text/chains.h -- the orders of functions and objects for a linker.

   SPDX-License-Identifier: GPL-3.0-or-later

   The orders that -r and -R suggest, as numbers; cg_order.c prints the names.
   Both read the arcs of a call graph, and put functions that call each other
   often next to each other.  */

#ifndef REPORT_TEXT_CHAINS_H
#define REPORT_TEXT_CHAINS_H

#include <stdbool.h>
#include <stddef.h>

#include "graph/cg.h"

/* The nodes of a graph in the suggested order.  */
struct order
{
  cg_id *ids;                   /* heap */
  size_t len, cap;
};

/* A chain of nodes that is listed in addition to the chains of the arcs.  GNU
   gprof makes such a chain of every arc spec.  */
struct order_row
{
  const cg_id *ids;
  size_t len;
  bool early;                   /* stands behind the chains of hot arcs, else
                                   among the chains of the other arcs */
};

/* Appends all functions of CG to ORDER: first the functions that are called,
   by their arcs; then the functions that are not called, by address.  Inserts
   the N_ROWS ROWS.  As in GNU gprof, the order of a large graph (80 or more
   functions that are called) can contain functions twice or not at all.  The
   caller releases ORDER with order_free.  */
void order_functions (struct order *order, const struct cg *cg,
                      const struct order_row *rows, size_t n_rows);

/* Appends to ORDER each node of CG for which IS_OBJECT is true, once.
   IS_OBJECT has elements up to cg_indirect.  Inserts those of the N_ROWS ROWS
   in which every node is such an object.  The caller releases ORDER with
   order_free.  */
void order_objects (struct order *order, const struct cg *cg,
                    const bool *is_object, const struct order_row *rows,
                    size_t n_rows);

void order_free (struct order *order);

#endif /* REPORT_TEXT_CHAINS_H */
