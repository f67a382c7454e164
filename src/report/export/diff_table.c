/* report/export/diff_table.c -- a comparison for the eye: --diff.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the rows to show.  Out: tables of times and of calls, and the results of
   --fail-if.  */

#include <config.h>

#include <math.h>

#include "report/export/diff.h"
#include "report/export/export_text.h"

/* Widths of columns.  */
#define TIME 10
#define CHANGE 10
#define RANGE 21
#define P 9
#define CALLS 14

/* Writes the text of CELL, a memory buffer, right-aligned in WIDTH columns,
   and empties CELL.  */
static void
table_put_cell (struct out *out, struct out *cell, int width)
{
  out_printf (out, "%*s", width, out_memory (cell, NULL));
  out_close (cell);
}

static void
table_put_percent (struct out *out, double ratio, int width)
{
  struct out *cell = out_to_memory ();
  diff_percent (cell, ratio);
  table_put_cell (out, cell, width);
}

static void
table_put_p (struct out *out, const struct change *change)
{
  struct out *cell = out_to_memory ();
  diff_p (cell, change);
  table_put_cell (out, cell, P);
}

static void
table_put_range (struct out *out, const struct change *change)
{
  struct out *cell = out_to_memory ();
  out_printf (cell, "%+.1f..", (change->lo - 1) * 100);
  diff_percent (cell, change->hi);
  table_put_cell (out, cell, RANGE);
}

static void
table_put_plain (struct out *out, const char *name)
{
  plain_name (out, name, "");
}

static void
table_put_name (struct out *out, const struct pair_row *pair)
{
  diff_name (out, pair, table_put_plain);
  out_char (out, '\n');
}

static void
table_put_row (struct out *out, const struct diff *diff, size_t row)
{
  const struct change *change = &diff->comparison->changes[row];
  if (change->verdict)
    out_color (out, change->verdict > 0 ? OUT_RED : OUT_GREEN);
  out_printf (out, "%*.3f%*.3f", TIME, diff_shown (diff, change->old), TIME,
              diff_shown (diff, change->new));
  table_put_percent (out, change->old > 0 ? change->new / change->old
                     : INFINITY, CHANGE);
  table_put_range (out, change);
  table_put_p (out, change);
  table_put_percent (out, change->smallest, CHANGE);
  out_text (out, change->verdict ? " *" : "  ");
  if (change->verdict)
    out_color (out, OUT_PLAIN);
  out_char (out, ' ');
  table_put_name (out, &diff->comparison->pairs.rows[row]);
}

/* Writes the number VALUE of calls of a file, which is whole if all files have
   as many.  */
static void
table_put_calls (struct out *out, double value)
{
  out_printf (out, value == floor (value) ? "%*.0f" : "%*.2f", CALLS, value);
}

static void
table_put_calls_row (struct out *out, const struct diff *diff, size_t row)
{
  double old = comparison_calls (diff->comparison, row, 0);
  double new = comparison_calls (diff->comparison, row, 1);
  table_put_calls (out, old);
  table_put_calls (out, new);
  table_put_percent (out, old > 0 ? new / old : INFINITY, CHANGE);
  out_text (out, "   ");
  table_put_name (out, &diff->comparison->pairs.rows[row]);
}

static void
table_put_side (struct out *out, const struct side_head *head,
                const char *name)
{
  out_printf (out, "%s: %llu file%s, ", name, (unsigned long long) head->files,
              head->files == 1 ? "" : "s");
  out_printf (out, "%.3f ", head->samples
                            / (double) (head->rate ? head->rate : 1));
  plain_name (out, head->rate ? head->unit : "samples", "");
  out_char (out, '\n');
}

/* Writes the heads of the columns of times.  */
static void
table_put_head (struct out *out, const struct diff *diff)
{
  out_text (out, "\n\n");
  out_color (out, OUT_BOLD);
  out_printf (out, "%*s%*s%*s%*s%*s%*s   name  (", TIME, "old", TIME, "new",
              CHANGE, "change", RANGE, "between", P, "p", CHANGE,
              "seen from");
  plain_name (out, diff->unit, "");
  out_char (out, ')');
  out_color (out, OUT_PLAIN);
  out_char (out, '\n');
}

/* Writes the rows whose calls differ.  */
static void
table_put_all_calls (struct out *out, const struct diff *diff)
{
  if (diff->n_calls)
    {
      out_text (out, "\ncalls in a file that differ\n");
      out_color (out, OUT_BOLD);
      out_printf (out, "%*s%*s%*s   name", CALLS, "old", CALLS, "new", CHANGE,
                  "change");
      out_color (out, OUT_PLAIN);
      out_char (out, '\n');
    }
  for (size_t i = 0; i < diff->n_calls && i < diff->limit; i++)
    table_put_calls_row (out, diff, diff->calls[i]);
  if (diff->n_calls > diff->limit)
    out_printf (out, "... and %zu more\n", diff->n_calls - diff->limit);
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
      plain_name (out, diff->verdicts[i].rule->text, "");
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
  const struct comparison *comparison = diff->comparison;
  table_put_side (out, &comparison->heads[0], "old");
  table_put_side (out, &comparison->heads[1], "new");
  diff_test (out, diff);
  out_text (out, ": ");
  diff_summary (out, diff);
  table_put_head (out, diff);
  for (size_t i = 0; i < diff->n_rows && i < diff->limit; i++)
    table_put_row (out, diff, diff->rows[i]);
  if (diff->n_rows > diff->limit)
    out_printf (out, "... and %zu more\n", diff->n_rows - diff->limit);
  if (diff->n_rare)
    out_printf (out, "%zu function%s with too few samples not shown\n",
                diff->n_rare, diff->n_rare == 1 ? "" : "s");
  table_put_all_calls (out, diff);
  table_put_verdicts (out, diff);
}
