/* compat/cg_export.h -- turns the graph back into a profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk sum_in_read_order, for gprof_sum: the content of the gmon.sum that
   GNU gprof -s writes.  */

#ifndef COMPAT_CG_EXPORT_H
#define COMPAT_CG_EXPORT_H

#include "graph/cg.h"
#include "image/symtab.h"
#include "profile/profile.h"

/* Replaces the arcs of PROFILE by those of CG, which may be bare.  An arc goes
   from the start of one symbol to the start of another.  Arcs are ordered by
   caller, and the newest comes first.  Also groups the blocks by symbol, at
   most ten for each.  This is the content of a sum that GNU gprof -s
   writes.  */
void cg_export (const struct cg *cg, const struct symtab *symtab,
                struct profile *profile);

#endif /* COMPAT_CG_EXPORT_H */
