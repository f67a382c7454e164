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

/* Finishes CG as cg_assemble does, but with the times of STACKS.  The time of a
   cycle is that of the stacks with any of its members.  If NO_CYCLES is set,
   the members of cycles stay functions of their own.  */
void cg_assemble_measured (struct cg *cg, const struct stacks *stacks,
                           const struct selection *selection,
                           struct quirks quirks, bool no_cycles);

#endif /* GRAPH_CG_MEASURED_H */
