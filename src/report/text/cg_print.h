/* report/text/cg_print.h -- the call graph and its index.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TEXT_CG_PRINT_H
#define REPORT_TEXT_CG_PRINT_H

#include "report/view.h"

/* Sorts the arcs of every entry in the order in which cg_print writes them.
   CHILD_ARCS and PARENT_ARCS are copies of the arrays with these names of
   view->cg, and get the result.  */
void cg_sort_as_printed (const struct view *view, uint32_t *child_arcs,
                         uint32_t *parent_arcs);

/* Returns true if the index of the call graph lists the node ID of CG.  The
   source positions of static functions that the index lists must be looked up
   before it is printed.  */
bool cg_index_lists (const struct style *style, const struct cg *cg,
                     const struct symtab *symtab, cg_id id);

#endif /* REPORT_TEXT_CG_PRINT_H */
