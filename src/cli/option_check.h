/* cli/option_check.h -- checks that options go together.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CLI_OPTION_CHECK_H
#define CLI_OPTION_CHECK_H

#include "cli/option_table.h"
#include "cli/options.h"

/* Checks that OPTIONS, which ask for a report, go together.  NOT_GNU is an
   option that was given and whose row of the table has the mark `not_gnu', or
   NULL; FOR_EXPORT is one with the mark `for_export', or NULL, and FOR_RUN one
   with the mark `for_run', or NULL.  Returns false after one diag_error.  */
bool options_check (const struct options *options, struct diag *diag,
                    const struct option_def *not_gnu,
                    const struct option_def *for_export,
                    const struct option_def *for_run);

/* Returns whether the exporter of OPTIONS shows inlined functions if no option
   says whether it does, and no other option excludes them.  */
bool options_have_usual_inlines (const struct options *options);

/* Checks --columns, and adds to the needs of the export those of its columns.
   Returns false after one diag_error.  */
bool options_check_columns (struct options *options, struct diag *diag);

#endif /* CLI_OPTION_CHECK_H */
