/* attribute/symbols_with_data.h -- which symbols have data in a profile.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef ATTRIBUTE_SYMBOLS_WITH_DATA_H
#define ATTRIBUTE_SYMBOLS_WITH_DATA_H

#include <stdbool.h>

#include "image/symtab.h"
#include "profile/profile.h"

/* Returns an array on the heap, which the caller frees.  Element [ID + 1] is
   true if PROFILE has a bin that is not zero, an end of an arc, or a block on
   symbol ID of SYMTAB or between it and the next symbol.  Element [0] stands
   for addresses below all symbols.  */
bool *symbols_with_data (const struct profile *profile,
                         const struct symtab *symtab);

#endif /* ATTRIBUTE_SYMBOLS_WITH_DATA_H */
