/* image/sym_load.h -- fills a symbol table from the object file.

   SPDX-License-Identifier: GPL-3.0-or-later

   Holds the rules for what counts as a function.  */

#ifndef IMAGE_SYM_LOAD_H
#define IMAGE_SYM_LOAD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/core.h"
#include "image/source.h"
#include "image/symtab.h"

struct sym_rules
{
  bool no_static;               /* -a: no local symbols */
  bool funcs_only;              /* -D: locals must be typed as functions */
  bool strict;                  /* GNU's filter of local names */
  bool with_lines;              /* look up every symbol's source line */
};

/* The functions of CORE, finalized, or NULL after one diag_error ("no
   symbols").  Source files are registered with SOURCES as they are met.  */
struct symtab *core_create_function_syms (struct core *core,
                                          struct diag *diag,
                                          const struct sym_rules *rules,
                                          struct sources *sources);

/* The same with a symbol wherever the source line changes, found by asking
   for every address of the text section.  RULES has with_lines; names of
   functions that are copied go to ARENA.  */
struct symtab *core_create_line_syms (struct core *core, struct diag *diag,
                                      const struct sym_rules *rules,
                                      struct sources *sources,
                                      struct arena *arena);

#endif /* IMAGE_SYM_LOAD_H */
