/* image/line_scan.h -- looks up the source lines of a range of code.

   SPDX-License-Identifier: GPL-3.0-or-later

   BFD has no public function that walks a line table, only one that looks up
   the line of an address.  So a scan looks up addresses one by one.  With an
   index, BFD gives only the names of functions.  */

#ifndef IMAGE_LINE_SCAN_H
#define IMAGE_LINE_SCAN_H

#include "image/image.h"
#include "image/line_index.h"
#include "image/line_marks.h"
#include "image/lines.h"
#include "image/source.h"
#include "image/symtab.h"

/* The state of a scan.  */
struct line_scan
{
  struct image *image;
  const struct symtab *functions;       /* finalized */
  const struct symtab *names;   /* names of functions that debug information
                                   does not name; NULL: ask BFD for them */
  struct symtab *symtab;        /* result; NULL: lines are not kept */
  struct sources *sources;
  struct arena *arena;
  struct text_range text;
  unsigned step;
  struct line_marks *marks;     /* NULL: look up every address */
  const struct line_index *index;       /* the files and lines of all addresses
                                           that the scan looks up; NULL: BFD
                                           gives them */
  struct place *places;         /* by sym_id of functions; NULL: not kept */
  struct image_line last;       /* the last line added */
  bool last_is_static;
  bool late;                    /* a line was found after a lookup without a
                                   result in one range */
};

/* Sets S to a scan in IMAGE.  FUNCTIONS is finalized.  Line symbols are added
   to SYMTAB, source files registered with SOURCES; copies of names go to
   ARENA.  All are borrowed.  */
void line_scan_init (struct line_scan *s, struct image *image,
                      const struct symtab *functions, struct symtab *symtab,
                      struct sources *sources, struct arena *arena);

/* Returns true if IMAGE has lines to look up.  */
bool line_scan_possible (const struct image *image);

/* Sets *LINE to the line at ADDR.  Returns true if all of its fields are
   known.  */
bool line_scan_find (const struct line_scan *s, uint64_t addr,
                      struct image_line *line);

/* Makes LINE at ADDR the last line.  Its strings are copied, since BFD reuses
   the memory of some of its answers.  */
void line_scan_keep (struct line_scan *s, uint64_t addr,
                      const struct image_line *line);

/* Looks up the lines in [LOW, HIGH), and adds a symbol wherever the line
   changes.  If PLACE is not NULL, sets *PLACE to the position found at
   LOW.  */
void line_scan_range (struct line_scan *s, uint64_t low, uint64_t high,
                       struct place *place);

/* Adds the addresses to WANTS that line_scan_range looks up in [LOW, HIGH).  */
void line_scan_list (const struct line_scan *s, uint64_t low, uint64_t high,
                     struct line_wants *wants);

/* Adds FUNCTIONS to SYMTAB.  The line symbols must be added before them; that
   order decides between a line symbol and an untyped function at one address.
   PLACES has positions by sym_id, or is NULL.  */
void line_scan_finish (struct symtab *symtab, const struct symtab *functions,
                        const struct place *places);

#endif /* IMAGE_LINE_SCAN_H */
