/* image/sym_load.h -- fills a symbol table from the object file.

   SPDX-License-Identifier: GPL-3.0-or-later

   Holds the rules for what counts as a function.  */

#ifndef IMAGE_SYM_LOAD_H
#define IMAGE_SYM_LOAD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/core.h"
#include "image/mapfile.h"
#include "image/source.h"
#include "image/symtab.h"

struct sym_rules
{
  bool no_static;               /* -a: no local symbols */
  bool funcs_only;              /* -D: locals must be typed as functions */
  bool strict;                  /* GNU's filter of local names */
  bool with_lines;              /* look up every symbol's source line */
  bool keep_syms;               /* the core keeps what it has read */
  const struct map *map;        /* -R: the first function of each object gets
                                   the object's name, the others are left
                                   out; or NULL */
};

/* The functions of CORE, finalized, or NULL after one diag_error ("no
   symbols").  Source files are registered with SOURCES as they are met.  */
struct symtab *core_create_function_syms (struct core *core,
                                          struct diag *diag,
                                          const struct sym_rules *rules,
                                          struct sources *sources);

/* The same, not finalized: in the order of the object file.  */
struct symtab *core_collect_functions (struct core *core, struct diag *diag,
                                       const struct sym_rules *rules,
                                       struct sources *sources);

/* Finalizes SYMTAB.  GNU ends the last symbol with the text section, even if it
   lies behind it (in .fini, mostly), and then it is empty; unless STRICT it
   ends with its own section.  */
void core_finish_syms (const struct core *core, struct symtab *symtab,
                       bool strict);

/* The COUNT symbols of LIST as functions, finalized; their names stay borrowed.
   No rule applies to them.  */
struct symtab *core_create_listed_syms (const struct core *core,
                                        const struct listed_sym *list,
                                        size_t count, bool strict);

#endif /* IMAGE_SYM_LOAD_H */
