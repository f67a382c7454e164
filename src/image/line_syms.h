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

/* What of the lines of an image is wanted.  */
struct line_request
{
  const bool *wanted;           /* [0]: those of the code before the first
                                   function; [ID + 1]: those of function ID */
  bool all_named;               /* the functions are all that the image has */
  bool in_order;                /* source files are to be met as GNU meets
                                   them */
  bool by_address;              /* without marks, for tests */
};

/* FUNCTIONS (finalized) and the lines of those that REQUEST names.  What is
   found for a function does not depend on which others are wanted.  Finalized,
   never NULL.  */
struct symtab *core_add_line_syms (struct core *core, struct diag *diag,
                                   const struct symtab *functions,
                                   const struct line_request *request,
                                   struct sources *sources,
                                   struct arena *arena);

#endif /* IMAGE_LINE_SYMS_H */
