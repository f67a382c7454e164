/* run/diagnose.h -- gprof --diagnose: why a profile is empty, small or odd.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_DIAGNOSE_H
#define RUN_DIAGNOSE_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "cli/options.h"

/* Checks the program and the profiles that OPTIONS name, and the environment.
   Writes a line to OUT for each check: that all is well, or what the cause is,
   and the remedy.  Checks that need what an earlier one did not find are left
   out.  Returns false if a cause explains that a profile is missing or empty,
   and after one diag_error if the list of --files0-from cannot be read.  */
bool diagnose (const struct options *options, struct diag *diag,
               struct out *out);

#endif /* RUN_DIAGNOSE_H */
