/* unit/bins.h -- the samples of a profile, for its tests.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef UNIT_BINS_H
#define UNIT_BINS_H

#include "profile/profile.h"

/* Sum of all bins.  */
static inline double
profile_samples (const struct profile *profile)
{
  double sum = 0;

  for (size_t i = 0; i < profile->n_hists; i++)
    for (uint32_t bin = 0; bin < profile->hists[i].nbins; bin++)
      sum += (double) profile->hists[i].bins[bin];
  return sum;
}

#endif /* UNIT_BINS_H */
