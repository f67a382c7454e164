/* compare/compare.h -- what has changed between two sides, and how sure it is.

   SPDX-License-Identifier: GPL-3.0-or-later

   Weights become numbers of observations of the program, since only these are
   independent of each other.  Exposures make the sides
   comparable: by time, a side counts as many times as it has files; by share,
   as its samples.  */

#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "compare/pairs.h"
#include "compare/side.h"
#include "compare/stats.h"

/* The probability that a comparison without any change reports one.  */
#define COMPARE_LEVEL 0.05

/* By time, and without enough files to measure it, the time of the same work
   may differ by this factor from run to run.  */
#define COMPARE_DRIFT 1.05

/* With at least this many files on each side, each read by itself, Welch's
   test takes the place of the binomial one.  */
#define COMPARE_RUNS 5

/* The exposure of a side: by it, equal sides have equal times.  The order is
   that of the words of --diff-by.  */
enum compare_by
{
  COMPARE_BY_TIME,
  COMPARE_BY_SHARE
};

enum compare_metric
{
  COMPARE_SELF,
  COMPARE_TOTAL,
  COMPARE_METRICS
};

/* The change of the tested metric of a row.  */
struct change
{
  double old, new;              /* by time: units of time of a file; by share:
                                   a fraction of all samples */
  double p;                     /* adjusted for all tests; 1 if not tested */
  double lo, hi;                /* interval of the ratio for this row alone; hi
                                   can be infinite */
  double smallest;              /* the smallest ratio that would be found in
                                   four of five comparisons; can be infinite */
  bool is_tested;
  signed char verdict;          /* 1: more, -1: less, 0: no change is seen */
};

struct comparison
{
  const struct side *sides[2];  /* old, new */
  struct side_head heads[2];
  enum compare_by by;
  enum compare_metric metric;   /* that is tested */
  bool has_runs;                /* Welch's test is used */
  double drift;                 /* factor that is no change, at least 1 */
  double exposure[2];           /* observations by share, else files divided by
                                   the samples of an observation */
  double run_samples;           /* mean of all files; with has_runs */
  struct pairs pairs;
  struct change *changes;       /* heap; by row */
  struct run_spread *spreads;   /* heap, with has_runs: for each row and metric
                                   the old and the new side */
  uint32_t *order;              /* heap; rows, the most important first */
  size_t n_tested, n_more, n_less;
};

/* Fills COMPARISON for the sides OLD and NEW (borrowed), which have at least
   one part each.  The caller releases it with compare_free.  */
void compare_make (struct comparison *comparison, const struct side *old,
                   const struct side *new, enum compare_by by,
                   enum compare_metric metric);
void compare_free (struct comparison *comparison);

/* Returns the counts of ROW for the tests of METRIC.  */
struct counts compare_counts (const struct comparison *comparison, size_t row,
                              enum compare_metric metric);

/* Returns the spreads of ROW over the files, first that of the old side.  Only
   with has_runs.  */
const struct run_spread *compare_spreads (const struct comparison *comparison,
                                      size_t row, enum compare_metric metric);

/* Returns true if ROW has enough observations in METRIC for a test, and a share
   of all that matters, and is not only a guess.  */
bool compare_can_test (const struct comparison *comparison, size_t row,
                       enum compare_metric metric);

/* Returns what one observation of SIDE (0: old, 1: new) is in the unit of
   struct change: an observation of compare_counts, or if has_runs is true one
   of compare_spreads.  */
double compare_scale (const struct comparison *comparison, unsigned side);

/* Returns false if the calls of ROW were not counted on a side, or not in all
   of its files.  A function without calls on a side where only some functions
   were counted may be one of the others.  */
bool compare_calls_known (const struct comparison *comparison, size_t row);

/* Returns true if the number of calls of ROW is known and differs, per
   file.  */
bool compare_calls_differ (const struct comparison *comparison, size_t row);

/* Returns the calls of ROW in a file of SIDE.  */
double comparison_calls (const struct comparison *comparison, size_t row,
                      unsigned side);

#endif /* COMPARE_COMPARE_H */
