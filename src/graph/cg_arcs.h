/* graph/cg_arcs.h -- arcs and the driver of the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_CG_ARCS_H
#define GRAPH_CG_ARCS_H

#include <stdbool.h>

#include "attribute/samples.h"
#include "base/diag.h"
#include "base/slot_index.h"
#include "graph/cg.h"
#include "graph/process_arcs.h"
#include "image/image.h"
#include "image/symtab.h"
#include "profile/profile.h"
#include "select/sym_ids.h"

/* Adds COUNT calls from PARENT to CHILD: to the arc between them, or as a new
   arc.  Returns the index of the arc.  INDEX finds the arcs of CG by their
   ends.  */
uint32_t arc_add (struct slot_index *index, struct cg *cg, cg_id parent,
                  cg_id child, uint64_t count);

/* Enters all arcs of CG in the empty INDEX.  */
void cg_enter_arcs (struct slot_index *index, const struct cg *cg);

/* Looks up the symbols of CALLS, which are those of PROFILE, and adds the
   selected arcs to CG.  An arc with an end in no symbol is left out.  Calls
   from outside the image (GMON_FROM_OUTSIDE) count for the callee, unless
   drop_outside_calls is set.  Returns false after one diag_error if the sum of
   all counts exceeds 64 bits; so no later sum can.  With truncate_sums, sums
   wrap instead.  */
bool cg_tally (struct cg *cg, struct diag *diag,
               const struct profile *profile, const struct arc_list *calls,
               const struct symtab *symtab,
               const struct selection *selection);

/* Adds an arc with count 0 to CG for each call in the code of IMAGE that has no
   arc yet.  Call it after cg_tally.  The user's choice of arcs does not apply.
   If the code cannot be decoded, prints a warning and leaves CG as it is.  The
   quirks of PROFILE apply: with limit_calls, only the code in the ranges of
   its histograms is searched.  */
void cg_add_static (struct cg *cg, struct diag *diag,
                    const struct profile *profile, const struct image *image,
                    const struct symtab *symtab);

/* Finishes CG: numbers the nodes, finds cycles, and propagates time, starting
   with the self times in FLAT.  Call it after the last arc is added.  */
void cg_assemble (struct cg *cg, const struct flat *flat,
                  const struct selection *selection, struct quirks quirks);

/* The part of cg_assemble that comes before the propagation of time: numbers
   the nodes, finds cycles, and decides which nodes have an entry.  */
void cg_arrange (struct cg *cg, const struct selection *selection,
                 struct quirks quirks);

#endif /* GRAPH_CG_ARCS_H */
