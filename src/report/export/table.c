/* report/export/table.c -- tables for the eye: --format=table.

   SPDX-License-Identifier: GPL-3.0-or-later

   Numbers are right-aligned and have a '.' in every locale.  */

#include <config.h>

#include <stdlib.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "report/export/columns.h"
#include "report/export/export_text.h"
#include "report/export/exporters.h"
#include "report/export/function_columns.h"
#include "report/export/short_name.h"
#include "report/text/accounting.h"

/* The blanks before a number whose column has no fixed width.  */
#define GAP 2

/* The least room for names, in columns, however narrow the terminal is.  */
#define MIN_NAME 12

static bool
is_left (const struct column *column)
{
  return column->put && !column->is_right;
}

/* Writes NAME on one line, safe for a terminal.  */
static void
table_put_name (struct out *out, const char *name)
{
  size_t len = 0;
  while (name[len] >= 0x20 && name[len] < 0x7f)
    len++;
  if (!name[len])
    {
      out_name (out, name, len);
      return;
    }
  struct out *plain = out_to_memory ();
  plain_line (plain, name);
  const char *text = out_memory (plain, &len);
  out_name (out, text, len);
  out_close (plain);
}

/* Returns the start of line number LINE, from the last one up, of HEADING, and
   sets *LEN to its length.  It is empty if there are fewer lines.  */
static const char *
heading_line (const char *heading, size_t line, size_t *len)
{
  const char *start = heading;
  size_t lines = 0;
  for (const char *at = heading; *at; at++)
    lines += *at == '\n';
  *len = 0;
  if (line > lines)
    return "";
  for (; lines > line; lines--)
    start = strchr (start, '\n') + 1;
  *len = strcspn (start, "\n");
  return start;
}

/* Writes the value of COLUMN in ROW to TEXT, a memory buffer that is emptied
   before, and returns its length.  */
static size_t
render (struct out *text, const struct table *table,
        const struct column *column, const void *row, struct cell *cell)
{
  size_t len;
  out_clear (text);
  table_put (text, table, column, row, table_put_name, cell);
  if (cell->mark)
    out_text (text, cell->mark);
  out_memory (text, &len);
  return len;
}

/* Returns the widths of the columns of TABLE, on the heap.  That of a text is 0
   behind all others.  The first name gets the rest of the room.  */
static size_t *
make_widths (struct out *text, const struct table *table)
{
  size_t *widths = array_new (table->n_columns, sizeof *widths), used = 0, len;
  struct cell cell;
  size_t name = table->n_columns;
  for (size_t i = 0; i < table->n_columns; i++)
    {
      const struct column *column = table->columns[i];
      const bool at_end = i + 1 == table->n_columns;
      widths[i] = is_left (column) ? 0 : column->width;
      if (column->kind == COLUMN_NAME && name == table->n_columns)
        name = i;
      if (!widths[i] && !(is_left (column) && at_end))
        {
          heading_line (column->heading, 0, &widths[i]);
          for (size_t row = 0; row < table->n_rows; row++)
            {
              if (column->kind == COLUMN_COUNT)
                len = table_get (table, column, table_row (table, row), &cell)
                      ? out_unsigned_len (cell.count) : 1;
              else
                len = render (text, table, column, table_row (table, row),
                              &cell);
              widths[i] = len > widths[i] ? len : widths[i];
            }
          widths[i] += is_left (column) ? 0 : GAP;
        }
      used += is_left (column) ? column->width : 0;
      used += i == name ? 0 : widths[i];
    }
  if (name < table->n_columns && table->room
      && (name + 1 == table->n_columns || used + widths[name] > table->room))
    widths[name] = table->room > used + MIN_NAME ? table->room - used
                   : MIN_NAME;
  return widths;
}

/* Writes the text TEXT of COLUMN, which has LEN bytes, right-aligned in WIDTH
   columns.  If it is no number, it is left-aligned, and no blanks follow AT_END
   of the line.  */
static void
put_aligned (struct out *out, const struct column *column, const char *text,
             size_t len, size_t width, bool at_end)
{
  const size_t blanks = width > len ? width - len : column->is_right;
  if (is_left (column))
    {
      if (len || !at_end)
        out_pad (out, column->width);
      out_bytes (out, text, len);
      if (!at_end)
        out_pad (out, blanks);
      return;
    }
  out_pad (out, blanks);
  out_bytes (out, text, len);
}

/* Writes the LEN bytes of HEADING to TEXT, with the unit of TABLE cut to fewer
   than WIDTH columns.  */
static void
expand_unit (struct out *text, const struct table *table, const char *heading,
        size_t len, size_t width)
{
  for (size_t i = 0; i < len; i++)
    if (heading[i] != '$')
      out_char (text, heading[i]);
    else if (width)
      out_printf (text, "%.*s", (int) width - 1, table->unit);
    else
      plain_line (text, table->unit);
}

static void
put_head (struct out *out, struct out *text, const struct table *table,
          const size_t *widths)
{
  size_t lines = 1, len;
  for (size_t i = 0; i < table->n_columns; i++)
    if (strchr (table->columns[i]->heading, '\n'))
      lines = 2;
  out_color (out, OUT_BOLD);
  while (lines--)
    {
      for (size_t i = 0; i < table->n_columns; i++)
        {
          const struct column *column = table->columns[i];
          const char *line = heading_line (column->heading, lines, &len);
          out_clear (text);
          expand_unit (text, table, line, len,
                       is_left (column) ? 0 : widths[i]);
          line = out_memory (text, &len);
          put_aligned (out, column, line, len, widths[i],
                       i + 1 == table->n_columns);
        }
      if (!lines)
        out_color (out, OUT_PLAIN);
      out_char (out, '\n');
    }
}

static void
put_row (struct out *out, struct out *text, const struct table *table,
         const size_t *widths, const void *row)
{
  enum out_color color = OUT_PLAIN;
  for (size_t i = 0; i < table->n_columns; i++)
    {
      const struct column *column = table->columns[i];
      struct cell cell;
      size_t len = render (text, table, column, row, &cell);
      const char *shown = out_memory (text, NULL);
      char *shorter = NULL;
      if (is_left (column))
        cell.color = OUT_PLAIN;
      if (cell.color != color)
        out_color (out, cell.color);
      color = cell.color;
      if (column->kind == COLUMN_NAME && widths[i] && len > widths[i])
        {
          shown = shorter = short_name (shown, widths[i]);
          len = strlen (shown);
        }
      put_aligned (out, column, shown, len, widths[i],
                   i + 1 == table->n_columns);
      free (shorter);
    }
  if (color != OUT_PLAIN)
    out_color (out, OUT_PLAIN);
  out_char (out, '\n');
}

void
table_put_text (struct out *out, const struct table *table)
{
  struct out *text = out_to_memory_for (out);
  size_t *widths = make_widths (text, table);
  put_head (out, text, table, widths);
  for (size_t i = 0; i < table->n_rows; i++)
    put_row (out, text, table, widths, table_row (table, i));
  free (widths);
  out_close (text);
}

void
table_print (struct out *out, const struct view *view)
{
  struct function_table functions;
  if (function_table_init (&functions, view, TABLE_TEXT))
    {
      functions.table.room = view->style->rows.columns
                             ? view->style->rows.columns : out_columns (out);
      out_text (out, "100 % = ");
      out_fixed (out, view_time (view, view->flat->total), 0, 2);
      out_printf (out, " %s\n", view->profile->dimension);
      print_accounting (out, view);
      print_counted (out, view);
      out_char (out, '\n');
      table_put_text (out, &functions.table);
    }
  function_table_free (&functions);
}
