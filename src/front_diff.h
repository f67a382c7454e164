/* front_diff.h -- gprof --diff: two sides and what has changed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef FRONT_DIFF_H
#define FRONT_DIFF_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "cli/options.h"

/* The exit status if a rule of --fail-if is met.  */
#define STATUS_FAIL_IF 3

/* Compares the profiles of OPTIONS with the old ones of --diff and writes the
   result to OUT.  Sets *STATUS to STATUS_FAIL_IF if a rule of --fail-if is met
   and *STATUS is 0.  Returns false after a diag_error.  */
bool front_diff (const struct options *options, struct diag *diag,
                 struct out *out, int *status);

#endif /* FRONT_DIFF_H */
