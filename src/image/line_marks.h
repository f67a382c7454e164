/* image/line_marks.h -- where the answers of debug information can change.

   SPDX-License-Identifier: GPL-3.0-or-later

   BFD says which line an address belongs to, and nothing else.  libdw reads the
   same tables and says where a line, a function or a unit begins and ends:
   between two such marks BFD's answer stays the same.  What the answers are is
   asked of BFD alone.  Without libdw, or where it cannot be sure, there are no
   marks, and every address has to be asked.  */

#ifndef IMAGE_LINE_MARKS_H
#define IMAGE_LINE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "image/core.h"
#include "image/symtab.h"

struct line_marks;

/* The marks in CORE's text, of the code of those FUNCTIONS (finalized) that are
   WANTED: [0] is the code before the first of them, [ID + 1] that of function
   ID.  NULL, without a word, if there can be none.  */
struct line_marks *line_marks_read (const struct core *core,
                                    const struct symtab *functions,
                                    const bool *wanted);
void line_marks_free (struct line_marks *marks);

/* Are the units of all that is wanted known, and apart from each other?  Then
   BFD's answers do not depend on what it was asked before.  */
bool line_marks_are_apart (const struct line_marks *marks);

/* Where each symbol of NAMES begins and ends there is a mark, too.  */
void line_marks_add_names (struct line_marks *marks,
                           const struct symtab *names);

/* The first mark behind ADDR, an address of the text; the end of the text if
   there is none.  */
uint64_t line_marks_next (const struct line_marks *marks, uint64_t addr);

#endif /* IMAGE_LINE_MARKS_H */
