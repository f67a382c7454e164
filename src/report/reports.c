/* report/reports.c -- the table of reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/reports.h"

#include "report/text/trace.h"

struct report
{
  enum report_bit style;
  const char *option;           /* long name of the option that asks for it */
  unsigned needs;               /* bits of enum report_need */
  unsigned fsf, bsd;            /* its places in the two layouts */
  void (*print) (struct out *out, const struct view *view);
};

#define ROW(name, option, needs, fsf, bsd, print)                             \
  { REPORT_##name, option, needs, fsf, bsd, print },
#define NO_ROW(name, option)

static const struct report reports[] = { REPORTS (ROW, ROW, NO_ROW) };

enum
{
  N_REPORTS = sizeof reports / sizeof *reports
};

/* The sets of places, as bits.  There are as many places as rows, so a place
   without a row means that another place has two.  */
#define FSF_PLACE(name, option, needs, fsf, bsd, print) | 1u << (fsf)
#define BSD_PLACE(name, option, needs, fsf, bsd, print) | 1u << (bsd)

_Static_assert ((0 REPORTS (FSF_PLACE, FSF_PLACE, NO_ROW))
                == (1u << N_REPORTS) - 1,
                "report_list.h: each FSF place from 0 has one row");
_Static_assert ((0 REPORTS (BSD_PLACE, BSD_PLACE, NO_ROW))
                == (1u << N_REPORTS) - 1,
                "report_list.h: each BSD place from 0 has one row");

unsigned
reports_needs (const struct style *style, unsigned styles)
{
  unsigned needs = 0;
  for (int i = 0; i < N_REPORTS; i++)
    if (styles & reports[i].style)
      needs |= reports[i].needs;
  if (style->quirks.always_load_symbols)
    needs |= NEED_SYMBOLS;
  if (style->show_unused || style->quirks.ask_all_lines)
    needs |= NEED_ALL_LINES;
  if (style->line_mode || style->inline_file_names)
    needs |= NEED_LINES;
  if (style->bsd_layout)
    needs |= NEED_ENTRIES;      /* the flat profile of the BSD layout shows the
                                   numbers, too */
  return needs;
}

/* Reports the data that REPORT needs and the profile of VIEW lacks.  Returns
   false after one diag_error.  */
static bool
report_ready (const struct report *report, const struct view *view,
              struct diag *diag)
{
  bool lacks_arcs = ((report->needs & NEED_ARCS && !view->profile->has_arcs
                      && !view->stacks)
                     || (report->needs & NEED_ENTRIES && !view->entries));
  if (report->needs & NEED_HISTOGRAM && !view->profile->has_hists
      && !view->stacks)
    diag_error (diag, "the profile has no histogram, so --%s has nothing to"
                " print", report->option);
  else if (lacks_arcs)
    diag_error (diag, "the profile has no call-graph arcs, so --%s has"
                " nothing to print", report->option);
  else if (report->needs & NEED_WAITS && !view->waits && view->style->by_run)
    diag_error (diag, "it was not recorded where threads were blocked, so --%s"
                " has nothing to print; a message of libgmon tells why, or the"
                " program has another runtime", report->option);
  else if (report->needs & NEED_WAITS && !view->waits)
    diag_error (diag, image_may_use_libgmon (view->image)
                ? N_("the profile does not tell where threads were blocked, so"
                     " --%s has nothing to print; record it by libgmon with"
                     " GMON_OPTIONS=wait=on")
                : N_("the profile does not tell where threads were blocked, so"
                     " --%s has nothing to print"), report->option);
  else if (report->needs & NEED_STACKS && !view->stacks)
    diag_error (diag, image_may_use_libgmon (view->image)
                ? N_("the profile does not tell threads apart, so --%s has"
                     " nothing to print; record it by libgmon with"
                     " GMON_OPTIONS=stacks=on")
                : N_("the profile does not tell threads apart, so --%s has"
                     " nothing to print"), report->option);
  else
    return true;
  return false;
}

bool
reports_ready (const struct view *view, const struct view *counts,
               unsigned styles, struct diag *diag)
{
  trace_view (view, counts);
  for (int i = 0; i < N_REPORTS; i++)
    if (styles & reports[i].style && !report_ready (&reports[i], view, diag))
      return false;
  return true;
}

/* Returns the report that stands at PLACE in the layout of STYLE.  */
static const struct report *
report_at (const struct style *style, unsigned place)
{
  const struct report *report = reports;
  while ((style->bsd_layout ? report->bsd : report->fsf) != place)
    report++;
  return report;
}

void
reports_print (struct out *out, const struct view *view,
               const struct view *counts, unsigned styles)
{
  for (unsigned place = 0; place < N_REPORTS; place++)
    {
      const struct report *report = report_at (view->style, place);
      if (styles & report->style)
        report->print (out, report->needs & NEED_BLOCKS ? counts : view);
    }
}
