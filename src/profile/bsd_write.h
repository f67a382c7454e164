/* profile/bsd_write.h -- a profile as an old BSD or 4.4BSD file.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reading them is gmon_io's work.  */

#ifndef PROFILE_BSD_WRITE_H
#define PROFILE_BSD_WRITE_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "profile/profile.h"

/* The rate of a BSD file that does not say: the clock tick of the kernels
   that such files come from.  */
#define BSD_DEFAULT_RATE 100

/* Appends PROFILE with a 4.4BSD header, or with the old one where WITH_RATE is
   false, the rate is the default, the file is long enough to be read and would
   not be taken for one of 4.4BSD.  As GNU does if TRUNCATE: always the old one
   then, the first histogram alone, counts cut.
   Else false after one diag_error on file NAME where these formats cannot hold
   it: several address ranges, sums over 16 bits, another dimension than
   seconds, a rate of 0, basic blocks.  */
bool bsd_write (const struct profile *profile, struct diag *diag,
                const char *name, struct writer *w, bool with_rate,
                bool truncate);

/* How many arcs of the file that is for ARC, whose count may be too high for
   one, if not TRUNCATE.  */
uint64_t bsd_arcs (const struct raw_arc *arc, struct wire wire);

#endif /* PROFILE_BSD_WRITE_H */
