/* graph/cg_arcs.h -- arcs and the driver of the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_CG_ARCS_H
#define GRAPH_CG_ARCS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/key_index.h"
#include "graph/cg.h"
#include "image/core.h"
#include "image/symtab.h"
#include "profile/hist.h"
#include "profile/profile.h"
#include "select/sym_ids.h"

/* Adds COUNT calls from PARENT to CHILD, as a new arc or to the one that is
   there.  INDEX is that of the arcs by their ends.  */
void arc_add (struct key_index *index, struct cg *cg, cg_id parent,
              cg_id child, uint64_t count);

/* Resolves the arcs of PROFILE to symbols and adds those selected to CG; what
   has an end that belongs to no symbol is left out.  Calls from outside the
   image (GMON_FROM_OUTSIDE) count for the callee, unless the profile is
   strict.  False after one diag_error if all counts together pass 64 bits, so
   that no sum made of them later can; those of a strict profile wrap.  */
bool cg_tally (struct cg *cg, struct diag *diag,
               const struct profile *profile, const struct symtab *symtab,
               const struct selection *selection);

/* Adds to CG, after cg_tally, an arc with count 0 for each call that the code
   holds and that no arc is there for; the user's choice of arcs does not
   apply.  If that is not possible there is a warning, and CG stays as it is.
   A strict PROFILE limits it, to where its histograms are.  */
void cg_add_static (struct cg *cg, struct diag *diag,
                    const struct profile *profile, const struct core *core,
                    const struct symtab *symtab);

/* Numbers, finds cycles and propagates, from the self times in FLAT.  */
void cg_assemble (struct cg *cg, const struct flat *flat,
                  const struct selection *selection, bool strict);

#endif /* GRAPH_CG_ARCS_H */
