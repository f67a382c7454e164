/* profile/entries.h -- do functions begin where a profile was called?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_ENTRIES_H
#define PROFILE_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/core.h"
#include "image/symtab.h"
#include "profile/profile.h"

struct entries
{
  size_t callees;               /* different callees in the text section */
  size_t wrong;                 /* of them, those that are no entry */
};

/* Compares the callees of PROFILE, to whose addresses OFFSET is added, with the
   functions of SYMTAB, the symbols of CORE.  The address of a callee is where
   its call of mcount returns to.  So in the build that was profiled a call of
   mcount stands right before each, or it is the start of a function, as GNU
   gprof -s writes it; in another build, where the code has moved, there is any
   code.  Which calls are those of mcount is found in the code.  Where that is
   not possible (the instructions of the machine are not known, or the code is
   not there), it is asked whether callees are near the start of a function
   (rebase_misfits), unless SYMTAB has no static functions: then they were left
   out.  The time is linear in the code and the number of symbols.  */
struct entries entries_check (const struct profile *profile,
                              const struct core *core,
                              const struct symtab *symtab, int64_t offset);

/* Are so many of ENTRIES wrong, over 1 %, that the profile is not one of this
   build at this address?  */
static inline bool
entries_are_wrong (struct entries entries)
{
  return 100 * entries.wrong > entries.callees;
}

#endif /* PROFILE_ENTRIES_H */
