/* hints.h -- what is wrong with the data or the command, and what to do.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each hint is a note, which --fatal-warnings does not count: the tables are
   right, or may be, or an error was reported before.  */

#ifndef HINTS_H
#define HINTS_H

#include "base/diag.h"
#include "image/core.h"
#include "image/symtab.h"
#include "options.h"
#include "profile/profile.h"

/* Says what words of the command line may have been meant for, after the image
   could not be opened.  */
void hint_image (const struct options *options, struct diag *diag);

/* Says what the profile NAME may have been meant for, after it could not be
   read; nothing if it exists.  If IS_FIRST, no profile was read before, and it
   says where NAME may be, or why it is not written.  CORE is the image.  */
void hint_profile (const struct options *options, struct diag *diag,
                   struct core *core, const char *name, bool is_first);

/* Warns if what reports with NEEDS (report/needs.h) make of PROFILE may be
   false: it does not fit
   the image CORE, whose functions SYMTAB has (fit_check), or lacks counts of
   blocks that the program counts; in the strict mode, if it has such counts and
   they are not used.  */
void warn_of_data (const struct options *options, struct diag *diag,
                   const struct core *core, const struct symtab *symtab,
                   const struct profile *profile, unsigned needs);

/* Says why PROFILE has no calls or no time, if reports with NEEDS show these,
   and if it was written before the image CORE.  Whoever selects functions by
   specs looks for these, and needs no word about time.  Not for the strict
   mode; to be called when nothing can fail but the printing.  */
void hint_data (const struct options *options, struct diag *diag,
                struct core *core, const struct profile *profile,
                unsigned needs);

#endif /* HINTS_H */
