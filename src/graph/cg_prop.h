/* graph/cg_prop.h -- flags and fractions down the graph, time up.

   SPDX-License-Identifier: GPL-3.0-or-later

   A callee's time, its own and what it got from its callees, is shared out to
   its callers in proportion to their calls (the assumption every call costs
   the same; Graham, Kessler, McKusick 1982).  */

#ifndef GRAPH_CG_PROP_H
#define GRAPH_CG_PROP_H

#include <stdbool.h>

#include "graph/cg.h"
#include "select/sym_ids.h"

/* From callers to callees: what prints, and which fraction of each node's
   time counts; adds up print_time.  STRICT leaves a cycle that nobody calls
   from outside without either, as GNU does.  */
void propagate_flags (struct cg *cg, const struct selection *selection,
                      bool strict);

/* From callees to callers: child times, of nodes, of arcs and of calls from
   outside; after cycle_time.  */
void propagate_time (struct cg *cg, const struct selection *selection);

#endif /* GRAPH_CG_PROP_H */
