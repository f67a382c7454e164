/* report/export/diff_columns.c -- a comparison as tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Tables of times and of calls, and the results of --fail-if, in text, Markdown
   and CSV.  */

#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/intl.h"
#include "report/export/diff.h"
#include "report/export/export_text.h"
#include "report/text/accounting.h"

/* -- The columns ---------------------------------------------------------- */

static const struct diff *
diff_of (const struct table *table)
{
  return table->data;
}

static const struct change *
change_of (const struct table *table, const void *row)
{
  return &diff_of (table)->comparison->changes[*(const uint32_t *) row];
}

/* A time of the old side, or if the column has the number 1 of the new one.  */
COLUMN_GETTER (get_time)
{
  const struct change *change = change_of (table, row);
  cell->value = diff_shown (diff_of (table),
                            column->number ? change->new : change->old);
  return true;
}

/* Sets CELL to the ratio of NEW to OLD.  */
static bool
get_ratio (struct cell *cell, double old, double new)
{
  cell->value = old > 0 ? new / old : INFINITY;
  return true;
}

COLUMN_GETTER (get_time_change)
{
  const struct change *change = change_of (table, row);
  return get_ratio (cell, change->old, change->new);
}

COLUMN_GETTER (get_between)
{
  cell->lo = change_of (table, row)->lo;
  cell->hi = change_of (table, row)->hi;
  return true;
}

COLUMN_GETTER (get_p)
{
  cell->value = change_of (table, row)->p;
  return change_of (table, row)->is_tested;
}

/* In text it has the verdict behind it.  */
COLUMN_GETTER (get_smallest)
{
  cell->value = change_of (table, row)->smallest;
  cell->mark = change_of (table, row)->verdict ? " *" : "  ";
  return true;
}

static double
calls_of (const struct table *table, const void *row, unsigned side)
{
  return comparison_calls (diff_of (table)->comparison,
                           *(const uint32_t *) row, side);
}

COLUMN_GETTER (get_diff_calls)
{
  cell->value = calls_of (table, row, column->number);
  return true;
}

COLUMN_GETTER (get_calls_change)
{
  return get_ratio (cell, calls_of (table, row, 0), calls_of (table, row, 1));
}

static void
put_verdict (struct out *out, const struct table *table, const void *row,
             name_writer *write)
{
  const signed char verdict = change_of (table, row)->verdict;
  (void) write;
  out_text (out, verdict > 0 ? "more" : verdict ? "less" : "");
}

/* Writes the name, and behind it, in parentheses, why the function is not on
   both sides under one name.  */
static void
put_pair_name (struct out *out, const struct table *table, const void *row,
               name_writer *write)
{
  const struct pair_row *pair
    = &diff_of (table)->comparison->pairs.rows[*(const uint32_t *) row];
  write (out, pair->name);
  if (pair->kind == PAIR_NEW)
    out_text (out, " (new)");
  else if (pair->kind == PAIR_GONE)
    out_text (out, " (gone)");
  else if (pair->kind == PAIR_RENAMED)
    {
      out_text (out, " (renamed? was ");
      write (out, pair->old_name);
      out_char (out, ')');
    }
}

static const struct column columns[] = {
  { .key = "old", .heading = "old", .kind = COLUMN_REAL, .width = 10,
    .digits = 3, .meaning = N_("time of an old file"), .get = get_time },
  { .key = "new", .heading = "new", .kind = COLUMN_REAL, .width = 10,
    .digits = 3, .meaning = N_("time of a new file"), .number = 1,
    .get = get_time },
  { .key = "change", .heading = "change", .kind = COLUMN_CHANGE, .width = 10,
    .meaning = N_("the change in percent"), .get = get_time_change },
  { .key = "between", .heading = "between", .kind = COLUMN_CHANGES,
    .width = 21, .meaning = N_("the changes that the samples allow"),
    .get = get_between },
  { .key = "p", .heading = "p", .label = "p", .kind = COLUMN_P, .width = 9,
    .meaning = N_("how probable chance alone is"), .get = get_p },
  { .key = "seen-from", .heading = "seen from  ", .label = "Seen from",
    .kind = COLUMN_CHANGE, .width = 12,
    .meaning = N_("the smallest change that the test sees"),
    .get = get_smallest },
  { .key = "verdict", .heading = "verdict", .kind = COLUMN_TEXT, .width = 2,
    .meaning = N_("more or less, if the change is sure"),
    .put = put_verdict },
  { .key = "name", .heading = "name  ($)", .label = "Function",
    .kind = COLUMN_NAME, .width = 1, .meaning = N_("name of the function"),
    .put = put_pair_name },
};

