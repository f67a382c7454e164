/* compare/rules.c -- rules about what must not become slower.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compare/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* The upper end of the search for the lower bound of a ratio.  */
#define MOST_RATIO 1e6

/* A rule by percent is blind if it could not find its slowest function at this
   ratio above its limit.  */
#define BLIND_RATIO 1.5

/* -- Parsing -------------------------------------------------------------- */

/* Sets *METRIC by the LEN bytes at WORD.  */
static bool
parse_metric (enum rule_metric *metric, const char *word, size_t len)
{
  static const char *const words[] = { "self", "total", "calls", "new" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen (words[i]) == len && memcmp (words[i], word, len) == 0)
      {
        *metric = (enum rule_metric) i;
        return true;
      }
  return false;
}

/* Sets the value and the unit of RULE by TEXT.  */
static bool
parse_value (struct rule *rule, const char *text)
{
  char *end;
  /* strtod also knows "nan", "inf" and hexadecimal numbers.  */
  if (strspn (text, "0123456789.") == 0)
    return false;
  size_t digits = strspn (text, "0123456789.eE+-");
  rule->value = strtod (text, &end);
  if (end != text + digits || !isfinite (rule->value) || rule->value < 0)
    return false;
  if (strcmp (end, "%") == 0)
    {
      rule->unit = RULE_RATIO;
      rule->value /= 100;
      return true;
    }
  if (strcmp (end, "s") == 0)
    {
      rule->unit = RULE_SECONDS;
      return rule->metric != RULE_CALLS;
    }
  rule->unit = rule->metric == RULE_CALLS ? RULE_CALL_COUNT : RULE_RATIO;
  return !*end && (rule->metric == RULE_CALLS || rule->value == 0);
}

/* Compiles the LEN bytes at TEXT as the regular expression of RULE.  */
static bool
parse_regex (struct rule *rule, const char *text, size_t len,
             struct diag *diag)
{
  char *copy = array_new (len + 1, 1);
  char why[128];
  regex_t *regex = array_new (1, sizeof *regex);
  memcpy (copy, text, len);
  int code = regcomp (regex, copy, REG_EXTENDED | REG_NOSUB);
  if (code == 0)
    rule->regex = regex;
  else
    {
      regerror (code, regex, why, sizeof why);
      free (regex);
      diag_error (diag, "--fail-if: '%s' is not a regular expression: %s",
                  copy, why);
    }
  free (copy);
  return code == 0;
}

bool
rule_parse (struct rule *rule, const char *text, struct diag *diag)
{
  /* A regular expression may contain '>'.  */
  const char *limit = strrchr (text, '>');
  const char *colon = strchr (text, ':');
  *rule = (struct rule) { .text = text };
  if (colon && (!limit || colon > limit))
    colon = NULL;
  if (!limit || !parse_metric (&rule->metric, text,
                               (size_t) ((colon ? colon : limit) - text)))
    diag_error (diag, "--fail-if: '%s' is no rule: type METRIC>VALUE or"
                " METRIC:REGEX>VALUE; METRIC is self, total, calls or new",
                text);
  else if (colon && colon + 1 == limit)
    diag_error (diag, "--fail-if: '%s' has an empty regular expression; leave"
                " out the colon for all functions", text);
  else if (!parse_value (rule, limit + 1))
    diag_error (diag, "--fail-if: '%s' is no value for %.*s: type a number"
                " from 0 on with %%, as 5%%, or %s", limit + 1,
                (int) ((colon ? colon : limit) - text), text,
                rule->metric == RULE_CALLS ? _("a number of calls")
                : _("seconds, as 0.1s"));
  else
    return !colon || parse_regex (rule, colon + 1,
                                  (size_t) (limit - colon - 1), diag);
  return false;
}

void
rule_free (struct rule *rule)
{
  if (rule->regex)
    regfree (rule->regex);
  free (rule->regex);
  rule->regex = NULL;
}

/* -- Tests ---------------------------------------------------------------- */

/* One rule and one function of a comparison.  */
struct trial
{
  const struct comparison *comparison;
  const struct rule *rule;
  size_t row;
  double alpha;                 /* level of the test */
};

static enum compare_metric
times_of (const struct rule *rule)
{
  return rule->metric == RULE_TOTAL ? COMPARE_TOTAL : COMPARE_SELF;
}

static bool
is_tested (const struct comparison *comparison, const struct rule *rule,
           size_t row)
{
  return (rule->metric != RULE_CALLS
          && (rule->metric != RULE_NEW
              || comparison->pairs.rows[row].kind == PAIR_NEW)
          && compare_can_test (comparison, row, times_of (rule)));
}

/* Returns the lower bound of the new time as a ratio of the old one, minus 1,
   by the spread over files.  0 if it is not above 0.  */
