/* front_run.h -- gprof --run: runs a program and reports what was recorded.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef FRONT_RUN_H
#define FRONT_RUN_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/out.h"
#include "cli/options.h"

/* Runs the command of OPTIONS with libgmon in it, and writes the reports that
   OPTIONS ask for to OUT, one after the other for each program that took time.
   Stores in *STATUS the exit status of a shell command: that of the program, or
   128 + N if signal N has ended it.  Returns false after a diag_error.

   The profiles are in a directory that is removed, also if gprof ends itself;
   with --output=DIRECTORY they stay there.  */
bool front_run (const struct options *options, struct diag *diag,
                struct out *out, int *status);

/* Returns true if --output names a directory for the profiles, not a file for
   the reports.  */
bool front_keeps (const struct options *options);

#endif /* FRONT_RUN_H */
