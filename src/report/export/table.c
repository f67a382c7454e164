/* report/export/table.c -- a table of functions for the eye: --format=table.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the rows that the options select.  Out: a line for each.  Numbers have a
   '.' in every locale.  */

#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/out_number.h"
#include "report/export/exporters.h"
#include "report/export/row_errors.h"
#include "report/export/rows.h"
#include "report/export/short_name.h"
#include "report/names.h"
#include "report/text/accounting.h"

/* The widths of the columns of shares, and of the gaps around the calls.  */
#define SELF_COLUMNS 7
#define TOTAL_COLUMNS 9
#define ERROR_COLUMNS 7
#define RANGE_COLUMNS 16
#define BY_CALLS_COLUMNS 12
#define BLOCKED_COLUMNS 10
#define TOTAL_BLOCKED_COLUMNS 14
#define KIND_COLUMNS 8
#define GAP 2

#define NS_PER_SECOND 1e9

/* Shares of the whole, in percent, that stand out where colors are wanted.  */
#define HOT 10
#define WARM 2

/* The least room for names, in columns, however narrow the terminal is.  */
#define MIN_NAME 12

/* The columns of one table.  */
struct layout
{
  size_t calls;                 /* width of the column of calls */
  size_t name;                  /* room for names, 0: no limit */
  bool by_calls;                /* there is a column of totals by calls */
  struct row_errors errors;
};

static struct layout
make_layout (const struct out *out, const struct view *view,
             const struct rows *rows)
{
  struct layout layout = { .calls = strlen ("calls"),
                           .by_calls = view->cg->apportioned
                                       && view->flat->total > 0 };
  size_t width = view->style->rows.columns ? view->style->rows.columns
                 : out_columns (out);
  for (size_t i = 0; i < rows->len; i++)
    if (out_unsigned_len (rows->rows[i].calls) > layout.calls)
      layout.calls = out_unsigned_len (rows->rows[i].calls);
  size_t used = SELF_COLUMNS + TOTAL_COLUMNS + GAP + layout.calls + GAP;
  row_errors_init (&layout.errors, view, rows);
  if (layout.errors.view)
    used += (size_t) 2 * ERROR_COLUMNS;
  if (layout.errors.has_ranges)
    used += RANGE_COLUMNS;
  if (layout.by_calls)
    used += BY_CALLS_COLUMNS + 1;
  if (view->waits)
    used += BLOCKED_COLUMNS + TOTAL_BLOCKED_COLUMNS
            + GMON_WAITS * KIND_COLUMNS;
  if (width)
    layout.name = width > used + MIN_NAME ? width - used : MIN_NAME;
  return layout;
}

/* Writes the name of the symbol ID, with its place as in the flat profile, in
   at most ROOM columns, 0: no limit.  */
static void
print_short_name (struct out *out, const struct view *view, sym_id id,
                  size_t room)
{
  if (!room)
    {
      name_print_bare (out, view, id);
      return;
    }
  struct out *whole = out_to_memory_for (out);
  name_print_bare (whole, view, id);
  char *name = short_name (out_memory (whole, NULL), room);
  out_text (out, name);
  free (name);
  out_close (whole);
}

/* Writes the heads of the columns of blocked time, if there are any.  */
static void
print_blocked_head (struct out *out, const struct view *view)
{
  if (!view->waits)
    return;
  out_printf (out, "%*s%*s", BLOCKED_COLUMNS, "blocked s",
              TOTAL_BLOCKED_COLUMNS, "total blocked");
  for (unsigned kind = 0; kind < GMON_WAITS; kind++)
    out_printf (out, "%*s", KIND_COLUMNS, wait_kind_name (kind));
}

/* Writes for how long threads were blocked in the function ID, and in or below
   it, in all and by kinds.  */
static void
print_blocked_times (struct out *out, const struct view *view, sym_id id)
{
  if (!view->waits)
    return;
  const struct stack_time *time = &view->waits->stacks->times[id];
  out_fixed (out, (double) time->self / NS_PER_SECOND, BLOCKED_COLUMNS, 2);
  out_fixed (out, (double) time->incl / NS_PER_SECOND, TOTAL_BLOCKED_COLUMNS,
             2);
  for (unsigned kind = 0; kind < GMON_WAITS; kind++)
    out_fixed (out, (double) view->waits->kinds[id].ns[kind] / NS_PER_SECOND,
               KIND_COLUMNS, 2);
}