static double
ratio_of_runs (const struct trial *trial)
{
  const struct run_spread *spread
    = compare_spreads (trial->comparison, trial->row, times_of (trial->rule));
  double df, lo = 1, hi = MOST_RATIO;
  for (int i = 0; i < 60; i++)
    {
      double middle = sqrt (lo * hi);
      double t = stats_welch (&spread[0], &spread[1], middle, 0, &df);
      if (t > 0 && stats_student_upper (t, df) <= trial->alpha)
        lo = middle;
      else
        hi = middle;
    }
  return lo - 1;
}

/* Returns the lower bound of the new time minus the old one, in units of time
   in a file.  */
static double
excess_of_runs (const struct trial *trial)
{
  const struct run_spread *spread
    = compare_spreads (trial->comparison, trial->row, times_of (trial->rule));
  double df, t = stats_welch (&spread[0], &spread[1], 1, 0, &df);
  double difference = spread[1].mean - spread[0].mean;
  if (!(t > 0))
    return difference;
  double error = difference / t;
  return ((difference - stats_student_quantile (trial->alpha, df) * error)
          * compare_scale (trial->comparison, 1));
}

/* Returns the lower bound of the share of a new function of all samples.  */
static double
share_of_new (const struct trial *trial, const struct counts *counts)
{
  const struct side_head *head = &trial->comparison->heads[1];
  double phi = head->mean_weight > 0 ? head->mean_weight : 1;
  return stats_share_bound (counts->x2, head->samples / phi, trial->alpha);
}

/* Returns the lower bound of the change that TRIAL is about.  */
static double
least_change (const struct trial *trial)
{
  const struct comparison *comparison = trial->comparison;
  const struct rule *rule = trial->rule;
  struct counts counts = compare_counts (comparison, trial->row,
                                         times_of (rule));
  if (rule->unit == RULE_SECONDS && comparison->has_runs)
    return excess_of_runs (trial);
  if (rule->unit == RULE_SECONDS)
    return (stats_excess_bound (&counts, trial->alpha)
            * counts.e2 * compare_scale (comparison, 1));
  if (rule->metric == RULE_NEW && rule->value > 0)
    return share_of_new (trial, &counts);
  if (comparison->has_runs)
    return ratio_of_runs (trial);
  return stats_ratio_bound (&counts, MOST_RATIO, trial->alpha) - 1;
}

/* Returns the change of the calls of ROW in the unit of RULE.  Without calls
   before, it is infinite as a ratio; if they are not known, it is NaN.  */
static double
change_of_calls (const struct comparison *comparison, const struct rule *rule,
                 size_t row)
{
  double old = comparison_calls (comparison, row, 0);
  double new = comparison_calls (comparison, row, 1);
  if (!compare_calls_known (comparison, row))
    return NAN;
  if (rule->unit == RULE_CALL_COUNT)
    return new - old;
  return old > 0 ? (new - old) / old : new > 0 ? INFINITY : 0;
}

/* Adds ROW to the breaches of VERDICT if it meets the rule.  ALPHA is the
   level of each test.  */
static void
rule_judge (struct rule_verdict *verdict, const struct comparison *comparison,
       size_t row, double alpha)
{
  const struct rule *rule = verdict->rule;
  const struct trial trial = { comparison, rule, row, alpha };
  const struct pair_row *pair = &comparison->pairs.rows[row];
  double least = 0;
  if (pair->kind == PAIR_RENAMED)
    return;
  if (rule->metric == RULE_CALLS)
    least = change_of_calls (comparison, rule, row);
  else if (rule->metric == RULE_NEW && rule->value == 0
           && pair->kind == PAIR_NEW && pair->new.calls
           && compare_calls_known (comparison, row))
    least = INFINITY;
  else if (is_tested (comparison, rule, row))
    least = least_change (&trial);
  if (!(least > rule->value))
    return;
  *ARRAY_APPEND (verdict->breaches, verdict->cap_breaches, verdict->n_breaches)
    = (struct breach) { row, least };
}

/* Lowers VERDICT->smallest to what the rule could find in ROW in four of five
   comparisons.  */
static void
note_power (struct rule_verdict *verdict, const struct comparison *comparison,
            size_t row, double alpha)
{
  double smallest;
  if (comparison->has_runs)
    {
      struct run_spread spread
        = *compare_spreads (comparison, row, times_of (verdict->rule));
      double error = sqrt (2 * fmax (spread.variance, spread.mean) / spread.n);
      smallest = spread.mean > 0
                 ? 1 + (stats_normal_upper (alpha) + STATS_POWER) * error
                       / spread.mean : INFINITY;
    }
  else
    {
      struct counts counts = compare_counts (comparison, row,
                                             times_of (verdict->rule));
      smallest = stats_smallest_ratio (&counts, fmin (1, 2 * alpha));
    }
  verdict->smallest = fmin (verdict->smallest,
                            smallest * (1 + verdict->rule->value));
}

