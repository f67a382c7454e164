/* t_interval.c -- intervals: how often they contain the true share.

   SPDX-License-Identifier: GPL-3.0-or-later

   The coverage is exact: each possible number of samples with its probability,
   not a simulation.  */

#include <config.h>

#include <math.h>

#include "report/export/interval.h"
#include "check.h"

/* Returns the probability that the interval of N samples contains the share
   P.  */
static double
coverage (unsigned n, double p, double deviations, double mean_weight)
{
  double sum = 0;
  for (unsigned x = 0; x <= n; x++)
    {
      double total = n * mean_weight;
      struct interval interval
        = interval_of (x * mean_weight, total, mean_weight, deviations);
      if (interval.lo <= p * total && p * total <= interval.hi)
        sum += exp (lgamma (n + 1.0) - lgamma (x + 1.0) - lgamma (n - x + 1.0)
                    + x * log (p) + (n - x) * log1p (-p));
    }
  return sum;
}

static void
test_coverage (double level, double at_least)
{
  static const unsigned counts[] = { 10, 30, 100, 300, 1000 };
  const double deviations = interval_deviations (level);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    {
      double least = 1;
      for (unsigned k = 0; k < 200; k++)
        {
          double p = 0.2 / counts[i] + k * (0.98 - 0.2 / counts[i]) / 199;
          least = fmin (least, coverage (counts[i], p, deviations, 1));
        }
      CHECK (least >= at_least, "%g %%, %u samples: %g", level, counts[i],
             least);
      CHECK (least < (1 + level / 100) / 2, "%g %%, %u samples: not all is"
             " covered", level, counts[i]);
    }
}

/* An interval of four samples a look is as wide as that of the looks.  */
static void
test_mean_weight (void)
{
  const double z = interval_deviations (95);
  struct interval looks = interval_of (30, 100, 1, z);
  struct interval samples = interval_of (120, 400, 4, z);
  struct interval unknown = interval_of (30, 100, 0, z);
  CHECK (fabs (samples.lo - 4 * looks.lo) < 1e-9
         && fabs (samples.hi - 4 * looks.hi) < 1e-9, "four samples a look");
  CHECK (unknown.lo == looks.lo && unknown.hi == looks.hi,
         "samples a look are unknown");
  CHECK (fabs (interval_error (looks, 30) - 10.11) < 0.005, "%g",
         interval_error (looks, 30));
}

static void
test_ends (void)
{
  const double z = interval_deviations (95);
  struct interval none = interval_of (0, 100, 1, z);
  struct interval all = interval_of (100, 100, 1, z);
  struct interval empty = interval_of (0, 0, 1, z);
  CHECK (none.lo == 0 && none.hi > 3 && none.hi < 5, "%g", none.hi);
  CHECK (all.hi == 100 && fabs (all.lo - (100 - none.hi)) < 1e-9, "%g",
         all.lo);
  CHECK (empty.lo == 0 && empty.hi == 0, "no samples");
  CHECK (fabs (z - 1.959963985) < 1e-9, "%.9f", z);
  CHECK (fabs (interval_deviations (50) - 0.67448975) < 1e-8, "50 %%");
  CHECK (fabs (interval_deviations (99) - 2.5758293) < 1e-7, "99 %%");
}

int
main (void)
{
  test_coverage (95, .95);
  test_coverage (80, .80);
  test_coverage (50, .50);
  test_coverage (99, .982);
  test_mean_weight ();
  test_ends ();
  return check_end ();
}
