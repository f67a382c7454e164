/* unit/quirks_if.h -- the quirks of a mode.

   SPDX-License-Identifier: GPL-3.0-or-later

   For tests that run in both modes.  */

#ifndef UNIT_QUIRKS_IF_H
#define UNIT_QUIRKS_IF_H

#include "base/quirks.h"

/* Returns all quirks if STRICT is true, else none.  */
static inline struct quirks
quirks_if (bool strict)
{
  return strict ? quirks_gnu () : quirks_none ();
}

#endif /* UNIT_QUIRKS_IF_H */
