/* report/reports.h -- the table of reports.

   SPDX-License-Identifier: GPL-3.0-or-later

   The rows are in report_list.h; HACKING section 4 explains how to add a
   report.  */

#ifndef REPORT_REPORTS_H
#define REPORT_REPORTS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "report/needs.h"
#include "report/report_list.h"
#include "report/view.h"

/* The functions of the rows, each defined by the file of its report.  */
#define REPORT_PROTOTYPE(name, option, needs, fsf, bsd, print)                \
  void print (struct out *out, const struct view *view);
#define NO_PROTOTYPE(name, option)
REPORTS (REPORT_PROTOTYPE, REPORT_PROTOTYPE, NO_PROTOTYPE)
#undef REPORT_PROTOTYPE
#undef NO_PROTOTYPE

/* Returns the needs, bits of enum report_need: those of the reports STYLES,
   bits of enum report_bit, and those that STYLE adds to every report.  */
unsigned reports_needs (const struct style *style, unsigned styles);

/* Checks that the profile behind VIEW holds the data that the reports STYLES
   need, and traces VIEW and COUNTS, the views that reports_print is going to
   print.  Returns false after one diag_error.  */
bool reports_ready (const struct view *view, const struct view *counts,
                    unsigned styles, struct diag *diag);

/* Writes the reports STYLES to OUT, in the order of the layout.  Reports with
   NEED_BLOCKS print COUNTS, which can be VIEW or a view by line; all other
   reports print VIEW.  */
void reports_print (struct out *out, const struct view *view,
                    const struct view *counts, unsigned styles);

#endif /* REPORT_REPORTS_H */
