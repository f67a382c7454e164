/* compare/compare.c -- what has changed between two sides, and how sure it is.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "profile/process.h"

/* A row with fewer observations on both sides together cannot become
   significant, and is not tested.  */
#define FEWEST_OBSERVATIONS 6

/* A row with a smaller share of the observations of both sides together is not
   tested: start, end and signals of a program vary more than its work.  */
#define LEAST_SHARE 0.005

/* -- Sides ---------------------------------------------------------------- */

static double
mean_weight (const struct side_head *head)
{
  return head->mean_weight > 0 ? head->mean_weight : 1;
}

static double
amount_of (const struct pair_amount *amount, enum compare_metric metric)
{
  return metric == COMPARE_SELF ? amount->self : amount->total;
}

struct counts
compare_counts (const struct comparison *comparison, size_t row,
                enum compare_metric metric)
{
  const struct pair_row *pair = &comparison->pairs.rows[row];
  const struct side_head *heads = comparison->heads;
  return (struct counts) {
    .x1 = amount_of (&pair->old, metric) / mean_weight (&heads[0]),
    .x2 = amount_of (&pair->new, metric) / mean_weight (&heads[1]),
    .e1 = comparison->exposure[0],
    .e2 = comparison->exposure[1],
  };
}

bool
compare_can_test (const struct comparison *comparison, size_t row,
                  enum compare_metric metric)
{
  struct counts counts = compare_counts (comparison, row, metric);
  double sum = counts.x1 + counts.x2;
  double all = 0;
  for (unsigned side = 0; side < 2; side++)
    all += comparison->heads[side].samples
           / mean_weight (&comparison->heads[side]);
  return (comparison->pairs.rows[row].kind != PAIR_RENAMED
          && sum >= FEWEST_OBSERVATIONS && sum >= LEAST_SHARE * all);
}

double
compare_scale (const struct comparison *comparison, unsigned side)
{
  const struct side_head *head = &comparison->heads[side];
  double samples = mean_weight (head);
  if (comparison->by == COMPARE_BY_SHARE)
    return samples / fmax (comparison->has_runs ? comparison->run_samples
                           : head->samples, 1);
  if (!comparison->has_runs)
    samples /= (double) head->files;
  return samples / (double) (head->rate ? head->rate : 1);
}

/* Returns the exposure of a side.  It is above 0 even without samples.  */
static double
exposure_of (const struct side_head *head, enum compare_by by)
{
  double whole = by == COMPARE_BY_SHARE ? head->samples
                 : (double) head->files;
  return fmax (whole, 1) / mean_weight (head);
}

double
comparison_calls (const struct comparison *comparison, size_t row,
                  unsigned side)
{
  const struct pair_row *pair = &comparison->pairs.rows[row];
  return ((double) (side ? pair->new.calls : pair->old.calls)
          / (double) comparison->heads[side].files);
}

static bool
is_counted (const struct side_head *head, const struct pair_amount *amount)
{
  return (!head->counted
          || (amount->calls && strcmp (head->counted, PROCESS_VARIOUS) != 0));
}

bool
compare_calls_known (const struct comparison *comparison, size_t row)
{
  const struct pair_row *pair = &comparison->pairs.rows[row];
  return (is_counted (&comparison->heads[0], &pair->old)
          && is_counted (&comparison->heads[1], &pair->new));
}

bool
compare_calls_differ (const struct comparison *comparison, size_t row)
{
  const struct pair_row *pair = &comparison->pairs.rows[row];
  uint64_t a, b;
  if (!compare_calls_known (comparison, row))
    return false;
  /* Exact, but for products that overflow.  */
  if (__builtin_mul_overflow (pair->old.calls, comparison->heads[1].files, &a)
      || __builtin_mul_overflow (pair->new.calls, comparison->heads[0].files,
                                 &b))
    return (comparison_calls (comparison, row, 0)
            != comparison_calls (comparison, row, 1));
  return a != b;
}

/* -- Runs ----------------------------------------------------------------- */

/* The sums of one row, metric and side over runs.  */
struct run_sums
{
  double run;                   /* of the current run */
  double sum, squares;          /* of the runs before */
};

const struct run_spread *
compare_spreads (const struct comparison *comparison, size_t row,
                 enum compare_metric metric)
{
  return &comparison->spreads[(row * COMPARE_METRICS + metric) * 2];
}

/* Adds FACTOR times the values of the part PART of side number SIDE to SUMS,
   which has an element for each row and metric.  */
