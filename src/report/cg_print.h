/* report/cg_print.h -- the call graph and its index.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_CG_PRINT_H
#define REPORT_CG_PRINT_H

#include "report/view.h"

/* Sorts the arcs of every entry as cg_print writes them.  CHILD_ARCS and
   PARENT_ARCS are copies of the arrays of the graph's spans.  */
void cg_sort_as_printed (const struct view *view, uint32_t *child_arcs,
                         uint32_t *parent_arcs);

/* Returns whether the index of the call graph lists the node ID of CG.  Static
   functions that it lists need their source position looked up before.  */
bool cg_index_lists (const struct style *style, const struct cg *cg,
                     const struct symtab *symtab, cg_id id);

#endif /* REPORT_CG_PRINT_H */
