/* report/export/interval.h -- how far samples may be off by chance.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_INTERVAL_H
#define REPORT_EXPORT_INTERVAL_H

#include "profile/profile.h"

struct interval
{
  double lo, hi;                /* in samples */
};

/* Returns the mean number of samples that one observation added to PROFILE, or
   0 if the profile does not contain it.  For off-CPU times it is
   interval_weight, since waits differ widely.  */
double profile_mean_weight (const struct profile *profile);

/* Returns the samples of an observation, for interval_of, or 0 if PROFILE does
   not contain it.  It is the mean weighted by samples, which is higher than
   profile_mean_weight where observations differ: a count of those of W samples
   each has the same variance if W is the sum of squares divided by the sum.  */
double interval_weight (const struct profile *profile);

/* Returns how many standard deviations around its mean have LEVEL percent of a
   normal distribution: 1.96 for 95.  LEVEL is above 0 and below 100.  */
double interval_deviations (double level);

/* Returns the interval that contains the true number of samples, if COUNT of
   TOTAL samples were counted, with MEAN_WEIGHT for each sample (0 counts as
   1).  Its probability is that of DEVIATIONS standard deviations of a normal
   distribution: at least this for 95 % and less, at least 98.2 % for 99 %.  The
   interval holds for totals, too: a total is a sum of parts of counts, whose
   variance is at most that of a count of its size.  Without samples the
   interval is empty: [0, 0].  */
struct interval interval_of (double count, double total, double mean_weight,
                             double deviations);

/* Returns the wider one of the two sides of INTERVAL, which contains COUNT, in
   samples.  */
double interval_error (struct interval interval, double count);

#endif /* REPORT_EXPORT_INTERVAL_H */
