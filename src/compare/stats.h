/* compare/stats.h -- tests of counts, as pure functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Counts are numbers of observations.  They need not be whole numbers: samples
   are divided by the mean weight of an observation.  Exposures are positive
   numbers in any unit, the same one for both sides: two sides with the same
   rate have counts in proportion to their exposures.  The index 1 is the old
   side, 2 the new one.  */

#ifndef COMPARE_STATS_H
#define COMPARE_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* A change that is found with a power of 80 % is this many standard errors
   above the limit of its test.  */
#define STATS_POWER 0.8416

/* The counts of one function on both sides.  */
struct counts
{
  double x1, x2;                /* at least 0 */
  double e1, e2;                /* above 0 */
};

/* The values of one function in several runs of a side.  */
struct run_spread
{
  double n;                     /* runs, at least 2 */
  double mean;                  /* observations of a run */
  double variance;              /* of one run */
};

/* Returns the regularized incomplete beta function I_X(A, B), for X from 0 to
   1 and A, B at least 0; 1 if A is 0, otherwise 0 if B is 0.  */
double stats_beta (double a, double b, double x);

/* Returns the regularized lower incomplete gamma function P(A, X), for A and
   X at least 0; 1 if A is 0.  It is the probability that a Poisson variable
   with the mean X is at least A.  */
double stats_gamma (double a, double x);

/* Returns the Z that a standard normal variable exceeds with the probability
   P, for P above 0 and below 1.  */
double stats_normal_upper (double p);

/* Returns the probability that a variable of Student's distribution with DF
   degrees of freedom exceeds T.  */
double stats_student_upper (double t, double df);

/* Returns the T that a variable of Student's distribution with DF degrees of
   freedom exceeds with the probability P, for P above 0 and up to 1/2.  */
double stats_student_quantile (double p, double df);

/* Returns the two-sided p-value of equal rates: the conditional binomial test
   with mid-p, by doubling the smaller side.  1 without any count.  */
double stats_equal (const struct counts *counts);

/* Returns the two-sided p-value of rates that differ by at most the factor
   DRIFT, which is at least 1.  */
double stats_within (const struct counts *counts, double drift);

/* Returns the highest ratio of the new rate to the old one that the exact
   conditional binomial test rejects at the level ALPHA: the one-sided lower
   bound of the ratio.  0 if there is none.  */
double stats_ratio_bound (const struct counts *counts, double ratio_limit,
                          double alpha);

/* Returns the lower bound of the new rate minus the old one, in counts per
   unit of exposure, at the level ALPHA.  It is conservative: each side has its
   exact Poisson bound at ALPHA / 2.  */
double stats_excess_bound (const struct counts *counts, double alpha);

/* Returns the one-sided lower bound of the share X of N at the level ALPHA
   (Clopper and Pearson).  */
double stats_share_bound (double x, double n, double alpha);

/* Stores in *LO and *HI the interval of the ratio of the new rate to the old
   one with a probability of 95 %: Wilson's with a correction for continuity.
   *HI can be infinite.  */
void stats_ratio_interval (const struct counts *counts, double *lo,
                           double *hi);

/* Returns the smallest ratio above 1 that stats_equal finds at the level ALPHA
   in four of five comparisons, if both sides have the mean rate of COUNTS.
   Infinite without any count.  */
double stats_smallest_ratio (const struct counts *counts, double alpha);

/* Welch's test: returns how many standard errors the mean of NEW is above
   RATIO times that of OLD plus EXCESS, and stores the degrees of freedom in
   *DF.  A variance below the mean counts as the mean, which is that of
   counting alone.  Without any count returns 0.  */
double stats_welch (const struct run_spread *old, const struct run_spread *new,
                    double ratio, double excess, double *df);

/* Replaces the N p-values at P by those that Holm's correction adjusts: a test
   is significant at the level ALPHA for the whole family if its value is then
   at most ALPHA.  */
void stats_holm (double *p, size_t n);

#endif /* COMPARE_STATS_H */