static void
spread_add_run (const struct comparison *comparison, unsigned side,
                size_t part, double factor, struct run_sums *sums)
{
  const struct side *from = comparison->sides[side];
  const uint32_t *row_of = comparison->pairs.row_of[side];
  const size_t end = side_part_end (from, part);
  for (size_t i = from->parts[part].first_value; i < end; i++)
    {
      const struct side_value *value = &from->values[i];
      const size_t place = row_of[value->function];
      struct run_sums *row = &sums[place * COMPARE_METRICS];
      row[COMPARE_SELF].run += value->self * factor;
      row[COMPARE_TOTAL].run += value->total * factor;
    }
  for (size_t i = from->parts[part].first_value; i < end; i++)
    for (unsigned metric = 0; metric < COMPARE_METRICS; metric++)
      {
        const size_t place = row_of[from->values[i].function];
        struct run_sums *row = &sums[place * COMPARE_METRICS + metric];
        row->sum += row->run;
        row->squares += row->run * row->run;
        row->run = 0;
      }
}

/* Returns what makes the values of a part of SIDE comparable: observations of a
   file, or by share, observations if the file had the mean number of all
   files.  */
static double
run_factor (const struct comparison *comparison, unsigned side, size_t part)
{
  double factor = 1 / mean_weight (&comparison->heads[side]);
  double samples = comparison->sides[side]->parts[part].head.samples;
  if (comparison->by == COMPARE_BY_SHARE && samples > 0)
    factor *= comparison->run_samples / samples;
  return factor;
}

static void
spread_side (struct comparison *comparison, unsigned side)
{
  const size_t n = comparison->pairs.len * COMPARE_METRICS;
  const size_t runs = comparison->sides[side]->n_parts;
  struct run_sums *sums = array_new (n, sizeof *sums);
  for (size_t part = 0; part < runs; part++)
    spread_add_run (comparison, side, part,
                    run_factor (comparison, side, part), sums);
  for (size_t i = 0; i < n; i++)
    {
      double average = sums[i].sum / (double) runs;
      double variance = ((sums[i].squares - sums[i].sum * average)
                         / (double) (runs - 1));
      comparison->spreads[i * 2 + side]
        = (struct run_spread) { (double) runs, average, fmax (variance, 0) };
    }
  free (sums);
}

/* Returns true if all parts of SIDE are one file, and there are enough.  */
static bool
has_single_files (const struct side *side)
{
  bool single = side->n_parts >= COMPARE_RUNS;
  for (size_t i = 0; single && i < side->n_parts; i++)
    single = side->parts[i].head.files == 1;
  return single;
}

/* -- Tests ---------------------------------------------------------------- */

/* Returns the two-sided p-value of ROW without adjustment.  */
static double
test_row (const struct comparison *comparison, size_t row)
{
  double df;
  if (!comparison->has_runs)
    {
      struct counts counts = compare_counts (comparison, row,
                                             comparison->metric);
      return stats_within (&counts, comparison->drift);
    }
  const struct run_spread *spread = compare_spreads (comparison, row,
                                                 comparison->metric);
  double t = stats_welch (&spread[0], &spread[1], 1, 0, &df);
  return fmin (1, 2 * stats_student_upper (fabs (t), df));
}

static void
test_all (struct comparison *comparison)
{
  double *p = array_new (comparison->pairs.len, sizeof *p);
  size_t n = 0;
  for (size_t i = 0; i < comparison->pairs.len; i++)
    if (compare_can_test (comparison, i, comparison->metric))
      p[n++] = test_row (comparison, i);
  comparison->n_tested = n;
  stats_holm (p, n);
  n = 0;
  for (size_t i = 0; i < comparison->pairs.len; i++)
    {
      struct change *change = &comparison->changes[i];
      change->is_tested = compare_can_test (comparison, i, comparison->metric);
      change->p = change->is_tested ? p[n++] : 1;
    }
  free (p);
}

/* Stores the interval of the ratio of ROW, and the smallest ratio that could
   be seen, by the spread over several runs.  */
