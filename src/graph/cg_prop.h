/* graph/cg_prop.h -- flags and fractions down the graph, time up.

   SPDX-License-Identifier: GPL-3.0-or-later

   The time of a callee, its own and the time from its callees, is divided
   among its callers in proportion to their calls.  This assumes that every
   call costs as much as every other one (Graham, Kessler, McKusick 1982).  */

#ifndef GRAPH_CG_PROP_H
#define GRAPH_CG_PROP_H

#include <stdbool.h>

#include "base/quirks.h"
#include "graph/cg.h"
#include "select/sym_ids.h"

/* Goes from callers to callees: decides which nodes have an entry, and which
   fraction of the time of each node counts; sets print_time.  With
   hide_uncalled_cycles in QUIRKS, a cycle that is not called from outside has
   no entry, and none of its time counts.  */
void propagate_flags (struct cg *cg, const struct selection *selection,
                      struct quirks quirks);

/* Goes from callees to callers: sets the child times of nodes, of arcs and of
   calls from outside.  Call it after sum_cycles.  */
void time_propagate (struct cg *cg, const struct selection *selection);

#endif /* GRAPH_CG_PROP_H */
