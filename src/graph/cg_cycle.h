/* graph/cg_cycle.h -- nodes for cycles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_CG_CYCLE_H
#define GRAPH_CG_CYCLE_H

#include "graph/cg.h"

/* Gives every chain of two and more that cg_dfn found a cycle number (by the
   address of its head) and a node, with its calls from outside and the calls
   among its members.  HEADS is cg_dfn's.  */
void cycle_link (struct cg *cg, const cg_id *heads);

/* Sums up the time of the members of each cycle, as far as any of it counts;
   after propagate_flags.  */
void cycle_time (struct cg *cg);

#endif /* GRAPH_CG_CYCLE_H */
