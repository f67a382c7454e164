/* report/cg_rank.h -- the entries of the call graph, and their numbers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_CG_RANK_H
#define REPORT_CG_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/cg.h"
#include "image/symtab.h"
#include "report/style.h"

/* All nodes but cg_indirect by falling time (self and children), and the
   numbers by which the reports refer to them.  A number is the place in that
   order, from 1.

   In line mode, unless strict, entries alone are numbered, 1, 2, 3 without a
   gap; a line has the number of its function's entry; what has none comes
   after them.  */
struct cg_rank
{
  cg_id *order;                 /* node by place - 1 */
  uint32_t *index;              /* number by node */
  bool *shown;                  /* by node: "[7]", or "(7)" for what is not
                                   meant to be looked up */
  bool *has_entry;              /* by node: cg_has_entry, asked as nodes lie */
  size_t len;
  cg_id *by_name;               /* the same nodes in alphabetical order,
                                   cycles behind the symbols; by number where
                                   that is equal */
};

void cg_rank_init (struct cg_rank *rank, const struct style *style,
                   const struct cg *cg, const struct symtab *symtab);
void cg_rank_free (struct cg_rank *rank);

/* Has the node ID of CG an entry in the call graph?  */
bool cg_has_entry (const struct style *style, const struct cg *cg,
                   const struct symtab *symtab, cg_id id);

#endif /* REPORT_CG_RANK_H */
