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
    for (uint32_t bin = 0; bin < profile->hists[i].bins.len; bin++)
      sum += (double) bins_get (&profile->hists[i].bins, bin);
  return sum;
}

/* Counter I of histogram HIST.  */
static inline uint64_t
bin_of (const struct profile *profile, size_t hist, uint32_t i)
{
  return bins_get (&profile->hists[hist].bins, i);
}

/* Makes it COUNT, whatever it was.  */
static inline void
bin_set (struct profile *profile, size_t hist, uint32_t i, uint64_t count)
{
  bins_add (&profile->hists[hist].bins, i, count - bin_of (profile, hist, i));
}

static inline bool
bins_equal (const struct bins *a, const struct bins *b)
{
  for (uint32_t i = 0; i < a->len && a->len == b->len; i++)
    if (bins_get (a, i) != bins_get (b, i))
      return false;
  return a->len == b->len;
}

#endif /* UNIT_BINS_H */
