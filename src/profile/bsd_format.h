/* profile/bsd_format.h -- the old BSD and 4.4BSD formats.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reading these files is the work of gmon_io.  */

#ifndef PROFILE_BSD_FORMAT_H
#define PROFILE_BSD_FORMAT_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "profile/profile.h"

/* The sampling rate (samples a second) of a BSD file whose header has no rate:
   the clock tick of the kernels that such files come from.  */
#define BSD_DEFAULT_RATE 100

/* Appends PROFILE to W as a BSD file; NAME is its name for messages.  The
   header is the one of 4.4BSD.  It is the old one if WITH_RATE is false, the
   rate is the default, and the file is long enough to be read and cannot be
   taken for a 4.4BSD file.  With TRUNCATE, as in GNU gprof, these two
   properties of the file are not checked, only the first histogram is written,
   and counts are cut.

   Without TRUNCATE, returns false after one diag_error if the format cannot
   hold PROFILE: several address ranges, counters over 16 bits, a dimension
   other than seconds, a rate of 0, or basic blocks.  */
bool bsd_write (const struct profile *profile, struct diag *diag,
                const char *name, struct writer *w, bool with_rate,
                bool truncate);

/* Returns how many arcs bsd_write writes for ARC without TRUNCATE: several if
   the count is too high for one.  */
uint64_t bsd_arcs (const struct raw_arc *arc, struct wire wire);

/* Returns the time of the samples of a BSD file in seconds.  BINS stands at the
   bins that HEADER describes, of which some may be missing.  */
double bsd_seconds (struct reader bins, const struct hist_header *header);

/* Returns true if only the low half of each count of the arcs at ARCS, which
   end with the file, is a count: as 64-bit Windows writes them.  The size of
   long in the format of ARCS decides.  If that is not known, the counts
   themselves decide: there are several, their high halves are equal and not 0,
   as padding is, and that many calls would take far more than SECONDS, the
   time of the samples.  */
bool bsd_counts_are_padded (struct reader arcs, double seconds);

#endif /* PROFILE_BSD_FORMAT_H */
