/* graph/cg_dfn.h -- depth-first numbering: topological order and cycles.

   SPDX-License-Identifier: GPL-3.0-or-later

   Numbers every node so that callees come before callers, and chains the
   members of each cycle.  Nodes and arcs are visited in the order of GNU
   gprof, which decides the order of the chains.  The collapsing of cycles is
   the classic one (Graham, Kessler, McKusick, "gprof: a call graph execution
   profiler", 1982; Tarjan 1972).  */

#ifndef GRAPH_CG_DFN_H
#define GRAPH_CG_DFN_H

#include "graph/cg.h"

/* Sets `order' and `next' of every node of CG, whose arcs must be indexed.
   HEADS has room for n_syms + 1 elements; HEADS[id] becomes the head of the
   chain that ID is in: the member that was entered first, or ID itself if it
   is in no cycle.  The time is linear in nodes and arcs, except for a
   logarithm where chains are joined.  The stack is on the heap: deep call
   chains do not overflow it.  */
void cg_dfn (struct cg *cg, cg_id *heads);

#endif /* GRAPH_CG_DFN_H */
