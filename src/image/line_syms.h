/* image/line_syms.h -- symbols for source lines, of line mode.

   SPDX-License-Identifier: GPL-3.0-or-later

   A line symbol stands wherever function, file or line change from one address
   to the next.  */

#ifndef IMAGE_LINE_SYMS_H
#define IMAGE_LINE_SYMS_H

#include "image/sym_load.h"

/* The functions and lines of CORE as GNU gprof finds them: by asking for every
   address of the text section twice.  Finalized, or NULL after one diag_error
   ("no symbols").  RULES has with_lines and strict.  Source files are
   registered with SOURCES; names of functions that are copied go to ARENA.  */
struct symtab *core_create_line_syms (struct core *core, struct diag *diag,
                                      const struct sym_rules *rules,
                                      struct sources *sources,
                                      struct arena *arena);

/* FUNCTIONS (finalized) and the lines of those WANTED: WANTED[0] is the code
   before the first of them, WANTED[ID + 1] that of function ID.  What is found
   for a function does not depend on which others are wanted.  ALL_NAMED:
   FUNCTIONS are all that the image has.  Finalized, never NULL.  */
struct symtab *core_add_line_syms (struct core *core, struct diag *diag,
                                   const struct symtab *functions,
                                   bool all_named, const bool *wanted,
                                   struct sources *sources,
                                   struct arena *arena);

#endif /* IMAGE_LINE_SYMS_H */
