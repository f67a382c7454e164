/* compare/stats.c -- tests of counts, as pure functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   The formulas are those of the NIST Digital Library of Mathematical Functions
   (8.7, 8.9, 8.17) and, for large counts, of Abramowitz and Stegun (26.4.17,
   26.5.22).  */

#include <config.h>

#include "compare/stats.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/sort.h"

/* Above this sum of parameters, approximations by the normal distribution
   replace continued fractions, whose steps grow with the root of the sum.  The
   error is then below 1e-6.  */
#define LARGE 1e6

/* Limits of steps: several times the steps for the parameter LARGE.  */
#define MOST_STEPS 20000
#define BISECTIONS 60

/* Where a continued fraction ends, and what stands for a zero in it.  */
#define PRECISE (4 * DBL_EPSILON)
#define TINY 1e-300

static double
log_gamma (double x)
{
  int sign;
  return lgamma_r (x, &sign);
}

static double
normal_below (double z)
{
  return erfc (-z * M_SQRT1_2) / 2;
}

/* -- Distributions -------------------------------------------------------- */

/* The state of Lentz's evaluation of a continued fraction.  */
struct fraction
{
  double value, c, d;
};

static double
not_zero (double x)
{
  return fabs (x) < TINY ? TINY : x;
}

/* Adds a term "A / (B + ..." to FRACTION.  Returns the factor by which its
   value has changed.  */
static double
fraction_add (struct fraction *fraction, double a, double b)
{
  fraction->d = 1 / not_zero (b + a * fraction->d);
  fraction->c = not_zero (b + a / fraction->c);
  double factor = fraction->c * fraction->d;
  fraction->value *= factor;
  return factor;
}

/* Returns the continued fraction of I_X(A, B) (DLMF 8.17.22), which converges
   fast for X below A / (A + B).  */
static double
beta_fraction (double a, double b, double x)
{
  struct fraction f = { 1, 1, 0 };
  fraction_add (&f, -(a + b) * x / (a + 1), 1);
  for (int m = 1; m < MOST_STEPS; m++)
    {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      double odd = -(a + m) * (a + b + m) * x
                   / ((a + 2 * m) * (a + 2 * m + 1));
      fraction_add (&f, even, 1);
      if (fabs (fraction_add (&f, odd, 1) - 1) < PRECISE)
        break;
    }
  return f.value;
}

double
stats_beta (double a, double b, double x)
{
  if (a <= 0)
    return 1;
  if (b <= 0 || x <= 0)
    return 0;
  if (x >= 1)
    return 1;
  if (a + b > LARGE)
    {
      double u = cbrt (b * x), v = cbrt (a * (1 - x));
      return normal_below (3 * (u * (1 - 1 / (9 * b)) - v * (1 - 1 / (9 * a)))
                           / sqrt (u * u / b + v * v / a));
    }
  double front = exp (log_gamma (a + b) - log_gamma (a) - log_gamma (b)
                      + a * log (x) + b * log1p (-x));
  if (x < (a + 1) / (a + b + 2))
    return front / (a * beta_fraction (a, b, x));
  return 1 - front / (b * beta_fraction (b, a, 1 - x));
}

/* Returns the sum of the series of P(A, X) (DLMF 8.7.1), without its
   factor.  */
static double
gamma_series (double a, double x)
{
  double term = 1 / a, sum = term;
  for (int n = 1; n < MOST_STEPS && term > sum * PRECISE; n++)
    {
      term *= x / (a + n);
      sum += term;
    }
  return sum;
}

/* Returns the continued fraction of 1 - P(A, X) (DLMF 8.9.2), without its
   factor.  */
static double
gamma_fraction (double a, double x)
{
  struct fraction f = { x + 1 - a, x + 1 - a, 0 };
  f.value = f.c = not_zero (f.value);
  for (int n = 1; n < MOST_STEPS; n++)
    if (fabs (fraction_add (&f, n * (a - n), x + 2 * n + 1 - a) - 1) < PRECISE)
      break;
  return 1 / f.value;
}

double
stats_gamma (double a, double x)
{
  if (a <= 0)
    return 1;
  if (x <= 0)
    return 0;
  if (a > LARGE)
    return normal_below (3 * sqrt (a) * (cbrt (x / a) - 1 + 1 / (9 * a)));
  double front = exp (a * log (x) - x - log_gamma (a));
  return (x < a + 1 ? front * gamma_series (a, x)
          : 1 - front * gamma_fraction (a, x));
}

double
stats_normal_upper (double p)
{
  double lo = -40, hi = 40;
  for (int i = 0; i < BISECTIONS; i++)
    {
      double middle = (lo + hi) / 2;
      if (normal_below (-middle) > p)
        lo = middle;
      else
        hi = middle;
    }
  return (lo + hi) / 2;
}

double
stats_student_upper (double t, double df)
{
  double tail = stats_beta (df / 2, 0.5, df / (df + t * t)) / 2;
  return t < 0 ? 1 - tail : tail;
}

double
stats_student_quantile (double p, double df)
{
  double lo = 0, hi = 1e6;
  for (int i = 0; i < BISECTIONS; i++)
    {
      double middle = (lo + hi) / 2;
      if (stats_student_upper (middle, df) > p)
        lo = middle;
      else
        hi = middle;
    }
  return lo;
}

/* -- Two counts ----------------------------------------------------------- */

