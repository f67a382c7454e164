/* report/reports.h -- the table of reports.

   SPDX-License-Identifier: GPL-3.0-or-later

   Adding a report is one file and one line in both tables of reports.c; HACKING
   has the rest.  */

#ifndef REPORT_REPORTS_H
#define REPORT_REPORTS_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "report/view.h"

/* What the profile must have for a report.  */
enum report_need
{
  NEED_NOTHING,
  NEED_COUNTS,                  /* nothing either, but it shows blocks */
  NEED_HISTOGRAM,
  NEED_ARCS
};

struct report
{
  enum report_style style;
  enum report_need need;
  void (*print) (struct out *out, const struct view *view);
};

/* Is everything there that the reports in STYLES (bits of enum report_style)
   need?  False after one diag_error.  COUNTS is what reports with NEED_COUNTS
   see: the VIEW, or one by line.  */
bool reports_ready (const struct view *view, const struct view *counts,
                    unsigned styles, struct diag *diag);

/* Writes the reports in STYLES, in the order of the layout.  */
void reports_print (struct out *out, const struct view *view,
                    const struct view *counts, unsigned styles);

#endif /* REPORT_REPORTS_H */
