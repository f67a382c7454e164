/* report/cg_print.h -- the call graph and its index.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_CG_PRINT_H
#define REPORT_CG_PRINT_H

#include "base/out.h"
#include "report/view.h"

/* Writes an entry for every function that took part: its callers above, its
   callees below.  VIEW has a rank.  */
void cg_print (struct out *out, const struct view *view);

/* Sorts the arcs of every entry as cg_print writes them.  CHILD_ARCS and
   PARENT_ARCS are copies of the arrays of the graph's spans.  */
void cg_sort_as_printed (const struct view *view, uint32_t *child_arcs,
                         uint32_t *parent_arcs);

/* Writes the names with the numbers of their entries, in columns.  */
void cg_print_index (struct out *out, const struct view *view);

/* Is the node ID of CG in that index?  Static functions that are need their
   source position looked up before.  */
bool cg_index_lists (const struct style *style, const struct cg *cg,
                     const struct symtab *symtab, cg_id id);

#endif /* REPORT_CG_PRINT_H */
