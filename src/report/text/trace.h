/* report/text/trace.h -- the results as traces (-d).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_TEXT_TRACE_H
#define REPORT_TEXT_TRACE_H

#include "report/view.h"

/* Writes the data of the tables as traces, for each topic that is set in
   VIEW's diag.  The topic of blocks shows COUNTS, all other topics show VIEW;
   see reports_print for COUNTS.  Takes no time if no topic is set.  */
void trace_view (const struct view *view, const struct view *counts);

#endif /* REPORT_TEXT_TRACE_H */
