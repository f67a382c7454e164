/* image/stripped_syms.h -- the functions of a program without symbols.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_STRIPPED_SYMS_H
#define IMAGE_STRIPPED_SYMS_H

#include "base/arena.h"
#include "image/image.h"
#include "image/symtab.h"

/* Adds to SYMTAB the functions of the ELF file of IMAGE that its dynamic symbol
   table names, and those that only its unwind table shows: their names are like
   "[prog+0x1f2a]".  Code before the first of them is one symbol, WHOLE.  With
   NO_STATIC only exported functions are added.  The names belong to ARENA, but
   WHOLE is borrowed.  Adds nothing if the file has neither table.  */
void stripped_collect (const struct image *image, struct symtab *symtab,
                       const char *whole, bool no_static,
                       struct arena *arena);

#endif /* IMAGE_STRIPPED_SYMS_H */
