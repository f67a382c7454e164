/* report/cg_rank.h -- the order of call-graph entries, and their numbers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_CG_RANK_H
#define REPORT_CG_RANK_H

#include <stddef.h>
#include <stdint.h>

#include "graph/cg.h"
#include "image/symtab.h"

/* All nodes by falling time (self and children); the place in this order,
   from 1, is what "[7]" in the reports means.  */
struct cg_rank
{
  cg_id *order;                 /* node by place - 1 */
  uint32_t *index;              /* place by node */
  size_t len;
};

void cg_rank_init (struct cg_rank *rank, const struct cg *cg,
                   const struct symtab *symtab);
void cg_rank_free (struct cg_rank *rank);

#endif /* REPORT_CG_RANK_H */
