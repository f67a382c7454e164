/* image/lines.h -- source positions of symbols, looked up only when needed.

   SPDX-License-Identifier: GPL-3.0-or-later

   A lookup can be costly, so the pipeline asks for just the symbols whose
   position a report prints or a symspec names; reports then read.  */

#ifndef IMAGE_LINES_H
#define IMAGE_LINES_H

#include "image/core.h"
#include "image/source.h"
#include "image/symtab.h"

struct place
{
  const char *file;             /* as recorded, or NULL; of one file all are
                                   the same pointer */
  unsigned line;                /* 0: unknown */
};

struct lines;

/* What was looked up before.  */
enum lines_known
{
  LINES_NONE,
  LINES_OF_SWEPT,               /* those of functions in line mode, all in any
                                   unit that matters were asked */
  LINES_ALL                     /* the symbols know them */
};

/* Positions of SYMTAB's symbols, from CORE (both borrowed); their files are
   registered with SOURCES.  */
struct lines *lines_new (struct core *core, const struct symtab *symtab,
                         struct sources *sources, enum lines_known known);
void lines_free (struct lines *lines);

/* Looks the symbol up, once.  */
void lines_need (struct lines *lines, sym_id id);

/* Looks all symbols up that were not yet, in the order of the object file's
   symbol table: GNU gprof meets the source files in that order.  */
void lines_need_all (struct lines *lines);

/* Where the files were registered.  */
const struct sources *lines_sources (const struct lines *lines);

/* What lines_need found; empty if it was not asked.  */
struct place lines_get (const struct lines *lines, sym_id id);

#endif /* IMAGE_LINES_H */
