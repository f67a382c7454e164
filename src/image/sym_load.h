/* image/sym_load.h -- fills a symbol table from the object file.

   SPDX-License-Identifier: GPL-3.0-or-later

   Its rules decide what symbols count as functions.  */

#ifndef IMAGE_SYM_LOAD_H
#define IMAGE_SYM_LOAD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/quirks.h"
#include "image/image.h"
#include "image/mapfile.h"
#include "image/source.h"
#include "image/symtab.h"

struct sym_rules
{
  bool no_static;               /* -a: no local symbols */
  bool funcs_only;              /* -D: local symbols must be typed as
                                   functions */
  struct quirks quirks;
  bool with_lines;              /* look up the source line of every symbol */
  bool keep_syms;               /* the image keeps its symbol table */
  const struct map *map;        /* -R, or NULL: the first function of each
                                   object gets the object's name, its other
                                   functions are left out */
  const char *stripped_name;    /* of code in a program without symbols whose
                                   function is not known; NULL: such a program
                                   is an error */
  bool stripped_as_one;         /* all code is one symbol of that name if no
                                   function is known; else it is an error */
  struct arena *arena;          /* of the names of a stripped program */
};

/* Returns the functions of IMAGE in a finalized table that the caller frees, or
   NULL after one diag_error ("no symbols").  Source files are registered with
   SOURCES in the order of the symbols.  */
struct symtab *image_create_function_syms (struct image *image,
                                           struct diag *diag,
                                           const struct sym_rules *rules,
                                           struct sources *sources);

/* Returns the functions of IMAGE as image_create_function_syms does, but in the
   order of the object file: the table is not finalized.  */
struct symtab *image_collect_functions (struct image *image, struct diag *diag,
                                        const struct sym_rules *rules,
                                        struct sources *sources);

/* Finalizes SYMTAB.  If LOSE_LAST is true, the last symbol ends with the text
   section; it is empty if it is behind that section (mostly in .fini).
   Otherwise the last symbol ends with its own section.  */
void image_finish_syms (const struct image *image, struct symtab *symtab,
                        bool lose_last);

/* Returns the COUNT symbols of LIST as functions, in a finalized table that
   the caller frees.  Their names are borrowed.  No rules apply to them.
   LOSE_LAST is as for image_finish_syms.  */
struct symtab *image_create_listed_syms (const struct image *image,
                                         const struct listed_sym *list,
                                         size_t count, bool lose_last);

#endif /* IMAGE_SYM_LOAD_H */
