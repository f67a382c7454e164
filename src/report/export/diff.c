/* report/export/diff.c -- writes a comparison: --diff.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "profile/profile.h"
#include "report/export/export_text.h"
#include "report/text/accounting.h"

/* Rows of a list without --top, unless the format shows all.  */
#define USUAL_ROWS 20

/* -- The rows ------------------------------------------------------------- */

/* Sets *MATCHES if NAME matches REGEX of --OPTION.  Returns false after one
   diag_error.  */
static bool
name_matches (const regex_t *regex, const char *name, const char *option,
              bool *matches, struct diag *diag)
{
  int code = regexec (regex, name, 0, NULL, 0);
  *matches = code == 0;
  if (code == 0 || code == REG_NOMATCH)
    return true;
  diag_error (diag, "--%s: there is not enough memory to match its regular"
              " expression; use a simpler one", option);
  return false;
}

/* Returns true if ROW has at least PERCENT of the samples of either side.  */
static bool
is_large (const struct comparison *comparison, size_t row, double percent)
{
  const struct pair_row *pair = &comparison->pairs.rows[row];
  return (pair->old.total * 100 >= percent * comparison->heads[0].samples
          || pair->new.total * 100 >= percent * comparison->heads[1].samples);
}

/* Returns true if ROW is for a list of all functions, or has enough samples
   for a test, or was renamed.  */
static bool
is_telling (const struct comparison *comparison, size_t row,
            const struct row_rules *rules, bool rare)
{
  return (rare || rules->min_percent >= 0
          || comparison->changes[row].is_tested
          || comparison->pairs.rows[row].kind == PAIR_RENAMED);
}

/* Sets *PASSES if RULES let ROW through.  Returns false after one
   diag_error.  */
static bool
row_passes (const struct comparison *comparison, size_t row,
            const struct row_rules *rules, bool *passes, struct diag *diag)
{
  const char *name = comparison->pairs.rows[row].name;
  bool hidden = false;
  *passes = is_large (comparison, row, rules->min_percent);
  if (*passes && rules->focus
      && !name_matches (rules->focus, name, "focus", passes, diag))
    return false;
  if (*passes && rules->hide
      && !name_matches (rules->hide, name, "hide", &hidden, diag))
    return false;
  *passes = *passes && !hidden;
  return true;
}

struct by_ratio
{
  double size;
  uint32_t row;
};

