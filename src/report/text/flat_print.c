/* report/text/flat_print.c -- the flat profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/reports.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/out_number.h"
#include "base/sort.h"
#include "base/string_sort.h"
#include "report/names.h"
#include "report/text/accounting.h"
#include "report/text/blurb.h"

/* The width of the narrower headings, in characters.  */
#define HEADING 8

/* An SI prefix of a unit for the time per call.  The largest unit is
   first.  */
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

struct row_key
{
  double time, child_time;
  uint64_t calls;
  sym_id id;
};

/* The rows of one flat profile.  */
struct rows
{
  struct row_key *keys;         /* the symbols shown, those with most time
                                   first */
  size_t len;
  double total;                 /* the samples that are 100 %, never 0 */
  const struct si_prefix *unit; /* the unit of the times per call */
};

static int
compare_rows (const void *a, const void *b)
{
  const struct row_key *x = a, *y = b;
  if (x->time != y->time)
    return x->time > y->time ? -1 : 1;
  return (x->calls < y->calls) - (x->calls > y->calls);
}

/* Stores the symbols that are shown in IDS, in alphabetical order.  Returns
   their number.  */
static size_t
collect_by_name (const struct view *view, sym_id *ids)
{
  const size_t n_syms = symtab_len (view->symtab);
  struct string_key *names = array_new (n_syms, sizeof *names);
  size_t len = 0;
  for (sym_id id = 0; id < n_syms; id++)
    if (view_shows (view, id))
      names[len++]
        = (struct string_key) { .string = sym_get (view->symtab, id)->name,
                                .id = id };
  string_sort (names, len);
  for (size_t i = 0; i < len; i++)
    ids[i] = names[i].id;
  free (names);
  return len;
}

/* Stores the symbols that are shown in IDS, in alphabetical order, with the
   help of the order of entries.  Returns their number.  */
static size_t
collect_entries (const struct view *view, sym_id *ids)
{
  size_t len = 0;
  for (size_t i = 0; i < view->entries->len; i++)
    {
      cg_id id = view->entries->by_name[i];
      if (id < view->cg->n_syms && view_shows (view, id))
        ids[len++] = id;
    }
  return len;
}

/* Makes the names of all symbols that are shown, by address.  Names lie in
   memory in about that order, while the rows come in another order.  */
static void
name_rows (const struct view *view)
{
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    if (view_shows (view, id))
      name_of (view, id);
}

/* Fills ROWS and sorts them by time.  The sort is stable, so equal rows stay
   in alphabetical order.  */
static void
hist_sort_rows (struct rows *rows, const struct view *view)
{
  sym_id *ids = array_new (symtab_len (view->symtab), sizeof *ids);
  rows->len = view->entries ? collect_entries (view, ids)
              : collect_by_name (view, ids);
  rows->keys = array_new (rows->len, sizeof *rows->keys);
  for (size_t i = 0; i < rows->len; i++)
    {
      const struct cg_node *node = cg_node (view->cg, ids[i]);
      rows->keys[i] = (struct row_key) { .time = view->flat->time[ids[i]],
                                         .child_time = node->child_time,
                                         .calls = node->calls,
                                         .id = ids[i] };
    }
  free (ids);
  sort_stable (rows->keys, rows->len, sizeof *rows->keys, compare_rows);
}

static double
time_per_call (const struct view *view, sym_id id)
{
  const struct cg_node *node = cg_node (view->cg, id);
  return (view->flat->time[id] + node->child_time) / node->calls;
}

/* Returns the longest mean time of a call, in samples, over all functions,
   shown or not.  */
static double
longest_call (const struct view *view)
{
  double longest = 0;
  for (sym_id id = 0; id < symtab_len (view->symtab); id++)
    if (cg_node (view->cg, id)->calls != 0
        && !symtab_has_inlined (view->symtab, id))
      {
        double each = time_per_call (view, id);
        if (each > longest)
          longest = each;
      }
  return longest;
}

/* Returns the unit in which the longest call has one to three digits before
   the point.  Without any time, it is seconds, or with tera_units the first
   unit.  (For a time out of the range of the table GNU gprof reads beyond the
   end of the table; here the nearest unit is taken.)  */
static const struct si_prefix *
choose_unit (const struct view *view)
{
  if (view->style->bsd_layout)
    return &si_table[SI_MILLI];
  double longest = view_time (view, longest_call (view));
  if (!(longest > 0))
    return &si_table[view->style->quirks.tera_units ? 0 : SI_ONE];
  for (int i = 0; i < SI_COUNT; i++)
    {
      double scaled = si_table[i].scale * longest;
      if (scaled >= 1 && scaled < 1000)
        return &si_table[i];
    }
  return &si_table[longest < 1 ? SI_COUNT - 1 : 0];
}

/* Returns the length of the ending of WORD, of LEN bytes, that makes it a
   plural: "faults", "misses", "switches".  */
static int
plural_len (const char *word, int len)
{
  static const char *const endings[] = { "sses", "shes", "ches", "xes" };
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    {
      const int n = (int) strlen (endings[i]);
      if (len > n && strcmp (word + len - n, endings[i]) == 0)
        return 2;
    }
  return len && word[len - 1] == 's';
}

