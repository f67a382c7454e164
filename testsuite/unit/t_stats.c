/* unit/t_stats.c -- tests of compare/stats: tests of counts.

   SPDX-License-Identifier: GPL-3.0-or-later

   The expected values are sums of the terms of the distributions, term by
   term, and integrals by Simpson's rule; neither uses a gamma function.

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <math.h>

#include "compare/stats.h"

/* Returns the probability of at least FROM successes in N trials of P, by
   adding up the terms.  The first is that of the more probable end, which no
   format of numbers takes for 0.  */
static double
binomial_from (unsigned from, unsigned n, double p)
{
  const bool down = p > .5;
  const double rare = down ? 1 - p : p;
  long double term = powl (1 - (long double) rare, n), sum = 0;
  for (unsigned k = 0; k <= n; k++)
    {
      if ((down ? n - k : k) >= from)
        sum += term;
      term *= (long double) (n - k) / (k + 1) * rare / (1 - (long double) rare);
    }
  return (double) sum;
}

static double
poisson_from (unsigned from, double mean)
{
  long double term = expl (-(long double) mean), below = 0;
  for (unsigned k = 0; k < from; k++)
    {
      below += term;
      term *= (long double) mean / (k + 1);
    }
  return (double) (1 - below);
}

static bool
is_near (double got, double want, double error)
{
  return fabs (got - want) <= error;
}

static void
test_beta (void)
{
  unsigned bad = 0;
  static const double shares[] = { .001, .1, .3, .5, .75, .99 };
  for (unsigned n = 1; n <= 300; n += n < 20 ? 1 : 37)
    for (unsigned x = 0; x <= n; x += n < 20 ? 1 : 7)
      for (unsigned i = 0; i < 6; i++)
        {
          double got = stats_beta (x, n - x + 1, shares[i]);
          double want = binomial_from (x, n, shares[i]);
          EXPECT (&bad, is_near (got, want, 1e-12), "%u of %u at %g: %.17g"
                  " for %.17g", x, n, shares[i], got, want);
        }
  CHECK (bad == 0, "beta: the tails of binomials");
  /* Around LARGE another formula takes over.  */
  CHECK (is_near (stats_beta (1000, 998999, .001),
                  stats_beta (1000, 999001, .001), 1e-4)
         && is_near (stats_beta (499999, 499999, .5), .5, 1e-9)
         && is_near (stats_beta (600000, 600000, .5), .5, 1e-9),
         "beta: large counts agree with those below");
  CHECK (stats_beta (0, 3, .5) == 1 && stats_beta (3, 0, .5) == 0
         && stats_beta (3, 2, 0) == 0 && stats_beta (3, 2, 1) == 1,
         "beta: the ends");
}

static void
test_gamma (void)
{
  static const double means[] = { .1, 1, 5.5, 30, 300 };
  unsigned bad = 0;
  for (unsigned x = 0; x <= 400; x += x < 20 ? 1 : 19)
    for (unsigned i = 0; i < 5; i++)
      {
        double got = stats_gamma (x, means[i]);
        double want = poisson_from (x, means[i]);
        EXPECT (&bad, is_near (got, want, 1e-12), "%u at %g: %.17g for %.17g",
                x, means[i], got, want);
      }
  CHECK (bad == 0, "gamma: the tails of Poisson variables");
  CHECK (is_near (stats_gamma (1000100, 1000000),
                  stats_gamma (999999, 999899), 1e-4),
         "gamma: large counts agree with those below");
}

/* The integral of Student's density from T to FAR, without its factor.  */
static double
student_integral (double t, double far, double df)
{
  const int steps = 200000;
  double sum = 0, h = (far - t) / steps;
  for (int i = 0; i <= steps; i++)
    {
      double x = t + i * h, y = pow (1 + x * x / df, -(df + 1) / 2);
      sum += y * (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2);
    }
  return sum * h / 3;
}

static void
test_student (void)
{
  static const double values[] = { 0, .5, 1, 2.5, 6 };
  unsigned bad = 0;
  for (double df = 4; df < 60; df *= 2.5)
    for (unsigned i = 0; i < 5; i++)
      {
        double want = (student_integral (values[i], 400, df)
                       / student_integral (0, 400, df) / 2);
        double got = stats_student_upper (values[i], df);
        EXPECT (&bad, is_near (got, want, 1e-8), "t %g, df %g: %.12g for"
                " %.12g", values[i], df, got, want);
        if (i)
          EXPECT (&bad, is_near (stats_student_quantile (want, df), values[i],
                                 1e-5), "the quantile of t %g", values[i]);
        EXPECT (&bad, is_near (stats_student_upper (-values[i], df), 1 - want,
                               1e-8), "t -%g", values[i]);
      }
  CHECK (bad == 0, "Student: the density is integrated");
  CHECK (is_near (stats_normal_upper (.025), 1.959963985, 1e-8)
         && is_near (stats_normal_upper (.8), -.841621234, 1e-8),
         "normal: two quantiles");
}

/* The mid-p value of X1 and X2, as the definition has it.  */
static double
mid_p (unsigned x1, unsigned x2, double share)
{
  unsigned n = x1 + x2;
  double upper = (binomial_from (x2, n, share)
                  + binomial_from (x2 + 1, n, share)) / 2;
  double p = 2 * (upper < .5 ? upper : 1 - upper);
  return p > 1 ? 1 : p;
}

