/* base/quirks.h -- which behaviours of GNU gprof 2.40 are emulated.

   SPDX-License-Identifier: GPL-3.0-or-later

   The rows of base/quirk_list.h as bits.  --compat=gnu sets all of them, the
   default mode none.  A stage tests the bit that it means, and no other code
   asks for the mode.  What is only emulation is in src/compat.  */

#ifndef BASE_QUIRKS_H
#define BASE_QUIRKS_H

#include <stdbool.h>

#include "base/quirk_list.h"

#define QUIRK_BIT(name, row, sentence) bool name : 1;
#define QUIRK_NO_BIT(row, sentence)

struct quirks
{
  QUIRKS (QUIRK_BIT, QUIRK_NO_BIT)
};

#undef QUIRK_BIT
#undef QUIRK_NO_BIT

/* Returns no quirks: the default mode.  */
struct quirks quirks_none (void);

/* Returns all quirks: --compat=gnu.  */
struct quirks quirks_gnu (void);

#endif /* BASE_QUIRKS_H */