const struct column_set change_columns = {
  N_("Changes, with --diff"), columns, sizeof columns / sizeof *columns,
  {
    [TABLE_TEXT] = "old,new,change,between,p,seen-from,name",
    [TABLE_MARKDOWN] = "old,new,change,between,p,name",
    [TABLE_HTML] = "old,new,change,between,p,seen-from,verdict,name",
    [TABLE_CSV] = "old,new,change,between,p,seen-from,verdict,name",
  }
};

static const struct column call_columns[] = {
  { .key = "old", .heading = "old", .kind = COLUMN_CALLS, .width = 14,
    .get = get_diff_calls },
  { .key = "new", .heading = "new", .kind = COLUMN_CALLS, .width = 14,
    .number = 1, .get = get_diff_calls },
  { .key = "change", .heading = "change", .kind = COLUMN_CHANGE, .width = 10,
    .get = get_calls_change },
  { .key = "name", .heading = "name", .label = "Function",
    .kind = COLUMN_NAME, .width = 3, .put = put_pair_name },
};

static const struct column_set calls_set = {
  "", call_columns, sizeof call_columns / sizeof *call_columns,
  { [TABLE_TEXT] = "old,new,change,name", [TABLE_MARKDOWN] = "old,new,name",
    [TABLE_HTML] = "old,new,change,name" }
};

static enum out_color
verdict_color (const struct table *table, const void *row)
{
  const signed char verdict = change_of (table, row)->verdict;
  return verdict > 0 ? OUT_RED : verdict ? OUT_GREEN : OUT_PLAIN;
}

static size_t
at_most (const struct diff *diff, size_t n)
{
  return n < diff->limit ? n : diff->limit;
}

void
diff_changes (struct table *table, const struct diff *diff,
              enum table_format format)
{
  *table = (struct table) {
    .rows = diff->rows, .stride = sizeof *diff->rows,
    .n_rows = at_most (diff, diff->n_rows), .data = diff, .unit = diff->unit,
    .color = verdict_color };
  table_choose (table, &change_columns, format, diff->column_keys);
}

void
diff_calls (struct table *table, const struct diff *diff,
            enum table_format format)
{
  *table = (struct table) {
    .rows = diff->calls, .stride = sizeof *diff->calls,
    .n_rows = at_most (diff, diff->n_calls), .data = diff,
    .unit = diff->unit };
  table_choose (table, &calls_set, format, NULL);
}

/* -- CSV and text --------------------------------------------------------- */

/* Writes the changes of times.  */
void
diff_csv_print (struct out *out, const struct diff *diff)
{
  struct table table;
  diff_changes (&table, diff, TABLE_CSV);
  table_put_csv (out, &table);
  table_free (&table);
}

static void
table_put_side (struct out *out, const struct side_head *head,
                const char *name)
{
  out_printf (out, "%s: %llu file%s, ", name, (unsigned long long) head->files,
              head->files == 1 ? "" : "s");
  out_printf (out, "%.3f ", head->samples
                            / (double) (head->rate ? head->rate : 1));
  plain_line (out, diff_unit (head));
  diff_counted (out, head);
  out_char (out, '\n');
}

/* Writes how many of N rows are above the limit of DIFF.  */
static void
put_more (struct out *out, const struct diff *diff, size_t n)
{
  if (n > diff->limit)
    out_printf (out, "... and %zu more\n", n - diff->limit);
}

/* Writes the results of the rules.  */
static void
table_put_verdicts (struct out *out, const struct diff *diff)
{
  if (diff->n_verdicts)
    out_char (out, '\n');
  for (size_t i = 0; i < diff->n_verdicts; i++)
    {
      out_text (out, "--fail-if=");
      plain_line (out, diff->verdicts[i].rule->text);
      out_text (out, ": ");
      out_color (out, diff->verdicts[i].n_breaches ? OUT_RED : OUT_GREEN);
      diff_verdict (out, diff, &diff->verdicts[i]);
      out_color (out, OUT_PLAIN);
      out_char (out, '\n');
    }
}

