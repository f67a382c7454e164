/* profile/regrid.h -- glibc's histogram onto the grid of libgmon.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_REGRID_H
#define PROFILE_REGRID_H

#include <stdbool.h>

#include "base/diag.h"
#include "profile/profile.h"

/* Lets histograms of both runtimes of one program be added.  Where PROFILE (not
   strict, all files read) holds parts of the grid that libgmon has for the
   range of a HIST_WHOLE, the counts of the latter go onto that grid: each to
   the bin that holds the first address of its own, so that none moves by more
   than a bin, and the result does not depend on any order.  Whether the files
   are of one build only their ranges say here: to refuse some by their
   identity, which a sum may have lost, would make grouping matter.  False after
   one diag_error that names both files where a HIST_WHOLE does not go with the
   rest; or on a sum over 64 bits.  */
bool profile_regrid (struct profile *profile, struct diag *diag);

#endif /* PROFILE_REGRID_H */
