/* image/lines.h -- source positions of symbols, looked up only when needed.

   SPDX-License-Identifier: GPL-3.0-or-later

   A lookup can be costly, so the pipeline looks up only the symbols whose
   position a report prints or a symspec names.  Reports only read the
   results.  */

#ifndef IMAGE_LINES_H
#define IMAGE_LINES_H

#include "image/image.h"
#include "image/source.h"
#include "image/symtab.h"

struct place
{
  const char *file;             /* name in the debug information, or NULL; one
                                   file has one pointer */
  unsigned line;                /* 0: unknown */
};

struct lines;

/* The positions that were looked up earlier.  */
enum lines_known
{
  LINES_NONE,
  LINES_OF_SCAN,               /* those of the wanted functions in line mode;
                                   BFD has read all units that matter */
  LINES_ALL                     /* all; the symbols contain them */
};

/* Returns an empty set of positions of SYMTAB's symbols; lines_free frees it.
   IMAGE, SYMTAB and SOURCES are borrowed.  Files are registered with SOURCES.
   KNOWN is the set of positions that were looked up earlier.  */
struct lines *lines_new (struct image *image, const struct symtab *symtab,
                         struct sources *sources, enum lines_known known);
void lines_free (struct lines *lines);

/* Returns the open file of object NUMBER of the symbol table, borrowed, or
   NULL.  DATA is as in lines_add_libraries.  */
typedef struct image *lines_image_fn (void *data, uint32_t number);

/* Makes lines_find look up the symbols of libraries, too, in the files that
   CORE_OF returns for DATA (borrowed).  */
void lines_add_libraries (struct lines *lines, lines_image_fn *image_of,
                          void *data);

/* Makes lines_find look up the position of the symbol ID, unless that was done
   before.  */
void lines_need (struct lines *lines, sym_id id);

/* Looks up the positions for which lines_need was called since the last time,
   object by object, in the order of these calls: those of an object by its
   line_index, or by BFD if there is none.  */
void lines_find (struct lines *lines);

/* As lines_find, but BFD alone gives the positions.  That is for names of files
   that only tell functions of one name apart: a process of libdw takes more
   time than the rest of a short run.  */
void lines_find_files (struct lines *lines);

/* Looks up all symbols, in the order of the object file's symbol table.  GNU
   gprof registers source files in that order.  */
void lines_need_all (struct lines *lines);

/* Returns the registry of the source files, borrowed.  */
const struct sources *lines_sources (const struct lines *lines);

/* Returns the position that lines_find found for ID.  It is empty if none was
   found or lines_need was not called.  */
struct place lines_get (const struct lines *lines, sym_id id);

#endif /* IMAGE_LINES_H */
