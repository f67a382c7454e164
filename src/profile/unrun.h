/* profile/unrun.h -- blocks of the program that a profile does not have.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_UNRUN_H
#define PROFILE_UNRUN_H

#include <stdbool.h>

#include "image/core.h"
#include "image/symtab.h"
#include "profile/basic_blocks.h"
#include "profile/profile.h"

/* The blocks in the code of SYMTAB, functions and lines, that PROFILE has no
   record of, as they never ran: each with a count of 0, or, if a function
   begins with it, that of the calls; by address.  None where the code does not
   tell, for whatever reason.  */
struct block_list unrun_blocks (const struct profile *profile,
                                const struct core *core,
                                const struct symtab *symtab);

/* Do the functions of SYMTAB call what counts blocks?  False where the code
   does not tell.  */
bool code_counts_blocks (const struct core *core, const struct symtab *symtab);

#endif /* PROFILE_UNRUN_H */
