/* run/choice.c -- which reports the data of the profile allow.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/choice.h"

#include "report/reports.h"
#include "run/hints.h"
#include "run/measured.h"

/* The reports that are possible if no option asks for a report, until the
   profile is read.  */
#define REPORTS_BY_DEFAULT (REPORT_FLAT | REPORT_CALL_GRAPH)

unsigned
choice_before_profile (const struct options *options)
{
  if (options->exporter)
    return options->styles & (REPORT_SUM | REPORT_WAITS);
  return options->styles ? options->styles : REPORTS_BY_DEFAULT;
}

unsigned
choice_by_data (const struct options *options, struct diag *diag,
                const struct profile *profile, const struct process *process,
                unsigned styles)
{
  unsigned possible = 0;
  if (options->styles || options->exporter)
    return hint_waits (options, diag, profile, styles);
  if (measured_has_times (process, profile))
    possible |= REPORT_FLAT;
  if (measured_has_calls (process, profile))
    possible |= REPORT_CALL_GRAPH;
  if (!possible)
    possible = REPORT_EXEC_COUNTS;
  return possible & ~options->asked;
}

/* Returns true if the profile has data, or -z prints functions without data.
   Returns false after one diag_error if it is only a header and execution
   counts are the only report, which is the default without data.  With
   accept_no_data returns true: then nothing is printed.  */
static bool
has_anything (const struct options *options, struct diag *diag,
              const struct profile *profile, const struct process *process,
              unsigned styles)
{
  if (options->style.quirks.accept_no_data || options->style.show_unused
      || styles != REPORT_EXEC_COUNTS || measured_has_times (process, profile)
      || measured_has_calls (process, profile) || profile->n_blocks)
    return true;
  diag_error (diag, "%s: nothing was recorded: no samples, calls or counts of"
              " blocks; compile and link the program with -pg, and run it again"
              " until it ends by itself", profile_name (profile));
  return false;
}

bool
choice_check (const struct options *options, struct diag *diag,
              const struct profile *profile, const struct process *process,
              unsigned *styles)
{
  unsigned missing = 0;
  if (!has_anything (options, diag, profile, process, *styles))
    return false;
  if (!measured_has_times (process, profile))
    missing |= REPORT_FLAT;
  if (!measured_has_calls (process, profile))
    missing |= REPORT_CALL_GRAPH;
  missing &= *styles;
  if (options->style.quirks.all_reports_or_none
      || !(*styles & (REPORT_FLAT | REPORT_CALL_GRAPH) & ~missing))
    return true;
  *styles &= ~missing;
  if (missing & REPORT_FLAT)
    diag_warning (diag, "%s: no samples were recorded, so there is no flat"
                  " profile; leave out -p", profile_name (profile));
  if (missing & REPORT_CALL_GRAPH)
    diag_warning (diag, "%s: no calls were recorded, so there is no call"
                  " graph", profile_name (profile));
  return true;
}

unsigned
choice_needs (const struct options *options, const struct diag *diag,
              unsigned styles, bool specs_need_lines)
{
  const unsigned of_specs
    = specs_need_lines ? NEED_LINES | NEED_ALL_LINES : 0;
  if (options->by_file)
    return NEED_SYMBOLS | of_specs;
  unsigned needs = (reports_needs (&options->style, styles)
                    | options->export_needs | of_specs);
  if (options->rebase == REBASE_AUTO)
    needs |= NEED_SYMBOLS;
  if (diag_traces (diag, TRACE_SOURCES))
    needs |= NEED_ALL_LINES;
  return needs;
}
