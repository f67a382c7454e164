/* profile/fit.h -- does a profile belong to the program?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_FIT_H
#define PROFILE_FIT_H

#include "base/diag.h"
#include "image/core.h"
#include "image/symtab.h"
#include "profile/profile.h"

/* Warns, once, if PROFILE does not fit the code of CORE, whose symbols are
   SYMTAB: if nothing that it recorded lies in code; else if over 1 % of its
   callees are not where functions begin (entries.h), unless the files say of
   which build they are; else if over 1 % of its samples or arcs lie outside the
   code.  Only bins with samples count: histogram ranges may begin long before
   the code.  If --rebase=auto would find functions for the callees, and the
   files are not of another build, the warning says so.  NAME is what to call
   the profile.  */
void fit_check (const struct profile *profile, const struct core *core,
                const struct symtab *symtab, struct diag *diag,
                const char *name);

#endif /* PROFILE_FIT_H */
