/* report/export/columns.c -- tables as lists of columns.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/columns.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/intl.h"
#include "base/out_number.h"
#include "report/export/export_text.h"
#include "report/export/interval.h"

#define NS_PER_SECOND 1e9

/* -- The choice of columns ------------------------------------------------ */

/* Returns the column of SET whose key is the LEN bytes at KEY, or NULL.  */
static const struct column *
find_column (const struct column_set *set, const char *key, size_t len)
{
  for (size_t i = 0; i < set->n; i++)
    if (strncmp (set->columns[i].key, key, len) == 0
        && !set->columns[i].key[len])
      return &set->columns[i];
  return NULL;
}

/* Returns the length of the key at *KEYS, and moves *KEYS behind the comma that
   follows it.  */
static size_t
next_key (const char **keys)
{
  size_t len = strcspn (*keys, ",");
  *keys += len + ((*keys)[len] == ',');
  return len;
}

void
table_choose (struct table *table, const struct column_set *set,
              enum table_format format, const char *keys)
{
  const char *at = keys ? keys : set->defaults[format];
  table->columns = array_new (strlen (at) + 1, sizeof *table->columns);
  table->n_columns = 0;
  while (*at)
    {
      const char *key = at;
      const struct column *column = find_column (set, key, next_key (&at));
      if (column && (keys || !column->when || column->when & table->facts))
        table->columns[table->n_columns++] = column;
    }
}

void
table_add_columns (struct table *table, const struct table *other)
{
  const size_t n = table->n_columns;
  const struct column **all = array_new (n + other->n_columns, sizeof *all);
  memcpy (all, table->columns, n * sizeof *all);
  for (size_t i = 0; i < other->n_columns; i++)
    {
      size_t at = 0;
      while (at < table->n_columns && all[at] != other->columns[i])
        at++;
      all[at] = other->columns[i];
      table->n_columns += at == table->n_columns;
    }
  free (table->columns);
  table->columns = all;
}

void
table_free (struct table *table)
{
  free (table->columns);
}

bool
columns_check (const struct column_set *set, const char *keys,
               struct diag *diag, unsigned *needs)
{
  do
    {
      const char *key = keys;
      size_t len = next_key (&keys);
      const struct column *column = find_column (set, key, len);
      if (!column)
        {
          diag_error (diag, "--columns: '%.*s' is no column of this table;"
                      " --columns=help lists them", (int) len, key);
          return false;
        }
      *needs |= column->needs;
    }
  while (*keys);
  return true;
}

void
columns_help (struct out *out, const struct column_set *set)
{
  out_printf (out, "%s:\n", _(set->title));
  for (size_t i = 0; i < set->n; i++)
    out_printf (out, "  %-16s %s\n", set->columns[i].key,
                _(set->columns[i].meaning));
}

/* -- Headings ------------------------------------------------------------- */

/* Writes HEADING with the unit of TABLE, as one line.  */
static void
put_heading (struct out *out, const struct table *table, const char *heading)
{
  for (; *heading; heading++)
    if (*heading == '$')
      plain_name (out, table->unit, "|");
    else
      out_char (out, *heading == '\n' ? ' ' : *heading);
}

void
column_put_label (struct out *out, const struct table *table,
                  const struct column *column)
{
  if (column->label)
    {
      put_heading (out, table, column->label);
      return;
    }
  out_char (out, (char) toupper ((unsigned char) *column->heading));
  put_heading (out, table, column->heading + 1);
}

void
column_put_heading (struct out *out, const struct table *table,
                    const struct column *column)
{
  put_heading (out, table, column->heading);
}

/* -- Cells ---------------------------------------------------------------- */

const void *
table_row (const struct table *table, size_t i)
{
  return (const char *) table->rows + i * table->stride;
}

bool
table_get (const struct table *table, const struct column *column,
           const void *row, struct cell *cell)
{
  *cell = (struct cell) {
    .color = table->color ? table->color (table, row) : OUT_PLAIN };
  return column->get && column->get (table, column, row, cell);
}

/* Writes RATIO as a change in percent with its sign, or as a factor if it is
   above 10.  */
static void
put_change (struct out *out, double ratio)
{
  if (!isfinite (ratio))
    out_char (out, '-');
  else if (ratio > 10)
    out_printf (out, "x %.4g", ratio);
  else
    out_printf (out, "%+.1f %%", (ratio - 1) * 100);
}

static void
put_known (struct out *out, const struct table *table,
           const struct column *column, const struct cell *cell)
{
  const struct interval interval = { cell->lo, cell->hi };
  switch (column->kind)
    {
    case COLUMN_NAME:
    case COLUMN_TEXT:
      break;
    case COLUMN_COUNT:
      if (cell->count)
        out_unsigned (out, cell->count, 0);
      else
        out_char (out, '-');
      break;
    case COLUMN_CALLS:
      out_printf (out, "%.*f", cell->value == floor (cell->value) ? 0 : 2,
                  cell->value);
      break;
    case COLUMN_REAL:
      out_fixed (out, cell->value, 0, column->digits);
      break;
    case COLUMN_SHARE:
      out_fixed (out, cell->value * table->percent, 0, 2);
      break;
    case COLUMN_SECONDS:
      out_fixed (out, (double) cell->count / NS_PER_SECOND, 0, 2);
      break;
    case COLUMN_ERROR:
      out_fixed (out, interval_error (interval, cell->value) * table->percent,
                 0, 2);
      break;
    case COLUMN_RANGE:
      if (cell->is_minor)
        break;
      out_fixed (out, cell->lo * table->percent, 0, 2);
      out_text (out, "..");
      out_fixed (out, cell->hi * table->percent, 0, 2);
      break;
    case COLUMN_CHANGE:
      put_change (out, cell->value);
      break;
    case COLUMN_CHANGES:
      out_printf (out, "%+.1f..", (cell->lo - 1) * 100);
      put_change (out, cell->hi);
      break;
    case COLUMN_P:
      if (cell->value < 0.0001)
        out_text (out, "<0.0001");
      else
        out_printf (out, "%.4f", cell->value);
    }
}

bool
table_put (struct out *out, const struct table *table,
           const struct column *column, const void *row, name_writer *write,
           struct cell *cell)
{
  bool is_known = table_get (table, column, row, cell);
  if (column->put)
    column->put (out, table, row, write);
  else if (is_known)
    put_known (out, table, column, cell);
  else if (column->kind != COLUMN_RANGE)
    out_char (out, '-');
  return is_known || column->put;
}
