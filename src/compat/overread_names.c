/* compat/overread_names.c -- the check of local names that reads too far.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/overread_names.h"

#include <string.h>

void
name_space_add (struct name_space *space, const char *name)
{
  if (strchr (name, '@'))
    return;
  if (!space->low || name < space->low)
    space->low = name;
  if (name >= space->high)
    space->high = name + strlen (name) + 1;
}

const char *
name_space_next (const struct name_space *space, const char *end)
{
  if (end < space->low || end + 1 >= space->high)
    return NULL;
  return end + 1;
}
