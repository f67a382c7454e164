/* profile/hist.h -- histogram records and their bins.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reads and writes the records, and computes the addresses of bins.  Crediting
   samples to symbols is the work of attribute/samples.  */

#ifndef PROFILE_HIST_H
#define PROFILE_HIST_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "profile/profile.h"

/* A record of a file, whose bins are not read yet.  */
struct hist_record
{
  struct hist_header header;
  struct reader bins;           /* stands at the bins; borrows the file */
};

/* Records that follow each other in a file and may be the pieces of one
   histogram, as hist_write_bins writes them.  Start with zeros.  */
struct hist_group
{
  struct hist_record *items;    /* heap */
  size_t len, cap;
  bool has_pieces;              /* two of the records differ in range */
  bool has_repeat;              /* two of them have one range */
};

/* Reads the body of a histogram record (the bytes after its tag) of file NAME
   (borrowed) from R.  Keeps it in GROUP; adds the records of GROUP to PROFILE
   first if they are complete.  Returns false after one diag_error.  */
bool hist_read_rec (struct profile *profile, struct diag *diag,
                    const char *name, struct reader *r,
                    struct hist_group *group);

/* Adds the records of GROUP, which are from file NAME (borrowed), to PROFILE,
   and empties GROUP.  Pieces of one histogram become that histogram, except
   with truncate_sums.  Call it when another kind of record follows, or the
   file ends.  Returns false after one diag_error.  */
bool hist_add_group (struct profile *profile, struct diag *diag,
                     const char *name, struct hist_group *group);

void hist_group_free (struct hist_group *group);

/* Appends the histograms of PROFILE to W, in order.  A histogram takes one
   record if no counter exceeds 65,535.  Else it takes a record for each piece
   of hist_split, the highest addresses first; the record of a piece with larger
   counters is repeated, and each one holds as much of every counter as fits.
   With TRUNCATE a histogram is one record with the low 16 bits of each
   counter.  */
void hist_write_bins (const struct profile *profile, struct writer *w,
                      bool truncate);

/* Returns true if a counter of HIST exceeds 65,535.  */
bool hist_is_split (const struct hist *hist);

/* Returns how many bytes hist_write_bins writes for HIST, with addresses of
   WIRE and without TRUNCATE.  */
uint64_t hist_bytes (const struct hist *hist, struct wire wire);

/* Returns where bin number BIN of HIST, a histogram of PROFILE, begins, in
   units of two bytes from the start of the range.  The end of the last bin is
   the start of bin number bins.len.  The width of bins depends on the writer:
   the profil of glibc derives it from its scale, other writers divide the
   range evenly.  */
uint64_t hist_bin_start (const struct profile *profile,
                         const struct hist *hist, uint64_t bin);

/* Returns the mean width of the bins of HIST, a histogram of PROFILE, in units
   of two bytes.  */
double hist_bin_width (const struct profile *profile, const struct hist *hist);

/* The addresses of the bytes that a bin covers: at least two bytes.  The
   function returns those of bin BIN of HIST, a histogram of PROFILE.  */
struct bin_range
{
  uint64_t low, last;           /* inclusive */
};
struct bin_range hist_bin_range (const struct profile *profile,
                                 const struct hist *hist, uint32_t bin);

#endif /* PROFILE_HIST_H */
