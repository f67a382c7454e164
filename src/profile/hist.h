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

/* Reads the body of a histogram record (the bytes after its tag) of file NAME
   from R into PROFILE.  Returns false after one diag_error.  */
bool hist_read_rec (struct profile *profile, struct diag *diag,
                    const char *name, struct reader *r);

/* Appends the histograms of PROFILE to W, in order, one record for each.  If a
   counter exceeds 65,535, the histogram takes several records of its range,
   and each record holds as much of every counter as fits.  With TRUNCATE it is
   one record with the low 16 bits of each counter.  */
void hist_write_hist (const struct profile *profile, struct writer *w,
                      bool truncate);

/* Returns how many records hist_write_hist writes for HIST without
   TRUNCATE.  */
uint64_t hist_records (const struct hist *hist);

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
