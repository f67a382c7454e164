/* graph/cg_arcs.h -- arcs and the driver of the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_CG_ARCS_H
#define GRAPH_CG_ARCS_H

#include <stdbool.h>

#include "graph/cg.h"
#include "image/symtab.h"
#include "profile/hist.h"
#include "profile/profile.h"
#include "select/sym_ids.h"

/* Finds arcs by their two ends while a graph is built.  */
struct arc_table;
struct arc_table *arc_table_new (void);
void arc_table_free (struct arc_table *table);

/* Index into CG->arcs of the arc from PARENT to CHILD, or CG_NONE.  */
uint32_t arc_lookup (const struct arc_table *table, const struct cg *cg,
                     cg_id parent, cg_id child);

/* Adds COUNT calls from PARENT to CHILD, as a new arc or to the one that is
   there.  */
void arc_add (struct arc_table *table, struct cg *cg, cg_id parent,
              cg_id child, uint64_t count);

/* What became of a profile's arcs.  */
struct tally
{
  uint64_t taken;               /* arcs with a symbol at both ends */
  uint64_t lost;                /* arcs with an end that belongs to none */
};

/* Resolves the arcs of PROFILE to symbols and adds those selected to CG.
   Calls from outside the image (GMON_FROM_OUTSIDE) count for the callee,
   unless STRICT.  */
struct tally cg_tally (struct cg *cg, const struct profile *profile,
                       const struct symtab *symtab,
                       const struct selection *selection, bool strict);

/* Numbers, finds cycles and propagates, from the self times in FLAT.  */
void cg_assemble (struct cg *cg, const struct flat *flat,
                  const struct selection *selection, bool strict);

#endif /* GRAPH_CG_ARCS_H */
