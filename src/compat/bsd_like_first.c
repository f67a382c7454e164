/* compat/bsd_like_first.c -- the BSD files that GNU gprof adds up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/bsd_like_first.h"

#include <string.h>

bool
bsd_is_like_first (const struct profile *profile,
                   const struct hist_header *header)
{
  const struct hist *first = profile->hists;

  return (profile->n_hists == 0
          || (first->low == header->low && first->high == header->high
              && first->bins.len == header->nbins));
}

uint32_t
bsd_rate_like_first (const struct profile *profile, bool gives_rate,
                     uint32_t default_rate)
{
  if (!profile->has_hists)
    return default_rate;
  return gives_rate ? 0 : profile->rate;
}

void
bsd_dimension_like_first (const struct profile *profile,
                          struct hist_header *header)
{
  if (!profile->has_hists)
    return;
  memcpy (header->dimension, profile->dimension, sizeof header->dimension);
  header->abbrev = profile->abbrev;
}
