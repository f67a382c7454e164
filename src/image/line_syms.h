/* image/line_syms.h -- symbols for source lines, of line mode.

   SPDX-License-Identifier: GPL-3.0-or-later

   There is a line symbol at each address whose function, file or line differs
   from that of the address before it.  */

#ifndef IMAGE_LINE_SYMS_H
#define IMAGE_LINE_SYMS_H

#include "image/sym_load.h"

/* The lines that are wanted of an image.  */
struct line_request
{
  const bool *wanted;           /* [0]: lines of the code before the first
                                   function; [ID + 1]: lines of function ID */
  bool all_named;               /* the image has no other functions */
  bool in_order;                /* register source files in GNU's order */
  bool by_address;              /* use no marks; for tests */
};

/* Returns a table of FUNCTIONS (finalized) and of the lines that REQUEST
   wants.  The lines of a function do not depend on what else is wanted.  The
   table is finalized, never NULL, and freed by the caller.  Source
   files are registered with SOURCES; copies of function names go to ARENA.  */
struct symtab *image_add_line_syms (struct image *image, struct diag *diag,
                                    const struct symtab *functions,
                                    const struct line_request *request,
                                    struct sources *sources,
                                    struct arena *arena);

#endif /* IMAGE_LINE_SYMS_H */
