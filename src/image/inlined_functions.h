/* image/inlined_functions.h -- the functions that were inlined.

   SPDX-License-Identifier: GPL-3.0-or-later

   Gives a number to each function, whatever the number of calls that were
   inlined, and finds the symbol of its copy that is not inlined.  */

#ifndef IMAGE_INLINED_FUNCTIONS_H
#define IMAGE_INLINED_FUNCTIONS_H

#include "base/arena.h"
#include "image/inline_index.h"
#include "image/symtab.h"

struct inlined_functions;

/* Returns a table without functions for SYMTAB (borrowed).  LEADING is as for
   sym_plain_name.  Names are copied into ARENA, which lives longer than
   SYMTAB.  inlined_functions_free frees the result.  */
struct inlined_functions *inlined_functions_new (const struct symtab *symtab,
                                                 char leading,
                                                 struct arena *arena);
void inlined_functions_free (struct inlined_functions *functions);

/* Returns the number of the function of FRAME in object OBJECT, from 0 on in
   the order of entry.  A function has the same name; and the same place of
   declaration, unless only one function of the object can have the name.  */
uint32_t inlined_function_enter (struct inlined_functions *functions,
                                 uint32_t object,
                                 const struct inline_frame *frame);

/* Adds all functions to SYMTAB, the table of inlined_functions_new: symbol
   inlined_address (I) is function I.  */
void inlined_functions_add (struct inlined_functions *functions,
                            struct symtab *symtab);

#endif /* IMAGE_INLINED_FUNCTIONS_H */
