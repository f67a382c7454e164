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
      out_printf (out, "\n\n| self %% | total %% |%s calls | name |\n"
                  "| ---: | ---: |%s ---: | :--- |\n",
                  errors.has_ranges ? " certain total % |" : "",
                  errors.has_ranges ? " ---: |" : "");
      for (size_t i = 0; i < rows.len; i++)
        markdown_row (out, view, &errors, &rows.rows[i]);
      row_errors_free (&errors);
    }
  rows_free (&rows);
}