static void
ratios_of_runs (const struct run_spread *spread, double level,
                struct change *change)
{
  double df, mean = (spread[0].mean + spread[1].mean) / 2;
  double a = fmax (spread[0].variance, spread[0].mean) / spread[0].n;
  double b = fmax (spread[1].variance, spread[1].mean) / spread[1].n;
  /* The ends are the ratios that the test just does not reject (Fieller).  */
  stats_welch (&spread[0], &spread[1], 1, 0, &df);
  double t = stats_student_quantile (COMPARE_LEVEL / 2, df);
  double x = spread[0].mean, y = spread[1].mean;
  double g = x * x - t * t * a;
  double root = sqrt (fmax (0, x * x * y * y - g * (y * y - t * t * b)));
  change->lo = g > 0 ? fmax (0, (x * y - root) / g) : 0;
  change->hi = g > 0 ? (x * y + root) / g : INFINITY;
  change->smallest = mean > 0
                     ? 1 + (stats_normal_upper (level / 2) + STATS_POWER)
                           * sqrt (a + b) / mean : INFINITY;
}

static void
fill_change (struct comparison *comparison, size_t row)
{
  struct change *change = &comparison->changes[row];
  struct counts counts = compare_counts (comparison, row, comparison->metric);
  double level = COMPARE_LEVEL / (double) (comparison->n_tested
                                           ? comparison->n_tested : 1);
  if (comparison->has_runs)
    {
      const struct run_spread *spread
        = compare_spreads (comparison, row, comparison->metric);
      change->old = spread[0].mean * compare_scale (comparison, 0);
      change->new = spread[1].mean * compare_scale (comparison, 1);
      ratios_of_runs (spread, level, change);
    }
  else
    {
      change->old = counts.x1 * compare_scale (comparison, 0);
      change->new = counts.x2 * compare_scale (comparison, 1);
      stats_ratio_interval (&counts, &change->lo, &change->hi);
      change->smallest = (stats_smallest_ratio (&counts, level)
                          * comparison->drift);
    }
  if (change->is_tested && change->p <= COMPARE_LEVEL)
    change->verdict = change->new > change->old ? 1 : -1;
  comparison->n_more += change->verdict > 0;
  comparison->n_less += change->verdict < 0;
}

/* -- The order ------------------------------------------------------------ */

/* A row, to be sorted.  */
struct place
{
  double size;                  /* of the change */
  uint32_t row;
  bool is_sure;
};

static int
order_by_size (const void *a, const void *b)
{
  const struct place *x = a, *y = b;
  if (x->is_sure != y->is_sure)
    return x->is_sure ? -1 : 1;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

static void
order_rows (struct comparison *comparison)
{
  const size_t n = comparison->pairs.len;
  struct place *places = array_new (n, sizeof *places);
  comparison->order = array_new (n, sizeof *comparison->order);
  for (uint32_t i = 0; i < n; i++)
    {
      const struct change *change = &comparison->changes[i];
      places[i] = (struct place) { fabs (change->new - change->old), i,
                                   change->verdict != 0 };
    }
  sort_stable (places, n, sizeof *places, order_by_size);
  for (size_t i = 0; i < n; i++)
    comparison->order[i] = places[i].row;
  free (places);
}

void
compare_make (struct comparison *comparison, const struct side *old,
              const struct side *new, enum compare_by by,
              enum compare_metric metric)
{
  *comparison = (struct comparison) { .sides = { old, new }, .by = by,
                                      .metric = metric };
  for (unsigned side = 0; side < 2; side++)
    {
      comparison->heads[side] = side_head (comparison->sides[side]);
      comparison->exposure[side]
        = exposure_of (&comparison->heads[side], by);
    }
  comparison->has_runs = has_single_files (old) && has_single_files (new);
  comparison->drift = comparison->has_runs || by == COMPARE_BY_SHARE ? 1
                      : COMPARE_DRIFT;
  pairs_make (&comparison->pairs, old, new);
  const size_t n = comparison->pairs.len;
  comparison->changes = array_new (n, sizeof *comparison->changes);
  if (comparison->has_runs)
    {
      comparison->run_samples
        = ((comparison->heads[0].samples + comparison->heads[1].samples)
           / (double) (old->n_parts + new->n_parts));
      comparison->spreads = array_new (n * COMPARE_METRICS * 2,
                                       sizeof *comparison->spreads);
      spread_side (comparison, 0);
      spread_side (comparison, 1);
    }
  test_all (comparison);
  for (size_t i = 0; i < n; i++)
    fill_change (comparison, i);
  order_rows (comparison);
}

void
compare_free (struct comparison *comparison)
{
  pairs_free (&comparison->pairs);
  free (comparison->changes);
  free (comparison->spreads);
  free (comparison->order);
}
