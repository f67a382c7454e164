/* report/export/interval.c -- how far samples may be off by chance.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: numbers of samples.  Out: Wilson's interval with a correction for
   continuity (Newcombe 1998, method 4), for a probability of 95 %.  */

#include <config.h>

#include "report/export/interval.h"

#include <math.h>

#include "profile/process.h"

/* The normal distribution has 95 % of its mass within this many standard
   deviations.  */
#define DEVIATIONS 1.96

double
samples_per_delivery (const struct profile *profile)
{
  const struct process *process = profile->process;
  if (!process || process->counts[GMON_COUNT_DELIVERIES] == 0)
    return 0;
  return ((double) process->counts[GMON_COUNT_PERIODS]
          / (double) process->counts[GMON_COUNT_DELIVERIES]);
}

/* Returns an end of the interval as a fraction, for X of N: the lower end if
   SIGN is -1, the upper one if it is 1.  */
static double
wilson_end (double x, double n, double sign)
{
  const double z = DEVIATIONS;
  double square = z * z + sign * 2 - 1 / n + 4 * (x / n) * (n - x - sign);
  double root = square > 0 ? sqrt (square) : 0;
  return (2 * x + z * z + sign * (1 + z * root)) / (2 * (n + z * z));
}

struct interval
interval_of (double count, double total, double per_delivery)
{
  double phi = per_delivery > 0 ? per_delivery : 1;
  double x = count / phi, n = total / phi;
  struct interval interval = { 0, total };
  if (!(total > 0))
    return (struct interval) { 0, 0 };
  if (x > 0)
    interval.lo = fmin (fmax (wilson_end (x, n, -1) * total, 0), count);
  if (x < n)
    interval.hi = fmax (fmin (wilson_end (x, n, 1) * total, total), count);
  return interval;
}