static int
compare_ratios (const void *a, const void *b)
{
  const struct by_ratio *x = a, *y = b;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

/* Stores in CALLS those of the N rows at ROWS whose calls differ, and returns
   their number.  */
static size_t
list_calls (const struct comparison *comparison, const uint32_t *rows,
            size_t n, uint32_t *calls)
{
  struct by_ratio *list = array_new (n, sizeof *list);
  size_t len = 0;
  for (size_t i = 0; i < n; i++)
    if (compare_calls_differ (comparison, rows[i]))
      list[len++] = (struct by_ratio) {
        fabs (log (comparison_calls (comparison, rows[i], 1)
                   / comparison_calls (comparison, rows[i], 0))), rows[i] };
  sort_stable (list, len, sizeof *list, compare_ratios);
  for (size_t i = 0; i < len; i++)
    calls[i] = list[i].row;
  free (list);
  return len;
}

bool
diff_write (struct out *out, diff_print *print, bool all_rows, bool rare,
            const struct comparison *comparison,
            const struct rule_verdict *verdicts, size_t n,
            const struct row_rules *rules, struct diag *diag)
{
  const size_t all = comparison->pairs.len;
  uint32_t *rows = array_new (all, sizeof *rows);
  uint32_t *calls = array_new (all, sizeof *calls);
  size_t n_passed = 0, n_rows = 0;
  struct diff diff
    = { .comparison = comparison, .verdicts = verdicts, .n_verdicts = n,
        .rows = rows, .calls = calls, .column_keys = rules->column_keys,
        .limit = rules->top ? rules->top
                 : all_rows ? SIZE_MAX : USUAL_ROWS,
        .unit = comparison->by == COMPARE_BY_SHARE ? "%"
                : diff_unit (&comparison->heads[1]) };
  bool done = true;
  for (size_t i = 0; done && i < all; i++)
    {
      bool passes = false;
      done = row_passes (comparison, comparison->order[i], rules, &passes,
                         diag);
      if (passes)
        rows[n_passed++] = comparison->order[i];
    }
  diff.n_calls = list_calls (comparison, rows, n_passed, calls);
  for (size_t i = 0; i < n_passed; i++)
    if (is_telling (comparison, rows[i], rules, rare))
      rows[n_rows++] = rows[i];
  diff.n_rows = n_rows;
  diff.n_rare = n_passed - n_rows;
  if (done)
    print (out, &diff);
  free (rows);
  free (calls);
  return done;
}

/* -- Common texts --------------------------------------------------------- */

const char *
diff_unit (const struct side_head *head)
{
  if (!head->rate)
    return "samples";
  if (head->rate == PROFILE_OFF_CPU_RATE
      && strcmp (head->unit, "seconds") == 0)
    return "off-CPU seconds";
  return head->unit;
}

void
diff_counted (struct out *out, const struct side_head *head)
{
  if (!head->counted)
    return;
  out_text (out, "; ");
  print_counted_patterns (out, head->counted);
}

double
diff_shown (const struct diff *diff, double value)
{
  return diff->comparison->by == COMPARE_BY_SHARE ? value * 100 : value;
}

/* Writes by how much BREACH is above the limit of RULE.  */
static void
print_breach (struct out *out, const struct rule *rule,
              const struct breach *breach)
{
  if (isinf (breach->least))
    out_text (out, "is new");
  else if (rule->unit == RULE_RATIO && rule->metric == RULE_NEW)
    out_printf (out, "is new, with at least %.3g %%", breach->least * 100);
  else if (rule->unit == RULE_RATIO)
    out_printf (out, "%s%.3g %% more",
                rule->metric == RULE_CALLS ? "" : "at least ",
                breach->least * 100);
  else if (rule->unit == RULE_SECONDS)
    out_printf (out, "at least %.3g s more", breach->least);
  else
    out_printf (out, "%.15g calls more", breach->least);
}

void
diff_verdict (struct out *out, const struct diff *diff,
              const struct rule_verdict *verdict)
{
  if (!verdict->n_breaches)
    {
      out_text (out, "passed");
      return;
    }
  out_text (out, "FAILED");
  for (size_t i = 0; i < verdict->n_breaches && i < USUAL_ROWS; i++)
    {
      const struct breach *breach = &verdict->breaches[i];
      out_text (out, i ? "; " : ": ");
      plain_line (out, diff->comparison->pairs.rows[breach->row].name);
      out_char (out, ' ');
      print_breach (out, verdict->rule, breach);
    }
  if (verdict->n_breaches > USUAL_ROWS)
    out_printf (out, "; and %zu more", verdict->n_breaches - USUAL_ROWS);
}

void
diff_test (struct out *out, const struct diff *diff)
{
  const struct comparison *comparison = diff->comparison;
  out_text (out, comparison->by == COMPARE_BY_SHARE ? "by share, "
                 : "by time of a file, ");
  if (comparison->has_runs)
    out_text (out, "Welch's test over files");
  else if (comparison->drift > 1)
    out_printf (out, "test of counts, run-to-run spread taken as %.3g %%",
                (comparison->drift - 1) * 100);
  else
    out_text (out, "test of counts, run-to-run spread unknown");
}

void
diff_summary (struct out *out, const struct diff *diff)
{
  const struct comparison *comparison = diff->comparison;
  if (!comparison->n_tested)
    out_text (out, "too few samples for any test");
  else if (!comparison->n_more && !comparison->n_less)
    out_printf (out, "no change of %s time is seen in %zu function%s",
                comparison->metric == COMPARE_SELF ? "self" : "total",
                comparison->n_tested, comparison->n_tested == 1 ? "" : "s");
  else
    out_printf (out, "of %zu function%s, %zu take%s more %s time and %zu"
                " take%s less", comparison->n_tested,
                comparison->n_tested == 1 ? "" : "s", comparison->n_more,
                comparison->n_more == 1 ? "s" : "",
                comparison->metric == COMPARE_SELF ? "self" : "total",
                comparison->n_less, comparison->n_less == 1 ? "s" : "");
}
