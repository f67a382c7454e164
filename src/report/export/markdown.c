/* report/export/markdown.c -- a table for a pull request: --format=markdown.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the rows that the options select.  Out: a table of GitHub's Markdown.  */

#include <config.h>

#include <string.h>

#include "base/out_number.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/rows.h"
#include "report/names.h"

/* Returns the length of the longest run of backquotes in NAME.  */
static size_t
longest_run (const char *name)
{
  size_t longest = 0;
  while (*name)
    {
      size_t run = strspn (name, "`");
      longest = run > longest ? run : longest;
      name += run ? run : 1;
    }
  return longest;
}

/* Writes NAME as code.  More backquotes surround it than it has in a row.  The
   backslash before a '|' is for the table; no other character is special.  */
static void
markdown_name (struct out *out, const char *name)
{
  const size_t quotes = longest_run (name) + 1;
  const char *gap = strchr (name, '`') ? " " : "";
  for (size_t i = 0; i < quotes; i++)
    out_char (out, '`');
  out_text (out, gap);
  plain_name (out, name, "|");
  out_text (out, gap);
  for (size_t i = 0; i < quotes; i++)
    out_char (out, '`');
}

static void
markdown_row (struct out *out, const struct view *view, const struct row *row)
{
  out_text (out, "| ");
  out_fixed (out, row->self, 0, 2);
  out_text (out, " | ");
  out_fixed (out, row->total, 0, 2);
  out_text (out, " | ");
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
  if (rows_collect (&rows, view))
    {
      out_text (out, "100 % = ");
      out_fixed (out, view_time (view, view->flat->total), 0, 2);
      out_char (out, ' ');
      plain_name (out, view->profile->dimension, "");
      out_text (out, "\n\n| self % | total % | calls | name |\n"
                "| ---: | ---: | ---: | :--- |\n");
      for (size_t i = 0; i < rows.len; i++)
        markdown_row (out, view, &rows.rows[i]);
    }
  rows_free (&rows);
}
