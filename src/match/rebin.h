/* match/rebin.h -- moves glibc's histogram to the bin layout of libgmon.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef MATCH_REBIN_H
#define MATCH_REBIN_H

#include <stdbool.h>

#include "base/diag.h"
#include "profile/profile.h"

/* Makes histograms of one program by glibc and by libgmon addable.  All files
   are read, and PROFILE has no even_bins.  If it holds chunks of bins that
   libgmon has for the range of a HIST_WHOLE, the counts of the HIST_WHOLE move
   to those chunks: each to the bin that holds the first address of its old bin.
   So no count moves by more than a bin, and the result does not depend on the
   order of files.  Only the ranges decide whether the files are of one build:
   a sum may have lost its identity, so refusing files by their identity would
   make the result depend on how files are grouped.

   Returns false after one diag_error, which names both files, if a HIST_WHOLE
   does not fit the other histograms; also on a sum over 64 bits.  */
bool profile_rebin (struct profile *profile, struct diag *diag);

#endif /* MATCH_REBIN_H */
