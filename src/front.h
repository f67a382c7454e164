/* front.h -- the reports of one program and its profiles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef FRONT_H
#define FRONT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "cli/options.h"

/* Writes the reports that OPTIONS ask for to OUT, or with --diff a comparison,
   which can set *STATUS (front_diff.h).  Returns false after a diag_error.  */
bool front_report (const struct options *options, struct diag *diag,
                   struct out *out, int *status);

#endif /* FRONT_H */
