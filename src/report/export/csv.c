/* report/export/csv.c -- tables for spreadsheets and databases: --format=csv.

   SPDX-License-Identifier: GPL-3.0-or-later

   The form is that of RFC 4180, with a heading of keys.  Numbers have a '.' in
   every locale and are not rounded to what a reader needs.  */

#include <config.h>

#include <math.h>

#include "base/out_number.h"
#include "report/export/columns.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/function_columns.h"
#include "report/export/interval.h"

static bool
has_two_fields (const struct column *column)
{
  return column->kind == COLUMN_RANGE || column->kind == COLUMN_CHANGES;
}

/* Writes TEXT as a field.  A spreadsheet would compute what begins as a
   formula, so such a text gets an apostrophe before it.  No other text begins
   with one: it would get a second one.  */
static void
csv_put_text (struct out *out, const char *text)
{
  const bool is_formula = *text && strchr ("=+-@'", *text);
  const bool is_quoted = strpbrk (text, ",\"") != NULL;
  if (is_quoted)
    out_char (out, '"');
  if (is_formula)
    out_char (out, '\'');
  for (; *text; text++)
    {
      if (*text == '"')
        out_char (out, '"');
      out_char (out, *text);
    }
  if (is_quoted)
    out_char (out, '"');
}

/* Writes the number of CELL, or the one at its upper end if IS_HIGH.  */
static void
csv_put_number (struct out *out, const struct table *table,
                const struct column *column, const struct cell *cell,
                bool is_high)
{
  const double end = is_high ? cell->hi : cell->lo;
  const struct interval interval = { cell->lo, cell->hi };
  switch (column->kind)
    {
    case COLUMN_COUNT:
      out_unsigned (out, cell->count, 0);
      break;
    case COLUMN_SECONDS:
      json_real (out, (double) cell->count / 1e9);
      break;
    case COLUMN_SHARE:
      json_real (out, cell->value * table->percent);
      break;
    case COLUMN_ERROR:
      json_real (out, interval_error (interval, cell->value) * table->percent);
      break;
    case COLUMN_RANGE:
      json_real (out, end * table->percent);
      break;
    case COLUMN_CHANGE:
      if (isfinite (cell->value))
        json_real (out, (cell->value - 1) * 100);
      break;
    case COLUMN_CHANGES:
      if (isfinite (end))
        json_real (out, (end - 1) * 100);
      break;
    default:
      json_real (out, cell->value);
    }
}

/* Writes the value of COLUMN in ROW.  TEXT is a buffer in memory.  */
static void
csv_put_cell (struct out *out, struct out *text, const struct table *table,
              const struct column *column, const void *row)
{
  struct cell cell;
  if (column->put)
    {
      out_clear (text);
      column->put (text, table, row, plain_line);
      csv_put_text (out, out_memory (text, NULL));
      return;
    }
  const bool is_known = table_get (table, column, row, &cell);
  if (is_known)
    csv_put_number (out, table, column, &cell, false);
  if (has_two_fields (column))
    {
      out_char (out, ',');
      if (is_known)
        csv_put_number (out, table, column, &cell, true);
    }
}

void
table_put_csv (struct out *out, const struct table *table)
{
  struct out *text = out_to_memory ();
  for (size_t i = 0; i < table->n_columns; i++)
    {
      const char *key = table->columns[i]->key;
      out_printf (out, has_two_fields (table->columns[i])
                  ? "%s%s-low,%s-high" : "%s%s", i ? "," : "", key, key);
    }
  out_text (out, "\r\n");
  for (size_t row = 0; row < table->n_rows; row++)
    {
      for (size_t i = 0; i < table->n_columns; i++)
        {
          if (i)
            out_char (out, ',');
          csv_put_cell (out, text, table, table->columns[i],
                        table_row (table, row));
        }
      out_text (out, "\r\n");
    }
  out_close (text);
}

void
csv_print (struct out *out, const struct view *view)
{
  struct function_table functions;
  if (function_table_init (&functions, view, TABLE_CSV))
    table_put_csv (out, &functions.table);
  function_table_free (&functions);
}
