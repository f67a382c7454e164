/* report/entry_order.h -- the entries of the call graph, and their numbers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_ENTRY_ORDER_H
#define REPORT_ENTRY_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/cg.h"
#include "image/symtab.h"
#include "report/style.h"

/* All nodes but cg_indirect, sorted by time (self and children), the highest
   first; and the numbers by which the reports refer to nodes.  A number is the
   place in that order, from 1.

   In line mode, unless number_unused_lines is set, only entries are numbered,
   without a gap.  A line has the number of the entry of its function.  Nodes
   without an entry have the numbers after the last entry.  */
struct entry_order
{
  cg_id *order;                 /* node by place - 1 */
  uint32_t *index;              /* number by node */
  bool *shown;                  /* by node: true if reports show the number as
                                   "[7]"; false for "(7)", a number that cannot
                                   be looked up */
  bool *has_entry;              /* by node: the result of cg_has_entry */
  size_t len;
  cg_id *by_name;               /* all nodes in alphabetical order, cycles
                                   behind the symbols, nodes with equal names
                                   by number */
};

/* Fills ENTRIES for CG, whose times are propagated.  The caller releases it
   with entry_order_free.  */
void entry_order_init (struct entry_order *entries, const struct style *style,
                       const struct cg *cg, const struct symtab *symtab);
void entry_order_free (struct entry_order *entries);

/* Returns true if the node ID of CG has an entry in the call graph.  */
bool cg_has_entry (const struct style *style, const struct cg *cg,
                   const struct symtab *symtab, cg_id id);

#endif /* REPORT_ENTRY_ORDER_H */
