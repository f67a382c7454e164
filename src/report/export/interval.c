/* report/export/interval.c -- how far samples may be off by chance.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/export/interval.h"

#include <math.h>

#include "profile/process.h"

/* A normal distribution has all but 1e-15 of its mass within this many standard
   deviations.  */
#define MAX_DEVIATIONS 8.0

double
interval_deviations (double level)
{
  double low = 0, high = MAX_DEVIATIONS;
  /* Bisection, until the ends are neighbours.  */
  for (;;)
    {
      double middle = (low + high) / 2;
      if (middle <= low || middle >= high)
        return middle;
      if (100 * erf (middle / sqrt (2)) < level)
        low = middle;
      else
        high = middle;
    }
}

double
profile_mean_weight (const struct profile *profile)
{
  if (!profile->process)
    return 0;
  if (profile->values & GMON_OFF_CPU_VALUES)
    return interval_weight (profile);
  const struct process_totals totals
    = process_totals (profile->process, profile->values);
  return totals.observations > 0 ? totals.sum / totals.observations : 0;
}

double
interval_weight (const struct profile *profile)
{
  if (!profile->process)
    return 0;
  const struct process_totals totals
    = process_totals (profile->process, profile->values);
  return totals.sum > 0 ? totals.squares / totals.sum : 0;
}

/* Returns an end of the interval as a fraction, for X of N and Z standard
   deviations: the lower end if SIGN is -1, the upper one if it is 1.  */
static double
wilson_end (double x, double n, double z, double sign)
{
  double square = z * z + sign * 2 - 1 / n + 4 * (x / n) * (n - x - sign);
  double root = square > 0 ? sqrt (square) : 0;
  return (2 * x + z * z + sign * (1 + z * root)) / (2 * (n + z * z));
}

struct interval
interval_of (double count, double total, double mean_weight,
             double deviations)
{
  double phi = mean_weight > 0 ? mean_weight : 1;
  double x = count / phi, n = total / phi;
  struct interval interval = { 0, total };
  if (!(total > 0))
    return (struct interval) { 0, 0 };
  if (x > 0)
    interval.lo
      = fmin (fmax (wilson_end (x, n, deviations, -1) * total, 0), count);
  if (x < n)
    interval.hi
      = fmax (fmin (wilson_end (x, n, deviations, 1) * total, total), count);
  return interval;
}

double
interval_error (struct interval interval, double count)
{
  return fmax (count - interval.lo, interval.hi - count);
}
