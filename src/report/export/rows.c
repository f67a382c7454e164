/* report/export/rows.c -- functions as rows: filtered, sorted, cut.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/sort.h"
#include "report/names.h"

/* Compares two rows that are equal by the rule of --sort.  */
static int
compare_equal (const struct row *x, const struct row *y)
{
  if (x->self != y->self)
    return x->self > y->self ? -1 : 1;
  if (x->blocked != y->blocked)
    return x->blocked > y->blocked ? -1 : 1;
  if (x->calls != y->calls)
    return x->calls > y->calls ? -1 : 1;
  return strcmp (x->name, y->name);
}

static int
compare_self (const void *a, const void *b)
{
  return compare_equal (a, b);
}

static int
compare_total (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return compare_equal (x, y);
}

static int
compare_calls (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  if (x->calls != y->calls)
    return x->calls > y->calls ? -1 : 1;
  return compare_equal (x, y);
}

static int
compare_names (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  int names = strcmp (x->name, y->name);
  return names ? names : compare_equal (x, y);
}

static int
compare_blocked (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  if (x->blocked != y->blocked)
    return x->blocked > y->blocked ? -1 : 1;
  return compare_equal (x, y);
}

static void
rows_sort (struct rows *rows, enum row_order order)
{
  switch (order)
    {
    case ROWS_BY_SELF:
      sort_stable (rows->rows, rows->len, sizeof *rows->rows, compare_self);
      break;
    case ROWS_BY_TOTAL:
      sort_stable (rows->rows, rows->len, sizeof *rows->rows, compare_total);
      break;
    case ROWS_BY_CALLS:
      sort_stable (rows->rows, rows->len, sizeof *rows->rows, compare_calls);
      break;
    case ROWS_BY_NAME:
      sort_stable (rows->rows, rows->len, sizeof *rows->rows, compare_names);
      break;
    case ROWS_BY_BLOCKED:
      sort_stable (rows->rows, rows->len, sizeof *rows->rows,
                   compare_blocked);
      break;
    }
}

/* Sets *MATCHES if the name of the symbol ID matches RULE, the argument of
   --OPTION.  Returns false after one diag_error.  */
static bool
match (const struct view *view, sym_id id, const regex_t *rule,
       const char *option, bool *matches)
{
  int code = regexec (rule, name_of (view, id), 0, NULL, 0);
  *matches = code == 0;
  if (code == 0 || code == REG_NOMATCH)
    return true;
  diag_error (view->diag, "--%s: there is not enough memory to match its"
              " regular expression; use a simpler one", option);
  return false;
}

/* Sets *PASSES if --focus and --hide let the symbol ID through.  Returns false
   after one diag_error.  */
static bool
filter (const struct view *view, sym_id id, bool *passes)
{
  const struct row_rules *rules = &view->style->rows;
  bool hidden = false;
  *passes = true;
  if (rules->focus && !match (view, id, rules->focus, "focus", passes))
    return false;
  if (*passes && rules->hide
      && !match (view, id, rules->hide, "hide", &hidden))
    return false;
  *passes = *passes && !hidden;
  return true;
}

/* Returns the ns in which threads were blocked in or below the function ID.  */
static uint64_t
blocked_ns (const struct view *view, sym_id id)
{
  return view->waits ? view->waits->stacks->times[id].incl : 0;
}

static struct row
make_row (const struct view *view, sym_id id, double percent)
{
  const struct cg_node *node = cg_node (view->cg, id);
  double time = view->flat->time[id];
  double total = (view->of_waits ? (double) blocked_ns (view, id)
                  : time + node->child_time);
  bool by_name = view->style->rows.order == ROWS_BY_NAME;
  return (struct row) {
    .self = time * percent,
    .total = total * percent,
    .blocked = blocked_ns (view, id),
    .calls = node->calls,
    .name = by_name ? name_of (view, id) : sym_get (view->symtab, id)->name,
    .id = id,
  };
}

/* Returns a byte for each symbol: 1 for the ends of arcs.  The caller frees
   it.  */
static unsigned char *
ends_of_arcs (const struct view *view)
{
  const struct cg *cg = view->cg;
  unsigned char *is_end = array_new (symtab_len (view->symtab), 1);
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      is_end[cg->arcs[i].parent] = 1;
      if (cg->arcs[i].child != cg_indirect (cg))
        is_end[cg->arcs[i].child] = 1;
    }
  return is_end;
}

/* Returns true if samples or waits found the function ID on the stack: it has a
   total, even without a sample or call of its own.  */
static bool
is_on_stacks (const struct view *view, sym_id id)
{
  if (blocked_ns (view, id))
    return true;
  return view->stacks && view->stacks->has_stacks
         && cg_node (view->cg, id)->child_time > 0;
}

bool
rows_select (struct rows *rows, const struct view *view,
             const struct row_rules *rules, bool with_ends)
{
  unsigned char *is_end = with_ends ? ends_of_arcs (view) : NULL;
  bool done = true;
  const size_t n_syms = symtab_len (view->symtab);
  double whole = view->flat->total;
  double percent = whole > 0 ? 100 / whole : 0;
  rows->rows = array_new (n_syms, sizeof *rows->rows);
  rows->len = 0;
  for (sym_id id = 0; done && id < n_syms; id++)
    {
      bool passes = false;
      if (!view_shows (view, id)
          && !(((is_end && is_end[id]) || is_on_stacks (view, id))
               && sym_selected (view->selection, INCL_FLAT, id)))
        continue;
      struct row row = make_row (view, id, percent);
      if (row.total < rules->min_percent)
        continue;
      done = filter (view, id, &passes);
      if (passes)
        rows->rows[rows->len++] = row;
    }
  free (is_end);
  return done;
}

void
rows_order (struct rows *rows, const struct row_rules *rules)
{
  rows_sort (rows, rules->order);
  if (rules->top && rows->len > rules->top)
    rows->len = rules->top;
}

bool
rows_collect (struct rows *rows, const struct view *view)
{
  if (!rows_select (rows, view, &view->style->rows, false))
    return false;
  rows_order (rows, &view->style->rows);
  return true;
}

void
rows_free (struct rows *rows)
{
  free (rows->rows);
}