/* Applies the rule of VERDICT to the rows that MATCHES tells.  */
static void
judge_all (struct rule_verdict *verdict, const struct comparison *comparison,
           const bool *matches, double alpha)
{
  verdict->smallest = INFINITY;
  for (size_t i = 0; i < comparison->pairs.len; i++)
    {
      size_t row = comparison->order[i];
      if (!matches[row])
        continue;
      rule_judge (verdict, comparison, row, alpha);
      if (is_tested (comparison, verdict->rule, row))
        note_power (verdict, comparison, row, alpha);
    }
}

/* -- All rules ------------------------------------------------------------ */

/* Sets MATCHES (by row) to the functions that RULE names.  Returns false after
   one diag_error.  */
static bool
match_rows (const struct rule *rule, const struct comparison *comparison,
            bool *matches, struct diag *diag)
{
  for (size_t i = 0; i < comparison->pairs.len; i++)
    {
      int code = rule->regex ? regexec (rule->regex,
                                        comparison->pairs.rows[i].name, 0,
                                        NULL, 0) : 0;
      matches[i] = code == 0;
      if (code == 0 || code == REG_NOMATCH)
        continue;
      diag_error (diag, "--fail-if=%s: there is not enough memory to match its"
                  " regular expression; use a simpler one", rule->text);
      return false;
    }
  return true;
}

static bool
check_unit (const struct rule *rule, const struct comparison *comparison,
            struct diag *diag)
{
  const struct side_head *head = &comparison->heads[1];
  if (rule->unit != RULE_SECONDS)
    return true;
  if (head->rate && strcmp (head->unit, "seconds") != 0)
    diag_error (diag, "--fail-if=%s: the profiles count '%s', not seconds; use"
                " a value with %%", rule->text, head->unit);
  else if (comparison->by == COMPARE_BY_SHARE)
    diag_error (diag, "--fail-if=%s: seconds do not go with --diff-by=share;"
                " use a value with %%", rule->text);
  else
    return true;
  return false;
}

/* Returns true if RULE cannot judge the calls of ROW.  */
static bool
is_uncounted (const struct comparison *comparison, const struct rule *rule,
              size_t row)
{
  const struct pair_row *pair = &comparison->pairs.rows[row];
  return (rule->metric == RULE_CALLS && !compare_calls_known (comparison, row)
          && (rule->regex || pair->old.calls || pair->new.calls));
}

bool
rules_apply (const struct rule *rules, size_t n,
             const struct comparison *comparison,
             struct rule_verdict *verdicts, struct diag *diag)
{
  const size_t n_rows = comparison->pairs.len;
  bool *matches = array_new (n * n_rows, sizeof *matches);
  size_t tests = 0;
  bool done = true;
  for (size_t i = 0; done && i < n; i++)
    {
      bool *mine = matches + i * n_rows;
      verdicts[i].rule = &rules[i];
      done = (check_unit (&rules[i], comparison, diag)
              && match_rows (&rules[i], comparison, mine, diag));
      for (size_t row = 0; done && row < n_rows; row++)
        if (mine[row])
          {
            verdicts[i].n_functions++;
            verdicts[i].n_tests += is_tested (comparison, &rules[i], row);
            verdicts[i].n_uncounted += is_uncounted (comparison, &rules[i],
                                                     row);
          }
      tests += verdicts[i].n_tests;
    }
  for (size_t i = 0; done && i < n; i++)
    judge_all (&verdicts[i], comparison, matches + i * n_rows,
               COMPARE_LEVEL / (double) (tests ? tests : 1));
  free (matches);
  return done;
}

void
rule_verdicts_free (struct rule_verdict *verdicts, size_t n)
{
  for (size_t i = 0; i < n; i++)
    free (verdicts[i].breaches);
}

bool
rule_verdicts_fail (const struct rule_verdict *verdicts, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (verdicts[i].n_breaches)
      return true;
  return false;
}

void
rule_verdicts_warn (const struct rule_verdict *verdicts, size_t n,
               struct diag *diag)
{
  for (size_t i = 0; i < n; i++)
    {
      const struct rule_verdict *verdict = &verdicts[i];
      const struct rule *rule = verdict->rule;
      if (verdict->n_uncounted)
        diag_warning (diag, "--fail-if=%s: the calls of %zu of its functions"
                      " were not counted in all files; record all with the"
                      " same functions=", rule->text, verdict->n_uncounted);
      if (verdict->n_breaches)
        continue;
      if (rule->regex && !verdict->n_functions)
        diag_warning (diag, "--fail-if=%s: no function has such a name",
                      rule->text);
      else if (rule->metric != RULE_SELF && rule->metric != RULE_TOTAL)
        continue;
      else if (!verdict->n_tests)
        diag_warning (diag, "--fail-if=%s: too few samples for any test; run"
                      " the program for longer, or more often", rule->text);
      else if (rule->unit == RULE_RATIO
               && verdict->smallest > BLIND_RATIO * (1 + rule->value))
        diag_warning (diag, "--fail-if=%s: too few samples: no function that"
                      " became slower by less than %.0f %% could be found; run"
                      " the program for longer, or more often", rule->text,
                      (verdict->smallest - 1) * 100);
    }
}
