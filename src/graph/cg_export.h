/* graph/cg_export.h -- the graph back to a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_CG_EXPORT_H
#define GRAPH_CG_EXPORT_H

#include "graph/cg.h"
#include "image/symtab.h"
#include "profile/profile.h"

/* Replaces the arcs of PROFILE by those of CG, which may be bare, each from the
   start of a symbol to the start of another: by caller, the newest first; and
   groups the blocks by symbol, at most ten each.  This is what GNU's -s
   writes.  */
void cg_export (const struct cg *cg, const struct symtab *symtab,
                struct profile *profile);

#endif /* GRAPH_CG_EXPORT_H */
