/* match/callee_starts.h -- checks that callees are starts of functions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef MATCH_CALLEE_STARTS_H
#define MATCH_CALLEE_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/image.h"
#include "image/symtab.h"
#include "profile/profile.h"

struct callee_starts
{
  size_t callees;               /* distinct callees in the text section */
  size_t wrong;                 /* number of these callees that no function
                                   entry explains */
};

/* Compares the callees of PROFILE with the functions of SYMTAB, the symbols of
   IMAGE.  OFFSET, in bytes, is added to each callee address first.

   The address of a callee is the return address of its call of mcount.  So in
   the build that was profiled, each callee stands right behind a call of
   mcount, or is the start of a function (as GNU gprof -s writes it).  In
   another build, where the code has moved, the address lies anywhere in the
   code.  The check finds the calls of mcount by decoding the code.  If that is
   not possible (unknown instructions, or no code), it counts callees that are
   far from the start of any function (rebase_misfits); it skips this if SYMTAB
   has no static functions.

   The time is linear in the size of the code and the number of symbols.  */
struct callee_starts callee_starts_check (const struct profile *profile,
                                          const struct image *image,
                                          const struct symtab *symtab,
                                          int64_t offset);

/* Returns true if over 1 % of STARTS are wrong: then the profile is not one
   of this build at this address.  */
static inline bool
callee_starts_are_wrong (struct callee_starts starts)
{
  return 100 * starts.wrong > starts.callees;
}

#endif /* MATCH_CALLEE_STARTS_H */
