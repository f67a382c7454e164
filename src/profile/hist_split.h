/* profile/hist_split.h -- how a histogram is divided among records.

   SPDX-License-Identifier: GPL-3.0-or-later

   A record holds counts up to 65,535.  A larger count takes several records
   of one range, which readers add up.  In a sum of many files a few bins are
   hot, so the range is divided into pieces, and only the pieces with hot bins
   are repeated.  doc/design/src/profile-many-files.md has the sizes.  */

#ifndef PROFILE_HIST_SPLIT_H
#define PROFILE_HIST_SPLIT_H

#include <stddef.h>
#include <stdint.h>

#include "profile/profile.h"

/* Bins of a histogram that have a record of their own, which is written
   RECORDS times.  */
struct hist_piece
{
  uint32_t first, len;          /* bins */
  uint64_t records;             /* at least 1 */
};

/* The pieces of a histogram, in ascending order.  They do not overlap, and
   have all its bins.  */
struct hist_pieces
{
  struct hist_piece *items;     /* heap */
  size_t len;
  uint64_t bytes;               /* of all records */
};

/* Divides HIST into the pieces whose records take the fewest bytes.  HIST stays
   one piece if its bins have no common even width, or if pieces would save less
   than a quarter.  HEADER_SIZE is the size of a record without bins, in bytes.
   The result depends only on HEADER_SIZE and the counts.  A number of records
   above 2^26 becomes 2^26.  The caller frees the items.  */
struct hist_pieces hist_split (const struct hist *hist, size_t header_size);

/* Returns how many bytes of addresses each of NBINS bins of the range [LOW,
   HIGH) covers.  Returns 0 if the bins differ, or cover no whole units of two
   bytes: then pieces of the range would have bins of another width.  */
uint64_t hist_even_width (uint64_t low, uint64_t high, uint32_t nbins);

#endif /* PROFILE_HIST_SPLIT_H */