static void
print_head (struct out *out, const struct view *view,
            const struct layout *layout)
{
  out_text (out, "100 % = ");
  out_fixed (out, view_time (view, view->flat->total), 0, 2);
  out_printf (out, " %s\n", view->profile->dimension);
  print_accounting (out, view);
  out_char (out, '\n');
  out_color (out, OUT_BOLD);
  out_printf (out, " self %%%s  total %%%s%s%s",
              layout->errors.view ? "   +- %" : "",
              layout->errors.view ? "   +- %" : "",
              layout->errors.has_ranges ? " certain total %" : "",
              layout->by_calls ? "  by calls %  " : "");
  print_blocked_head (out, view);
  out_printf (out, "  %*s  name", (int) layout->calls, "calls");
  out_color (out, OUT_PLAIN);
  out_char (out, '\n');
}

/* Writes the total of ROW that numbers of calls would give, and a mark if the
   measured one differs by more than chance explains: by more than three
   standard deviations, and more than one delivery.  */
static void
print_by_calls (struct out *out, const struct view *view,
                const struct row *row)
{
  const struct stacks *stacks = view->stacks;
  const struct stack_time *time = &stacks->times[row->id];
  const double whole = view->flat->total;
  double total = view->flat->time[row->id] + view->cg->apportioned[row->id];
  double difference = fabs (total - (double) time->incl);
  double delivery = stacks->ledger.deliveries == 0 ? 0
                    : whole / (double) stacks->ledger.deliveries;
  out_fixed (out, total * 100 / whole, BY_CALLS_COLUMNS, 2);
  out_char (out, difference > 3 * sqrt ((double) time->squares)
                 && difference > delivery ? '!' : ' ');
}

/* Writes how far SHARE, in percent, may be off by sampling.  */
static void
print_error (struct out *out, const struct layout *layout, double share)
{
  if (layout->errors.view)
    out_fixed (out, row_error (&layout->errors, share), ERROR_COLUMNS, 2);
}

/* Writes the range of the total of ROW, or blanks.  */
static void
print_range (struct out *out, const struct layout *layout,
             const struct row *row)
{
  if (!layout->errors.has_ranges)
    return;
  struct out *range = out_to_memory ();
  double lo, hi;
  size_t len;
  if (row_range (&layout->errors, row, &lo, &hi))
    {
      out_fixed (range, lo, 0, 2);
      out_text (range, "..");
      out_fixed (range, hi, 0, 2);
    }
  const char *text = out_memory (range, &len);
  out_pad (out, len < RANGE_COLUMNS ? RANGE_COLUMNS - len : 0);
  out_bytes (out, text, len);
  out_close (range);
}

static void
table_print_row (struct out *out, const struct view *view,
                 const struct layout *layout, const struct row *row)
{
  out_color (out, row->self >= HOT ? OUT_RED
                  : row->self >= WARM ? OUT_YELLOW : OUT_PLAIN);
  out_fixed (out, row->self, SELF_COLUMNS, 2);
  out_color (out, OUT_PLAIN);
  print_error (out, layout, row->self);
  out_fixed (out, row->total, TOTAL_COLUMNS, 2);
  print_error (out, layout, row->total);
  print_range (out, layout, row);
  if (layout->by_calls)
    print_by_calls (out, view, row);
  print_blocked_times (out, view, row->id);
  out_pad (out, GAP);
  if (row->calls)
    out_unsigned (out, row->calls, layout->calls);
  else
    out_printf (out, "%*s", (int) layout->calls, "-");
  out_pad (out, GAP);
  print_short_name (out, view, row->id, layout->name);
  out_char (out, '\n');
}

void
table_print (struct out *out, const struct view *view)
{
  struct rows rows;
  if (rows_collect (&rows, view))
    {
      struct layout layout = make_layout (out, view, &rows);
      print_head (out, view, &layout);
      for (size_t i = 0; i < rows.len; i++)
        table_print_row (out, view, &layout, &rows.rows[i]);
      row_errors_free (&layout.errors);
    }
  rows_free (&rows);
}
