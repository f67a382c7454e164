/* compat/bsd_like_first.h -- the BSD files that GNU gprof adds up.

   SPDX-License-Identifier: GPL-3.0-or-later

   The quirk bsd_like_first, for profile/gmon_io.  GNU gprof does not treat a
   BSD file as a profile of its own, but as more of the first one.  */

#ifndef COMPAT_BSD_LIKE_FIRST_H
#define COMPAT_BSD_LIKE_FIRST_H

#include "profile/profile.h"

/* Returns true if HEADER has the range and number of bins of the first
   histogram of PROFILE, as it must.  */
bool bsd_is_like_first (const struct profile *profile,
                        const struct hist_header *header);

/* Returns the rate, or 0, of a file whose header has none, or GIVES_RATE and
   has 0.  The first file has DEFAULT_RATE.  Later, a header that has no rate
   takes that of the files before it, and 0 stays 0.  */
uint32_t bsd_rate_like_first (const struct profile *profile, bool gives_rate,
                              uint32_t default_rate);

/* Makes HEADER take the dimension of the files before it, if there are any.  */
void bsd_dimension_like_first (const struct profile *profile,
                               struct hist_header *header);

#endif /* COMPAT_BSD_LIKE_FIRST_H */
