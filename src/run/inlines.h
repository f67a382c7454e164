/* run/inlines.h -- inlined functions in the stacks of a run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef RUN_INLINES_H
#define RUN_INLINES_H

#include "graph/inlined_frames.h"
#include "run/analysis.h"

/* Returns whether the profile of SUBJECT can have inlined functions, by its
   data and by how gprof was built.  */
bool inlines_are_possible (const struct subject *subject);

/* Returns the process of SUBJECT with frames for inlined functions, which
   become the last symbols of SYMTAB, the table of the program and its
   libraries.  inlined_frames_free frees the result.  Returns NULL after one
   diag_error if --inlines is not possible.  Debugging information that is
   missing or damaged is no error; the code that it is for has no inlined
   functions then.  */
struct inlined_frames *inlines_read (const struct subject *subject,
                                     struct symtab *symtab);

#endif /* RUN_INLINES_H */
