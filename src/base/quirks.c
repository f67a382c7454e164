/* base/quirks.c -- which behaviours of GNU gprof 2.40 are emulated.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/quirks.h"

#define SET_BIT(name, row, sentence) .name = true,
#define NO_BIT(row, sentence)

struct quirks
quirks_none (void)
{
  return (struct quirks) { .clones_by_name = false };
}

struct quirks
quirks_gnu (void)
{
  return (struct quirks) { QUIRKS (SET_BIT, NO_BIT) };
}
