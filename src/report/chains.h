/* report/chains.h -- which functions should stand next to each other.

   SPDX-License-Identifier: GPL-3.0-or-later

   The orders that -r and -R suggest, as numbers; cg_order.c prints the names.
   Both take the arcs of a call graph and string functions together that call
   each other often.  */

#ifndef REPORT_CHAINS_H
#define REPORT_CHAINS_H

#include <stdbool.h>
#include <stddef.h>

#include "graph/cg.h"

/* Nodes of a graph in the order suggested.  */
struct order
{
  cg_id *ids;                   /* heap */
  size_t len, cap;
};

/* Nodes that are listed in addition to what the arcs say, as a chain of their
   own: what GNU gprof makes of an arc spec.  */
struct order_row
{
  const cg_id *ids;
  size_t len;
  bool early;                   /* behind the first chains, not the last */
};

/* Appends all functions of CG: those that are called by their arcs, then those
   that are not, by address; and the N_ROWS ROWS.  As in GNU gprof, a large
   graph (80 functions that are called, or more) can have functions twice or
   not at all.  */
void order_functions (struct order *order, const struct cg *cg,
                      const struct order_row *rows, size_t n_rows);

/* Appends the nodes of CG that IS_OBJECT (up to cg_indirect) marks, each
   once; and the PAIRS of such.  */
void order_objects (struct order *order, const struct cg *cg,
                    const bool *is_object, const struct order_row *rows,
                    size_t n_rows);

void order_free (struct order *order);

#endif /* REPORT_CHAINS_H */
