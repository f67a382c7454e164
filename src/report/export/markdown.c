/* report/export/markdown.c -- tables for a pull request: --format=markdown.

   SPDX-License-Identifier: GPL-3.0-or-later

   The tables are those of GitHub's Markdown.  */

#include <config.h>

#include "base/out_number.h"
#include "report/export/columns.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/function_columns.h"
#include "report/text/accounting.h"

/* Returns true if column number I of TABLE is the error of the number before
   it, and shares its cell.  */
static bool
is_joined (const struct table *table, size_t i)
{
  return i && table->columns[i]->kind == COLUMN_ERROR;
}

static void
markdown_put_row (struct out *out, struct out *text, const struct table *table,
                  const void *row)
{
  struct cell cell;
  for (size_t i = 0; i < table->n_columns; i++)
    {
      out_clear (text);
      table_put (text, table, table->columns[i], row, markdown_name, &cell);
      const char *shown = out_memory (text, NULL);
      if (is_joined (table, i))
        out_text (out, "\xc2\xb1");    /* plus-minus */
      else
        out_text (out, "| ");
      out_text (out, shown);
      if (*shown)
        out_char (out, ' ');
    }
  out_text (out, "|\n");
}

void
table_put_markdown (struct out *out, const struct table *table)
{
  struct out *text = out_to_memory ();
  out_text (out, "|");
  for (size_t i = 0; i < table->n_columns; i++)
    if (!is_joined (table, i))
      {
        out_char (out, ' ');
        column_put_heading (out, table, table->columns[i]);
        out_text (out, " |");
      }
  out_text (out, "\n|");
  for (size_t i = 0; i < table->n_columns; i++)
    if (!is_joined (table, i))
      out_text (out, table->columns[i]->put ? " :--- |" : " ---: |");
  out_char (out, '\n');
  for (size_t i = 0; i < table->n_rows; i++)
    markdown_put_row (out, text, table, table_row (table, i));
  out_close (text);
}

void
markdown_print (struct out *out, const struct view *view)
{
  struct function_table functions;
  if (function_table_init (&functions, view, TABLE_MARKDOWN))
    {
      out_text (out, "100 % = ");
      out_fixed (out, view_time (view, view->flat->total), 0, 2);
      out_char (out, ' ');
      plain_line (out, view->profile->dimension);
      out_text (out, "\n\n");
      if (is_recorded_outside (view))
        {
          print_recording (out, view);
          out_char (out, '\n');
        }
      if (view_counted (view))
        {
          print_counted (out, view);
          out_char (out, '\n');
        }
      table_put_markdown (out, &functions.table);
    }
  function_table_free (&functions);
}
