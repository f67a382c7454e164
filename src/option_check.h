/* option_check.h -- options that do not go together.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef OPTION_CHECK_H
#define OPTION_CHECK_H

#include "option_table.h"
#include "options.h"

/* Checks that OPTIONS, which ask for a report, go together.  NOT_GNU and
   FOR_EXPORT are options that were given and have these marks in the table, or
   NULL.  Returns false after one diag_error.  */
bool options_check (const struct options *options, struct diag *diag,
                    const struct option_def *not_gnu,
                    const struct option_def *for_export);

#endif /* OPTION_CHECK_H */
