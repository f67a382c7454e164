/* report/export/interval.h -- how far samples may be off by chance.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_EXPORT_INTERVAL_H
#define REPORT_EXPORT_INTERVAL_H

#include "profile/profile.h"

struct interval
{
  double lo, hi;                /* in samples */
};

/* Returns the mean number of samples that one look at the program added to
   PROFILE, or 0 if the profile does not contain it.  */
double samples_per_delivery (const struct profile *profile);

/* Returns the interval that contains the true number of samples with a
   probability of at least 95 %, if COUNT of TOTAL samples were counted, with
   PER_DELIVERY samples for each look (0 counts as 1).  Without samples the
   interval is empty: [0, 0].  */
struct interval interval_of (double count, double total, double per_delivery);

#endif /* REPORT_EXPORT_INTERVAL_H */
