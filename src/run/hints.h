/* run/hints.h -- hints about problems of the data or the command.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each hint is a note, which --fatal-warnings does not count: the tables are
   right, or can be, or an error was reported before.  */

#ifndef RUN_HINTS_H
#define RUN_HINTS_H

#include "base/diag.h"
#include "cli/options.h"
#include "image/image.h"
#include "image/symtab.h"
#include "match/image_match.h"
#include "profile/profile.h"

/* Explains which words of the command line may be misplaced.  To be called
   after the image could not be opened.  */
void hint_image (const struct options *options, struct diag *diag);

/* Explains which word may be misplaced if NAME is not a profile.  To be called
   after the profile NAME could not be read; prints nothing if NAME exists.  If
   IS_FIRST, no profile was read before; the hint then also explains where the
   profile may be, or why it was not written.  IMAGE is the image.  */
void hint_profile (const struct options *options, struct diag *diag,
                   struct image *image, const char *name, bool is_first);

/* Warns if reports with NEEDS (report/needs.h) may show false data of PROFILE:
   if it does not fit the image IMAGE with the functions SYMTAB
   (image_match_check), or has no counts of blocks although the program counts
   them (not with no_hints).  With blocks_need_lines, warns if PROFILE has
   counts of blocks that no report uses.  Returns how PROFILE fits.  */
enum image_fit warn_of_data (const struct options *options,
                             struct diag *diag,
                             const struct image *image,
                             const struct symtab *symtab,
                             const struct profile *profile, unsigned needs);

/* Explains why PROFILE has no calls or no time, if reports with NEEDS (bits of
   enum report_need) show these, and warns that it is older than the image
   IMAGE.  There is no hint about time if the user selects functions by specs:
   these may have none.  Does nothing with no_hints, or if FIT says that the
   profile is not of this program.  To be called when only the
   printing can fail.  */
void hint_data (const struct options *options, struct diag *diag,
                struct image *image, const struct profile *profile,
                unsigned needs, enum image_fit fit);

/* Returns STYLES, bits of report_bit, without the waits that --wait adds to the
   usual reports of --run, after a warning, if PROFILE has none.  */
unsigned hint_waits (const struct options *options, struct diag *diag,
                     const struct profile *profile, unsigned styles);

#endif /* RUN_HINTS_H */
