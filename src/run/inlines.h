/* run/inlines.h -- inlined functions in the stacks of a run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_INLINES_H
#define RUN_INLINES_H

#include "graph/inlined_frames.h"
#include "run/analysis.h"

/* For --inlines, and formats that have inlined functions without it: adds these
   to SYMTAB, the table of the program and its libraries, as its last symbols.
   If there are any, or --inlines is given, the process of SUBJECT, or the one
   beside it, is then that of *FRAMES, whose stacks have them.  *FRAMES, which
   is NULL before and may be so afterwards, is released with
   inlined_frames_free.  Returns false after one diag_error if --inlines is not
   possible.  */
bool inlines_add (struct subject *subject, struct symtab *symtab,
                  struct inlined_frames **frames);

#endif /* RUN_INLINES_H */
