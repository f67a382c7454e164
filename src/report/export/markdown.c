/* report/export/markdown.c -- a table for a pull request: --format=markdown.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the rows that the options select.  Out: a table of GitHub's Markdown.  */

#include <config.h>

#include <string.h>

#include "base/out_number.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/row_errors.h"
#include "report/export/rows.h"
#include "report/names.h"

static void
markdown_share (struct out *out, const struct row_errors *errors,
                double share)
{
  out_text (out, "| ");
  out_fixed (out, share, 0, 2);
  if (errors->view)
    {
      out_text (out, " \xc2\xb1");     /* U+00B1: plus-minus */
      out_fixed (out, row_error (errors, share), 0, 2);
    }
  out_char (out, ' ');
}

#define NS_PER_SECOND 1e9

/* Writes a cell with NS, in seconds, but for the bar at its end.  */
static void
markdown_seconds (struct out *out, uint64_t ns)
{
  out_text (out, "| ");
  out_fixed (out, (double) ns / NS_PER_SECOND, 0, 2);
  out_char (out, ' ');
}

/* Writes the cells of blocked time of the function ID, if there are any.  */
static void
markdown_blocked (struct out *out, const struct view *view, sym_id id)
{
  if (!view->waits)
    return;
  markdown_seconds (out, view->waits->stacks->times[id].self);
  markdown_seconds (out, view->waits->stacks->times[id].incl);
  for (unsigned kind = 0; kind < GMON_WAITS; kind++)
    markdown_seconds (out, view->waits->kinds[id].ns[kind]);
}

/* Writes the two lines of the head.  */
static void
markdown_head (struct out *out, const struct view *view,
               const struct row_errors *errors)
{
  out_printf (out, "\n\n| self %% | total %% |%s",
              errors->has_ranges ? " certain total % |" : "");
  if (view->waits)
    out_text (out, " blocked s | total blocked |");
  for (unsigned kind = 0; view->waits && kind < GMON_WAITS; kind++)
    out_printf (out, " %s |", wait_kind_name (kind));
  out_printf (out, " calls | name |\n| ---: | ---: |%s",
              errors->has_ranges ? " ---: |" : "");
  for (unsigned i = 0; view->waits && i < 2 + GMON_WAITS; i++)
    out_text (out, " ---: |");
  out_text (out, " ---: | :--- |\n");
}

static void
markdown_row (struct out *out, const struct view *view,
              const struct row_errors *errors, const struct row *row)
{
  double lo, hi;
  markdown_share (out, errors, row->self);
  markdown_share (out, errors, row->total);
  if (errors->has_ranges)
    out_text (out, "| ");
  if (errors->has_ranges && row_range (errors, row, &lo, &hi))
    {
      out_fixed (out, lo, 0, 2);
      out_text (out, "..");
      out_fixed (out, hi, 0, 2);
      out_char (out, ' ');
    }
  markdown_blocked (out, view, row->id);
  out_text (out, "| ");
  if (row->calls)
    out_unsigned (out, row->calls, 0);
  else
    out_char (out, '-');
  out_text (out, " | ");
  markdown_name (out, name_of (view, row->id));
  out_text (out, " |\n");
}

void
markdown_print (struct out *out, const struct view *view)
{
  struct rows rows;
  struct row_errors errors;
  if (rows_collect (&rows, view))
    {
      out_text (out, "100 % = ");
      out_fixed (out, view_time (view, view->flat->total), 0, 2);
      out_char (out, ' ');
      plain_name (out, view->profile->dimension, "");
      row_errors_init (&errors, view, &rows);
      markdown_head (out, view, &errors);
      for (size_t i = 0; i < rows.len; i++)
        markdown_row (out, view, &errors, &rows.rows[i]);
      row_errors_free (&errors);
    }
  rows_free (&rows);
}
