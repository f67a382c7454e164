/* graph/cg_dfn.h -- depth-first numbering: topological order and cycles.

   SPDX-License-Identifier: GPL-3.0-or-later

   Numbers every node so that callees come before callers, and chains the
   members of each cycle.  The order in which nodes and arcs are visited, and so
   the order of the chains, is that of GNU gprof; the collapsing of cycles is
   the classic one (Graham, Kessler, McKusick, "gprof: a call graph execution
   profiler", 1982; Tarjan 1972).  */

#ifndef GRAPH_CG_DFN_H
#define GRAPH_CG_DFN_H

#include "graph/cg.h"

/* Sets `order' and `next' of every node of CG, whose arcs are indexed.
   HEADS[id] (N_SYMS + 1 of them, by the caller) becomes the head of the chain
   that ID is in: the member that was entered first, ID itself if it is in no
   cycle.  Linear in nodes and arcs (but for a logarithm in joining chains); an
   explicit stack.  */
void cg_dfn (struct cg *cg, cg_id *heads);

#endif /* GRAPH_CG_DFN_H */
