/* profile/hist.h -- histogram records: read, write, and credit to symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   Printing the flat profile is report/hist_print's work.  */

#ifndef PROFILE_HIST_H
#define PROFILE_HIST_H

#include <stdbool.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "image/symtab.h"
#include "profile/profile.h"
#include "select/sym_ids.h"

/* Reads the body of a histogram record (after its tag) of file NAME.  False
   after one diag_error.  */
bool hist_read_rec (struct profile *profile, struct diag *diag,
                    const char *name, struct reader *r);

/* Appends one record a histogram, in order; where bins pass 65,535, as many
   records of that range as it takes, each filled greedily; or, if TRUNCATE,
   one with the low 16 bits.  */
void hist_write_hist (const struct profile *profile, struct writer *w,
                      bool truncate);

/* How many records that is for HIST, if not TRUNCATE.  */
uint64_t hist_records (const struct hist *hist);

/* The flat profile: samples credited to each symbol.  */
struct flat
{
  double *time;                 /* by sym_id; in samples, can be fractional */
  double total;                 /* all samples but those credited to symbols
                                   excluded from the flat profile */
};

/* Spreads every bin over the symbols its addresses fall on, in proportion:
   credit = overlap * count / bin width, as GNU gprof's reading of the format
   has it (doc/DESIGN, "Credit").  Symbols not selected for the flat profile
   get none.  */
void hist_assign_samples (struct flat *flat, const struct profile *profile,
                          const struct symtab *symtab,
                          const struct selection *selection);
void flat_free (struct flat *flat);

/* Where bin BIN of HIST, of PROFILE, begins: in units of two bytes, counted
   from the start of the range.  The end of the last bin is where bin number
   bins.len begins.  Bins are as wide as their writer made them: glibc's profil
   by its scale, others divide the range evenly.  */
uint64_t hist_bin_start (const struct profile *profile,
                         const struct hist *hist, uint64_t bin);

/* The mean width of the bins of HIST, of PROFILE, in units of two bytes.  */
double hist_bin_width (const struct profile *profile, const struct hist *hist);

/* The bytes that a bin of HIST, of PROFILE, stands for: at least a unit of
   two.  */
struct bin_range
{
  uint64_t low, last;           /* inclusive */
};
struct bin_range hist_bin_range (const struct profile *profile,
                                 const struct hist *hist, uint32_t bin);

#endif /* PROFILE_HIST_H */
