/* graph/cg_measured.h -- measured times in the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_CG_MEASURED_H
#define GRAPH_CG_MEASURED_H

#include "attribute/samples.h"
#include "graph/cg.h"
#include "graph/stacks.h"

/* Fills FLAT with the self times of STACKS.  Symbols that SELECTION excludes
   from the flat profile get nothing.  The caller releases FLAT with
   flat_free.  */
void flat_measure (struct flat *flat, const struct stacks *stacks,
                   const struct selection *selection);

/* Adds to CG, which cg_tally has filled, an arc with count 0 for each call on
   STACKS that was not counted and that SELECTION selects, and makes
   CG->measured.  */
void cg_add_measured (struct cg *cg, const struct stacks *stacks,
                      const struct selection *selection);

/* The input of cg_assemble_measured beside the graph.  */
struct cg_measure
{
  const struct stacks *stacks;
  const struct selection *selection;
  struct quirks quirks;
  bool no_cycles;               /* the members of cycles stay functions of their
                                   own */
  bool apportion;               /* make CG->apportioned, and the times of arcs
                                   that belong to it */
};

/* Finishes CG as cg_assemble does, but with the times of the stacks of REQUEST.
   The time of a cycle is that of the stacks with any of its members.  */
void cg_assemble_measured (struct cg *cg, const struct cg_measure *request);

#endif /* GRAPH_CG_MEASURED_H */