double
stats_equal (const struct counts *counts)
{
  const double x = counts->x2, n = counts->x1 + counts->x2;
  const double share = counts->e2 / (counts->e1 + counts->e2);
  if (n <= 0)
    return 1;
  /* The probabilities of at least X, and of more than X.  */
  double at_least = stats_beta (x, n - x + 1, share);
  double more = x >= n ? 0 : stats_beta (x + 1, n - x, share);
  double upper = (at_least + more) / 2;
  return fmin (1, 2 * fmin (upper, 1 - upper));
}

double
stats_within (const struct counts *counts, double drift)
{
  struct counts moved = *counts;
  double ratio = counts->x2 * counts->e1, one = counts->x1 * counts->e2;
  if (ratio <= one * drift && one <= ratio * drift)
    return 1;
  if (ratio > one)
    moved.e2 *= drift;
  else
    moved.e1 *= drift;
  return stats_equal (&moved);
}

/* Returns the one-sided p-value of "the new rate is at most RATIO times the
   old one": the exact conditional binomial test.  RATIO is above 0.  */
static double
stats_at_most (const struct counts *counts, double ratio)
{
  const double weight = ratio * counts->e2;
  return stats_beta (counts->x2, counts->x1 + 1,
                     weight / (counts->e1 + weight));
}

double
stats_ratio_bound (const struct counts *counts, double ratio_limit,
                   double alpha)
{
  double lo = 0, hi = ratio_limit;
  for (int i = 0; i < BISECTIONS; i++)
    {
      double middle = (lo + hi) / 2;
      if (stats_at_most (counts, middle) <= alpha)
        lo = middle;
      else
        hi = middle;
    }
  return lo;
}

/* Returns the mean for which a Poisson variable is at least X with the
   probability P.  */
static double
poisson_mean (double x, double p)
{
  double lo = 0, hi = x + 40 * sqrt (x + 1) + 800;
  for (int i = 0; x > 0 && i < BISECTIONS; i++)
    {
      double middle = (lo + hi) / 2;
      if (stats_gamma (x, middle) < p)
        lo = middle;
      else
        hi = middle;
    }
  return lo;
}

double
stats_excess_bound (const struct counts *counts, double alpha)
{
  return (poisson_mean (counts->x2, alpha / 2) / counts->e2
          - poisson_mean (counts->x1 + 1, 1 - alpha / 2) / counts->e1);
}

double
stats_share_bound (double x, double n, double alpha)
{
  double lo = 0, hi = 1;
  for (int i = 0; i < BISECTIONS; i++)
    {
      double middle = (lo + hi) / 2;
      if (stats_beta (x, n - x + 1, middle) <= alpha)
        lo = middle;
      else
        hi = middle;
    }
  return lo;
}

/* The two-sided 95 % of the normal distribution.  */
#define DEVIATIONS 1.96

/* Returns an end of Wilson's interval with a correction for continuity: of the
   share X of N, the lower end if SIGN is -1, the upper one if it is 1.  */
static double
share_end (double x, double n, double sign)
{
  const double z = DEVIATIONS;
  double square = z * z + sign * 2 - 1 / n + 4 * (x / n) * (n - x - sign);
  double root = square > 0 ? sqrt (square) : 0;
  return fmin (1, fmax (0, (2 * x + z * z + sign * (1 + z * root))
                           / (2 * (n + z * z))));
}

static double
odds (double share)
{
  return share < 1 ? share / (1 - share) : INFINITY;
}

void
stats_ratio_interval (const struct counts *counts, double *lo, double *hi)
{
  const double n = counts->x1 + counts->x2, scale = counts->e1 / counts->e2;
  *lo = 0;
  *hi = INFINITY;
  if (n > 0 && counts->x2 > 0)
    *lo = odds (share_end (counts->x2, n, -1)) * scale;
  if (n > 0 && counts->x1 > 0)
    *hi = odds (share_end (counts->x2, n, 1)) * scale;
}

double
stats_smallest_ratio (const struct counts *counts, double alpha)
{
  const double rate = (counts->x1 + counts->x2) / (counts->e1 + counts->e2);
  if (rate <= 0)
    return INFINITY;
  double error = sqrt (1 / (rate * counts->e1) + 1 / (rate * counts->e2));
  return exp ((stats_normal_upper (alpha / 2) + STATS_POWER) * error);
}

/* -- Several runs --------------------------------------------------------- */

double
stats_welch (const struct run_spread *old, const struct run_spread *new,
             double ratio, double excess, double *df)
{
  double a = ratio * ratio * fmax (old->variance, old->mean) / old->n;
  double b = fmax (new->variance, new->mean) / new->n;
  *df = 1;
  if (a + b <= 0)
    return 0;
  *df = ((a + b) * (a + b)
         / (a * a / (old->n - 1) + b * b / (new->n - 1)));
  return (new->mean - ratio * old->mean - excess) / sqrt (a + b);
}

/* -- Families ------------------------------------------------------------- */

struct ranked
{
  double p;
  size_t place;
};

static int
compare_ranked (const void *a, const void *b)
{
  const struct ranked *x = a, *y = b;
  return (x->p > y->p) - (x->p < y->p);
}

void
stats_holm (double *p, size_t n)
{
  struct ranked *ranked = array_new (n, sizeof *ranked);
  double highest = 0;
  for (size_t i = 0; i < n; i++)
    ranked[i] = (struct ranked) { p[i], i };
  sort_stable (ranked, n, sizeof *ranked, compare_ranked);
  for (size_t i = 0; i < n; i++)
    {
      highest = fmin (1, fmax (highest, ranked[i].p * (double) (n - i)));
      p[ranked[i].place] = highest;
    }
  free (ranked);
}
