/* image/line_marks.h -- the addresses where the source line can change.

   SPDX-License-Identifier: GPL-3.0-or-later

   BFD can only look up the line of a single address.  libdw reads the same
   tables and knows where a line, a function or a unit begins and ends.  Each
   such address is a mark.  BFD's answer is the same for all addresses between
   two marks, so it is enough to look up one of them.  The answers themselves
   come from BFD only.  Without libdw, or if its data is not reliable, there
   are no marks, and every address must be looked up.  */

#ifndef IMAGE_LINE_MARKS_H
#define IMAGE_LINE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "image/image.h"
#include "image/symtab.h"

struct line_marks;

/* Returns the marks in the text of IMAGE for the code that is wanted;
   line_marks_free frees them.  WANTED[0] is true if the code before the first
   of FUNCTIONS (finalized) is wanted, WANTED[ID + 1] if that of function ID
   is.  Returns NULL, without a message, if the marks cannot be found.  */
struct line_marks *line_marks_read (struct image *image,
                                    const struct symtab *functions,
                                    const bool *wanted);
void line_marks_free (struct line_marks *marks);

/* Returns true if the units of all wanted code are known and do not overlap.
   Then BFD's answers do not depend on earlier lookups.  */
bool line_marks_are_apart (const struct line_marks *marks);

/* Adds a mark at the start of each symbol of NAMES and one after its end.  */
void line_marks_add_names (struct line_marks *marks,
                           const struct symtab *names);

/* Returns the first mark after ADDR, which is an address of the text, or the
   end of the text if there is none.  */
uint64_t line_marks_next (const struct line_marks *marks, uint64_t addr);

#endif /* IMAGE_LINE_MARKS_H */
