/* attribute/file_counts.h -- samples and calls of one file, by function.

   SPDX-License-Identifier: GPL-3.0-or-later

   Many files are read one after the other into one profile, which is cleared
   between them.  The symbols of arcs are looked up once.  */

#ifndef ATTRIBUTE_FILE_COUNTS_H
#define ATTRIBUTE_FILE_COUNTS_H

#include "attribute/samples.h"

/* Drops all data of PROFILE but the ranges of its histograms, the addresses of
   its arcs, their order, and the unit.  A similar file is then read faster than
   into an empty profile.  */
void file_counts_clear (struct profile *profile);

/* The functions with samples or calls in the file, without repetitions.  */
struct file_counts
{
  const struct symtab *symtab;  /* borrowed */
  const struct selection *selection;    /* borrowed */
  bool without_calls;           /* only samples are wanted */
  struct flat flat;             /* heap; samples by sym_id */
  uint64_t *calls;              /* heap; by sym_id */
  sym_id *ids;                  /* heap; functions with samples or calls */
  size_t len;
  sym_id *callees;              /* heap; by arc of the profile: a function, or
                                   SYM_NONE */
  size_t n_callees, cap_callees;
  struct timed_symbols timed;
};

/* Makes COUNTS ready for symbols of SYMTAB that SELECTION lets into the flat
   profile.  The caller releases it with file_counts_free.  */
void file_counts_init (struct file_counts *counts,
                       const struct symtab *symtab,
                       const struct selection *selection);
void file_counts_free (struct file_counts *counts);

/* Replaces the contents of COUNTS by the data of PROFILE, which must be the
   profile of all earlier calls.  Sums of calls end at UINT64_MAX.  If
   PROFILE->values are off-CPU times, these stand in place of samples: what a
   library waits for counts for the function of the program that called it.  */
void file_counts_take (struct file_counts *counts,
                       const struct profile *profile);

#endif /* ATTRIBUTE_FILE_COUNTS_H */
