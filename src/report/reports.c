/* report/reports.c -- the table of reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/reports.h"

#include "report/bb_print.h"
#include "report/cg_order.h"
#include "report/cg_print.h"
#include "report/hist_print.h"
#include "report/src_print.h"
#include "report/trace.h"

/* In the order of the FSF layout.  */
static const struct report fsf_reports[] = {
  { STYLE_FLAT, NEED_HISTOGRAM, hist_print },
  { STYLE_CALL_GRAPH, NEED_ARCS, cg_print },
  { STYLE_CALL_GRAPH, NEED_ARCS, cg_print_index },
  { STYLE_EXEC_COUNTS, NEED_COUNTS, print_exec_counts },
  { STYLE_ANNOTATED, NEED_COUNTS, print_annotated_source },
  { STYLE_FUNCTION_ORDER, NEED_NOTHING, cg_print_function_ordering },
  { STYLE_FILE_ORDER, NEED_NOTHING, cg_print_file_ordering },
};

/* BSD has the graph first, and the index after the flat profile.  */
static const struct report bsd_reports[] = {
  { STYLE_CALL_GRAPH, NEED_ARCS, cg_print },
  { STYLE_FLAT, NEED_HISTOGRAM, hist_print },
  { STYLE_CALL_GRAPH, NEED_ARCS, cg_print_index },
  { STYLE_EXEC_COUNTS, NEED_COUNTS, print_exec_counts },
  { STYLE_ANNOTATED, NEED_COUNTS, print_annotated_source },
  { STYLE_FUNCTION_ORDER, NEED_NOTHING, cg_print_function_ordering },
  { STYLE_FILE_ORDER, NEED_NOTHING, cg_print_file_ordering },
};

enum
{
  N_REPORTS = sizeof fsf_reports / sizeof *fsf_reports
};

bool
reports_ready (const struct view *view, const struct view *counts,
               unsigned styles, struct diag *diag)
{
  trace_view (view, counts);
  for (int i = 0; i < N_REPORTS; i++)
    {
      const struct report *report = &fsf_reports[i];
      if (!(styles & report->style))
        continue;
      if (report->need == NEED_HISTOGRAM && !view->profile->has_hists)
        {
          diag_error (diag, "the profile has no histogram, so there is no "
                      "flat profile to print");
          return false;
        }
      if (report->need == NEED_ARCS && !view->rank)
        {
          diag_error (diag, "the profile has no call-graph arcs, so there is "
                      "no call graph to print");
          return false;
        }
    }
  return true;
}

void
reports_print (struct out *out, const struct view *view,
               const struct view *counts, unsigned styles)
{
  const struct report *reports
    = view->style->bsd_layout ? bsd_reports : fsf_reports;
  for (int i = 0; i < N_REPORTS; i++)
    if (styles & reports[i].style)
      reports[i].print (out, reports[i].need == NEED_COUNTS ? counts : view);
}