static void
test_two_counts (void)
{
  unsigned bad = 0;
  for (unsigned x1 = 0; x1 < 60; x1 += 7)
    for (unsigned x2 = 0; x2 < 60; x2 += 5)
      for (double e2 = .25; e2 < 5; e2 *= 4)
        {
          struct counts counts = { x1, x2, 1, e2 };
          double want = x1 + x2 ? mid_p (x1, x2, e2 / (1 + e2)) : 1;
          double bound = stats_ratio_bound (&counts, 1e6, .01);
          EXPECT (&bad, is_near (stats_equal (&counts), want, 1e-11),
                  "%u, %u, %g: %.12g for %.12g", x1, x2, e2,
                  stats_equal (&counts), want);
          /* The bound is where the exact tail has the level.  */
          double tail = binomial_from (x2, x1 + x2,
                                       bound * e2 / (1 + bound * e2));
          EXPECT (&bad, x2 ? is_near (tail, .01, 1e-7) : bound < 1e-9,
                  "the bound of %u, %u, %g: %g", x1, x2, e2, tail);
        }
  CHECK (bad == 0, "two counts: the terms are added up");
  struct counts drifts[] = { { 1000, 1040, 1, 1 }, { 1000, 960, 1, 1 } };
  struct counts more = { 1000, 1300, 1, 1 }, same = { 1000, 1300, 1, 1.05 };
  struct counts less = { 1300, 1000, 1, 1 };
  CHECK (stats_within (&drifts[0], 1.05) == 1
         && stats_within (&drifts[1], 1.05) == 1
         && stats_within (&more, 1.05) == stats_equal (&same)
         && is_near (stats_within (&less, 1.05), stats_equal (&same), 1e-9)
         && stats_within (&more, 1) == stats_equal (&more),
         "two counts: what is within a drift is no change");
  struct counts scaled = { 100, 150, 2, 3 };
  CHECK (is_near (stats_equal (&scaled), 1, .05),
         "two counts: exposures explain a difference");
}

static void
test_bounds (void)
{
  struct counts counts = { 40, 90, 2, 2 };
  double excess = stats_excess_bound (&counts, .05), lo, hi;
  /* Both ends of it by the sums of terms, at .025.  */
  double low = 0, high = 200;
  for (int i = 0; i < 60; i++)
    if (poisson_from (90, (low + high) / 2) < .025)
      low = (low + high) / 2;
    else
      high = (low + high) / 2;
  double upper = 0;
  high = 200;
  for (int i = 0; i < 60; i++)
    if (poisson_from (41, (upper + high) / 2) < .975)
      upper = (upper + high) / 2;
    else
      high = (upper + high) / 2;
  CHECK (is_near (excess, low / 2 - upper / 2, 1e-6), "excess: %g for %g",
         excess, low / 2 - upper / 2);
  CHECK (is_near (binomial_from (30, 200, stats_share_bound (30, 200, .01)),
                  .01, 1e-7), "share: the exact tail has the level");
  stats_ratio_interval (&counts, &lo, &hi);
  CHECK (lo > 1.5 && lo < 2.25 && hi > 2.25 && hi < 3.4,
         "ratio: %g to %g around 2.25", lo, hi);
  counts = (struct counts) { 0, 9, 1, 1 };
  stats_ratio_interval (&counts, &lo, &hi);
  CHECK (lo > 1 && isinf (hi), "ratio: without an old count");
  counts = (struct counts) { 9, 0, 1, 1 };
  stats_ratio_interval (&counts, &lo, &hi);
  CHECK (lo == 0 && hi < 1, "ratio: without a new count");
  counts = (struct counts) { 900, 900, 1, 1 };
  double ratio = stats_smallest_ratio (&counts, .05 / 30);
  CHECK (ratio > 1.19 && ratio < 1.22, "smallest: 900 samples a side find"
         " 1.2 among 30 functions: %g", ratio);
}

static void
test_holm (void)
{
  double p[] = { .04, .01, .5, .012, .03 };
  static const double want[] = { .09, .05, .5, .05, .09 };
  bool same = true;
  stats_holm (p, 5);
  for (int i = 0; i < 5; i++)
    same = same && is_near (p[i], want[i], 1e-12);
  CHECK (same, "Holm: %g %g %g %g %g", p[0], p[1], p[2], p[3], p[4]);
  stats_holm (p, 0);
}

static void
test_welch (void)
{
  /* Variances 200 and 600 of 5 and 10 runs: 40 + 60.  */
  struct run_spread old = { 5, 100, 200 }, new = { 10, 130, 600 };
  double df, t = stats_welch (&old, &new, 1, 0, &df);
  CHECK (is_near (t, 3, 1e-12) && is_near (df, 12.5, 1e-9),
         "Welch: t %g, df %g", t, df);
  t = stats_welch (&old, &new, 1.2, 0, &df);
  CHECK (is_near (t, 10 / sqrt (1.44 * 40 + 60), 1e-12),
         "Welch: against a ratio: %g", t);
  CHECK (is_near (stats_welch (&old, &new, 1, 10, &df), 2, 1e-12),
         "Welch: against an excess");
  old.variance = new.variance = 0;
  CHECK (is_near (stats_welch (&old, &new, 1, 0, &df), 30 / sqrt (33.), 1e-12),
         "Welch: no spread is less than that of counting");
}

int
main (void)
{
  test_beta ();
  test_gamma ();
  test_student ();
  test_two_counts ();
  test_bounds ();
  test_holm ();
  test_welch ();
  return check_end ();
}
