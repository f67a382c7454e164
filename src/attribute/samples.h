/* attribute/samples.h -- samples credited to symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   Printing the flat profile is the work of report/text/flat_print.  */

#ifndef ATTRIBUTE_SAMPLES_H
#define ATTRIBUTE_SAMPLES_H

#include "image/symtab.h"
#include "profile/profile.h"
#include "select/sym_ids.h"

/* The flat profile: samples credited to each symbol.  */
struct flat
{
  double *time;                 /* heap; by sym_id; in samples, which may be
                                   fractional */
  double total;                 /* all samples except those credited to symbols
                                   excluded from the flat profile */
};

/* Fills FLAT: spreads the count of every bin of PROFILE over the symbols of
   SYMTAB at its addresses, in proportion: credit = overlap * count / bin
   width.  This is how GNU gprof reads the format (doc/design/src/attribute.md).
   Symbols that SELECTION excludes from the flat profile get nothing.  The
   caller releases FLAT with flat_free.  */
void flat_credit_samples (struct flat *flat, const struct profile *profile,
                          const struct symtab *symtab,
                          const struct selection *selection);
void flat_free (struct flat *flat);

/* The symbols whose time is not 0, in no order.  */
struct timed_symbols
{
  sym_id *ids;                  /* heap */
  size_t len, cap;
};

/* Does the work of flat_credit_samples for a FLAT whose array exists and is all
   zeros, and appends to TIMED the symbols that get samples.  */
void hist_add_samples (struct flat *flat, const struct profile *profile,
                       const struct symtab *symtab,
                       const struct selection *selection,
                       struct timed_symbols *timed);

#endif /* ATTRIBUTE_SAMPLES_H */
