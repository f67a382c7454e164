/* profile/fit.h -- does a profile belong to the program?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_FIT_H
#define PROFILE_FIT_H

#include "base/diag.h"
#include "image/core.h"
#include "image/symtab.h"
#include "profile/profile.h"

/* Warns, once, when nothing that PROFILE recorded lies in the code of CORE, or
   over 1 % of its samples or arcs lie outside.  Only bins with samples count:
   histogram ranges may begin long before the code.  If nothing lies there, and
   --rebase=auto would find why among the functions of SYMTAB, it says so.  NAME
   is what to call the profile.  */
void fit_check (const struct profile *profile, const struct core *core,
                const struct symtab *symtab, struct diag *diag,
                const char *name);

#endif /* PROFILE_FIT_H */
