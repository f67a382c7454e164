/* match/image_match.h -- checks that a profile belongs to the program.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef MATCH_IMAGE_MATCH_H
#define MATCH_IMAGE_MATCH_H

#include "base/diag.h"
#include "image/image.h"
#include "image/symtab.h"
#include "profile/profile.h"

/* How much of a profile lies where its program has code.  */
enum image_fit
{
  IMAGE_FITS,
  IMAGE_FITS_IN_PART,
  IMAGE_FITS_NOWHERE
};

/* Prints at most one warning if PROFILE does not fit the code of IMAGE, whose
   symbols are SYMTAB.  Does not check what a quirk of PROFILE silences
   (silent_mismatch, silent_callees, silent_strays).  It checks, in this order:
   - nothing that PROFILE recorded lies in code, or, where nothing was recorded,
     no histogram has a range with code;
   - over 1 % of the callees are not where functions begin (callee_starts.h);
     not checked if the files name their build;
   - the last histogram does not end where the code ends (etext), as it does
     unless the program calls monstartup itself; not checked if the files name
     their build;
   - over 1 % of the samples or arcs lie outside the code.
   Only bins with samples count, since histogram ranges may begin long before
   the code.  If the files are not of another build, and --rebase=auto would
   find functions for the callees, the warning suggests that option.  NAME is
   how messages call the profile.  Returns IMAGE_FITS if there was no
   warning.  */
enum image_fit image_match_check (const struct profile *profile,
                                  const struct image *image,
                                  const struct symtab *symtab,
                                  struct diag *diag, const char *name);

#endif /* MATCH_IMAGE_MATCH_H */
