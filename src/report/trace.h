/* report/trace.h -- what -d tells of the results.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include "report/view.h"

/* Tells, for each topic that VIEW's diag is set to, what the tables are made
   of, those of COUNTS (see reports_print) as well.  Costs nothing if it is set
   to none.  */
void trace_view (const struct view *view, const struct view *counts);

#endif /* REPORT_TRACE_H */
