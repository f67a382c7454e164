/* report/src_print.h -- annotated source.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef REPORT_SRC_PRINT_H
#define REPORT_SRC_PRINT_H

#include "base/out.h"
#include "report/view.h"

/* Writes the text of each source file that has something to show, every line
   with its counts in front, then its busiest lines and a summary: to OUT, or,
   with the style's separate_files, to files in the current directory.  What
   cannot be found or written is told to the view's diag.  */
void print_annotated_source (struct out *out, const struct view *view);

#endif /* REPORT_SRC_PRINT_H */
