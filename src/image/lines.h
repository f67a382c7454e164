/* image/lines.h -- source positions of symbols, looked up only when needed.

   SPDX-License-Identifier: GPL-3.0-or-later

   A lookup can be costly, so the pipeline asks for just the symbols whose
   position a report prints or a symspec names; reports then read.  */

#ifndef IMAGE_LINES_H
#define IMAGE_LINES_H

#include "base/arena.h"
#include "image/core.h"
#include "image/symtab.h"

struct place
{
  const char *file;             /* as recorded, or NULL */
  unsigned line;                /* 0: unknown */
};

struct lines;

/* Positions of SYMTAB's symbols, from CORE (both borrowed); file names go to
   ARENA.  If LOADED the symbols know them already.  */
struct lines *lines_new (struct core *core, const struct symtab *symtab,
                         struct arena *arena, bool loaded);
void lines_free (struct lines *lines);

/* Looks the symbol up, once.  */
void lines_need (struct lines *lines, sym_id id);

/* What lines_need found; empty if it was not asked.  */
struct place lines_get (const struct lines *lines, sym_id id);

/* The part of a file name after its last '/'.  */
const char *file_basename (const char *file);

#endif /* IMAGE_LINES_H */
