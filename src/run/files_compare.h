/* run/files_compare.h -- the run of --by-file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_FILES_COMPARE_H
#define RUN_FILES_COMPARE_H

#include "report/view.h"
#include "run/inputs.h"

/* Compares the files of INPUTS by the symbols of VIEW, whose data are replaced
   by totals, and writes the result to OUT as OPTIONS ask for.  Warnings name
   files that are given twice and files of another build.  Returns false after
   one diag_error.  */
bool files_compare (const struct inputs *inputs, struct view *view,
                    const struct options *options, struct out *out);

#endif /* RUN_FILES_COMPARE_H */
