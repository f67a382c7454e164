/* report/hist_print.c -- the flat profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: times, calls and names of all symbols.  Out: one row for each that was
   sampled or called.  */

#include <config.h>

#include "report/hist_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "report/blurb.h"
#include "report/names.h"

/* The SI prefixes that a time per call may have, largest unit first.  */
struct si_prefix
{
  char letter;
  double scale;
};

static const struct si_prefix si_table[] = {
  { 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 },
  { ' ', 1 },     { 'm', 1e3 },  { 'u', 1e6 },  { 'n', 1e9 },
  { 'p', 1e12 },  { 'f', 1e15 }, { 'a', 1e18 },
};
enum
{
  SI_COUNT = sizeof si_table / sizeof *si_table,
  SI_ONE = 4,
  SI_MILLI = 5
};

/* The rows of one flat profile.  */
struct rows
{
  sym_id *order;                /* symbols, most time first */
  size_t len;
  double total;                 /* what counts as 100 %, never 0 */
  const struct si_prefix *unit; /* of the times per call */
};

struct row_key
{
  double time;
  uint64_t calls;
  const char *name;
  sym_id id;
};

static int
compare_rows (const void *a, const void *b)
{
  const struct row_key *x = a, *y = b;
  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  if (x->calls != y->calls)
    return x->calls > y->calls ? -1 : 1;
  int names = strcmp (x->name, y->name);
  if (names != 0)
    return names;
  return (x->id > y->id) - (x->id < y->id);
}

static void
sort_rows (struct rows *rows, const struct view *view)
{
  struct row_key *keys;
  rows->len = symtab_len (view->symtab);
  rows->order = array_new (rows->len, sizeof *rows->order);
  keys = array_new (rows->len, sizeof *keys);
  for (sym_id id = 0; id < rows->len; id++)
    keys[id] = (struct row_key) { .time = view->flat->time[id],
                                  .calls = view->cg->nodes[id].calls,
                                  .name = sym_get (view->symtab, id)->name,
                                  .id = id };
  qsort (keys, rows->len, sizeof *keys, compare_rows);
  for (size_t i = 0; i < rows->len; i++)
    rows->order[i] = keys[i].id;
  free (keys);
}

static double
time_per_call (const struct view *view, sym_id id)
{
  const struct cg_node *node = &view->cg->nodes[id];
  return (view->flat->time[id] + node->child_time) / node->calls;
}

/* The longest time a call of any function took.  */
static double
longest_call (const struct rows *rows, const struct view *view)
{
  double longest = 0;
  for (size_t i = 0; i < rows->len; i++)
    {
      sym_id id = rows->order[i];
      if (view->cg->nodes[id].calls != 0
          && time_per_call (view, id) > longest)
        longest = time_per_call (view, id);
    }
  return longest;
}

/* The unit in which the longest call has one to three digits before the
   point.  Where there is nothing to show GNU ends up with the first unit, tera
   seconds; what is out of the table it looks up beyond its end.  */
static const struct si_prefix *
choose_unit (const struct rows *rows, const struct view *view)
{
  if (view->style->bsd_layout)
    return &si_table[SI_MILLI];
  double longest = view_time (view, longest_call (rows, view));
  if (!(longest > 0))
    return &si_table[view->style->strict ? 0 : SI_ONE];
  for (int i = 0; i < SI_COUNT; i++)
    {
      double scaled = si_table[i].scale * longest;
      if (scaled >= 1 && scaled < 1000)
        return &si_table[i];
    }
  return &si_table[longest < 1 ? SI_COUNT - 1 : 0];
}

static void
print_title (struct out *out, const struct view *view)
{
  const struct profile *profile = view->profile;
  bool bsd = view->style->bsd_layout;
  double total = view->flat->total;
  out_page (out);
  if (!bsd)
    {
      double each = 1.0 / profile->rate;
      if (profile->rate == 0 && !view->style->strict)
        each = 0;
      out_printf (out, "Flat profile:\n\nEach sample counts as %g %s.\n",
                  each, profile->dimension);
    }
  else
    {
      if (!view->style->brief)
        {
          out_text (out, "\n\n\nflat profile:\n");
          flat_blurb (out);
        }
      out_printf (out, "\ngranularity: each sample hit covers %" PRId64
                  " byte(s)", view_granularity (view));
      if (total > 0)
        out_printf (out, " for %.2f%% of %.2f %s\n\n", 100.0 / total,
                    view_time (view, total), profile->dimension);
    }
  if (total <= 0)
    out_text (out, " no time accumulated\n\n");
}

static void
print_heads (struct out *out, const struct view *view,
             const struct rows *rows)
{
  const char *dimension = view->profile->dimension;
  const char unit[] = { rows->unit->letter, view->profile->abbrev,
                        '/', 'c', 'a', 'l', 'l', '\0' };
  out_printf (out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ",
              "cumulative", "self  ", "", "self  ", "total ", "");
  out_printf (out, "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time",
              dimension, dimension, "calls", unit, unit, "name");
}

static void
print_row (struct out *out, const struct view *view, const struct rows *rows,
           sym_id id, double accumulated)
{
  const struct cg_node *node = &view->cg->nodes[id];
  double time = view->flat->time[id];
  double scale = rows->unit->scale;     /* before the rate, as GNU rounds */
  out_printf (out, (view->style->bsd_layout ? "%5.1f %10.2f %8.2f"
                    : "%6.2f %9.2f %8.2f"),
              100 * time / rows->total, view_time (view, accumulated),
              view_time (view, time));
  if (node->calls == 0)
    out_printf (out, " %8s %8s %8s  ", "", "", "");
  else
    out_printf (out, " %8" PRIu64 " %8.2f %8.2f  ", node->calls,
                view_time (view, scale * time) / node->calls,
                view_time (view, scale * (time + node->child_time))
                / node->calls);
  if (view->style->bsd_layout)
    print_name (out, view, id);
  else
    print_name_only (out, view, id);
  out_char (out, '\n');
}

void
hist_print (struct out *out, const struct view *view)
{
  struct rows rows = { .total = view->flat->total };
  double accumulated = 0;
  if (rows.total <= 0)
    rows.total = 1;
  sort_rows (&rows, view);
  rows.unit = choose_unit (&rows, view);
  print_title (out, view);
  print_heads (out, view, &rows);
  for (size_t i = 0; i < rows.len; i++)
    {
      sym_id id = rows.order[i];
      double time = view->flat->time[id];
      if ((!view->style->show_unused && time == 0
           && view->cg->nodes[id].calls == 0)
          || !sym_selected (view->selection, INCL_FLAT, id))
        continue;
      accumulated += time;
      print_row (out, view, &rows, id, accumulated);
    }
  free (rows.order);
  if (!view->style->brief && !view->style->bsd_layout)
    flat_blurb (out);
}