/* Returns the length of the name of the dimension, without the ending of the
   plural for one event of it.  Times are always plural, as in GNU gprof.  */
static int
dimension_len (const struct view *view, double count)
{
  const char *dimension = view->profile->dimension;
  const int len = (int) strlen (dimension);
  const bool is_one = (count == 1 && !view->style->quirks.cut_dimension
                       && strcmp (dimension, "seconds") != 0);
  return is_one ? len - plural_len (dimension, len) : len;
}

/* Returns what stands for the dimension in the narrow headings of columns: the
   last part of a name that is too long.  */
static const char *
dimension_heading (const struct view *view)
{
  const char *dimension = view->profile->dimension;
  const char *part = strrchr (dimension, '-');
  if (view->style->quirks.cut_dimension || strlen (dimension) <= HEADING)
    return dimension;
  return part && strlen (part + 1) <= HEADING ? part + 1 : "events";
}

static void
hist_print_title (struct out *out, const struct view *view)
{
  const struct profile *profile = view->profile;
  bool bsd = view->style->bsd_layout;
  double total = view->flat->total;
  out_page (out);
  if (view->of_waits)
    {
      out_text (out, "Flat profile:\n\n");
      print_accounting (out, view);
      print_counted (out, view);
      out_char (out, '\n');
    }
  else if (!bsd)
    {
      double each = 1.0 / profile->rate;
      if (profile->rate == 0 && !view->style->quirks.divide_by_rate_zero)
        each = 0;
      out_printf (out, "Flat profile:\n\nEach sample counts as %g %.*s.\n",
                  each, dimension_len (view, each), profile->dimension);
      print_accounting (out, view);
      print_counted (out, view);
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
      print_counted (out, view);
    }
  if (total <= 0)
    out_text (out, " no time accumulated\n\n");
}

static void
hist_print_heads (struct out *out, const struct view *view,
                  const struct rows *rows)
{
  const char *dimension = dimension_heading (view);
  const char unit[] = { rows->unit->letter, view->profile->abbrev,
                        '/', 'c', 'a', 'l', 'l', '\0' };
  out_printf (out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ",
              "cumulative", "self  ", "", "self  ", "total ", "");
  out_printf (out, "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time",
              dimension, dimension, "calls", unit, unit, "name");
}

/* Writes the columns of ROW about calls.  If some of its time is in code that
   was inlined, which is no call, it has no time of a call.  */
static void
print_call_columns (struct out *out, const struct view *view,
                    const struct rows *rows, const struct row_key *row)
{
  double scale = rows->unit->scale;     /* applied before the rate, to round
                                           like GNU */
  if (row->calls == 0)
    {
      out_pad (out, 29);
      return;
    }
  out_char (out, ' ');
  out_unsigned (out, row->calls, 8);
  if (symtab_has_inlined (view->symtab, row->id))
    {
      out_pad (out, 20);
      return;
    }
  out_char (out, ' ');
  out_fixed (out, view_time (view, scale * row->time) / row->calls, 8, 2);
  out_char (out, ' ');
  out_fixed (out, view_time (view, scale * (row->time + row->child_time))
             / row->calls, 8, 2);
  out_pad (out, 2);
}

static void
hist_print_row (struct out *out, const struct view *view,
                const struct rows *rows, const struct row_key *row,
                double accumulated)
{
  const bool bsd = view->style->bsd_layout;
  out_fixed (out, 100 * row->time / rows->total, bsd ? 5 : 6, bsd ? 1 : 2);
  out_char (out, ' ');
  out_fixed (out, view_time (view, accumulated), bsd ? 10 : 9, 2);
  out_char (out, ' ');
  out_fixed (out, view_time (view, row->time), 8, 2);
  print_call_columns (out, view, rows, row);
  if (bsd)
    print_name (out, view, row->id);
  else
    name_print_bare (out, view, row->id);
  out_char (out, '\n');
}

/* Prefetches the names of rows soon after I, as prefetch.c does for the call
   graph.  */
static void
row_prefetch (const struct rows *rows, const struct view *view, size_t i)
{
  if (i + 8 < rows->len)
    name_prefetch (view, rows->keys[i + 8].id);
  if (i + 4 < rows->len)
    name_text_prefetch (view, rows->keys[i + 4].id);
}

void
flat_print (struct out *out, const struct view *view)
{
  struct rows rows = { .total = view->flat->total,
                       .unit = choose_unit (view) };
  double accumulated = 0;
  if (rows.total <= 0)
    rows.total = 1;
  name_rows (view);
  hist_sort_rows (&rows, view);
  hist_print_title (out, view);
  hist_print_heads (out, view, &rows);
  for (size_t i = 0; i < rows.len; i++)
    {
      row_prefetch (&rows, view, i);
      accumulated += rows.keys[i].time;
      hist_print_row (out, view, &rows, &rows.keys[i], accumulated);
    }
  free (rows.keys);
  if (!view->style->brief && !view->style->bsd_layout)
    flat_blurb (out);
}
