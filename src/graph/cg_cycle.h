/* graph/cg_cycle.h -- nodes for cycles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_CG_CYCLE_H
#define GRAPH_CG_CYCLE_H

#include "graph/cg.h"

/* Makes a cycle of every chain of two or more members that cg_dfn found.  Each
   gets a number (in the order of the addresses of the heads) and a node, with
   its calls from outside and the calls between its members.  HEADS is the
   result of cg_dfn.  */
void cycle_link (struct cg *cg, const cg_id *heads);

/* Sets the time of each cycle: the sum over those members whose time counts.
   Call it after propagate_flags.  */
void sum_cycles (struct cg *cg);

#endif /* GRAPH_CG_CYCLE_H */