void
diff_table_print (struct out *out, const struct diff *diff)
{
  struct table table;
  table_put_side (out, &diff->comparison->heads[0], "old");
  table_put_side (out, &diff->comparison->heads[1], "new");
  diff_test (out, diff);
  out_text (out, ": ");
  diff_summary (out, diff);
  out_text (out, "\n\n");
  diff_changes (&table, diff, TABLE_TEXT);
  table_put_text (out, &table);
  table_free (&table);
  put_more (out, diff, diff->n_rows);
  if (diff->n_rare)
    out_printf (out, "%zu function%s with too few samples not shown\n",
                diff->n_rare, diff->n_rare == 1 ? "" : "s");
  if (diff->n_calls)
    {
      out_text (out, "\ncalls in a file that differ\n");
      diff_calls (&table, diff, TABLE_TEXT);
      table_put_text (out, &table);
      table_free (&table);
      put_more (out, diff, diff->n_calls);
    }
  table_put_verdicts (out, diff);
}

/* -- Markdown ------------------------------------------------------------- */

/* Writes the rows whose change is sure, and for the other rows how much the
   largest change is.  */
static void
markdown_put_times (struct out *out, const struct diff *diff)
{
  uint32_t *sure = array_new (diff->n_rows, sizeof *sure);
  double rest = 0;
  struct table table;
  diff_changes (&table, diff, TABLE_MARKDOWN);
  table.rows = sure;
  table.n_rows = 0;
  for (size_t i = 0; i < diff->n_rows; i++)
    {
      const struct change *change
        = &diff->comparison->changes[diff->rows[i]];
      if (change->verdict && table.n_rows < diff->limit)
        sure[table.n_rows++] = diff->rows[i];
      else
        rest = fmax (rest, fabs (change->new - change->old));
    }
  if (table.n_rows)
    {
      out_char (out, '\n');
      table_put_markdown (out, &table);
    }
  out_printf (out, "\nNothing %smoved by more than %.3f ",
              table.n_rows ? "else " : "", diff_shown (diff, rest));
  plain_line (out, diff->unit);
  out_text (out, ".\n");
  table_free (&table);
  free (sure);
}

static void
markdown_put_calls (struct out *out, const struct diff *diff)
{
  struct table table;
  if (!diff->n_calls)
    return;
  out_text (out, "\nCalls in a file that differ:\n\n");
  diff_calls (&table, diff, TABLE_MARKDOWN);
  table_put_markdown (out, &table);
  table_free (&table);
  if (diff->n_calls > diff->limit)
    out_printf (out, "\nThe calls of %zu more functions differ.\n",
                diff->n_calls - diff->limit);
}

static void
markdown_put_counted (struct out *out, const char *side,
                      const struct side_head *head)
{
  struct out *text = out_to_memory ();
  if (head->counted)
    {
      print_counted_patterns (text, head->counted);
      out_text (out, side);
      markdown_name (out, out_memory (text, NULL));
      out_text (out, ".\n");
    }
  out_close (text);
}

void
diff_markdown_print (struct out *out, const struct diff *diff)
{
  if (diff->n_verdicts)
    out_text (out, rule_verdicts_fail (diff->verdicts, diff->n_verdicts)
                   ? "**FAILED**: " : "**passed**: ");
  diff_summary (out, diff);
  out_text (out, ".\n");
  markdown_put_counted (out, "\nOld: ", &diff->comparison->heads[0]);
  markdown_put_counted (out, "\nNew: ", &diff->comparison->heads[1]);
  for (size_t i = 0; i < diff->n_verdicts; i++)
    {
      out_text (out, "\n- ");
      markdown_name (out, diff->verdicts[i].rule->text);
      out_text (out, " ");
      diff_verdict (out, diff, &diff->verdicts[i]);
    }
  if (diff->n_verdicts)
    out_char (out, '\n');
  markdown_put_times (out, diff);
  markdown_put_calls (out, diff);
}
