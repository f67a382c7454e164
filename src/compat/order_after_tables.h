/* compat/order_after_tables.h -- what other reports change for -r.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk order_after_tables, for report/text/cg_order.  In GNU gprof the
   reports that come before -r change the data that it reads: with -A a symbol
   at address 0 gets the calls of its whole line; with the call graph the arcs
   stay in the order in which they were printed.  */

#ifndef COMPAT_ORDER_AFTER_TABLES_H
#define COMPAT_ORDER_AFTER_TABLES_H

#include "report/view.h"

/* Returns a copy of the graph of VIEW with these changes, or NULL if there are
   none.  The caller releases it with graph_after_tables_free.  Everything else
   in it is borrowed from VIEW.  */
struct cg *graph_after_tables (const struct view *view);
void graph_after_tables_free (struct cg *cg);

#endif /* COMPAT_ORDER_AFTER_TABLES_H */
