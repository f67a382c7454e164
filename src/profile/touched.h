/* profile/touched.h -- which symbols a profile has data of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_TOUCHED_H
#define PROFILE_TOUCHED_H

#include <stdbool.h>

#include "image/symtab.h"
#include "profile/profile.h"

/* Marks, on the heap: [ID + 1] is true if a bin that is not zero, an end of an
   arc, or a block falls on symbol ID of SYMTAB or on what is between it and
   the next one; [0] the same for what is below all symbols.  */
bool *profile_touched (const struct profile *profile,
                       const struct symtab *symtab);

#endif /* PROFILE_TOUCHED_H */
