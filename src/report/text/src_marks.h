/* report/text/src_marks.h -- the annotation of each source line.

   SPDX-License-Identifier: GPL-3.0-or-later

   A mark is the sum over the symbols of one source line.  */

#ifndef REPORT_TEXT_SRC_MARKS_H
#define REPORT_TEXT_SRC_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "image/source.h"
#include "report/text/src_counts.h"
#include "report/view.h"

struct src_mark
{
  uint64_t line;                /* from 1 */
  uint64_t calls;               /* of all its symbols, modulo 2^64 */
  uint64_t count;               /* how often it ran; with
                                   annotate_first_symbol the calls */
  double time;                  /* of all its symbols, in samples */
  size_t symbols, n_symbols;    /* first index in src_marks.symbols, and number
                                   of symbols */
  sym_id first;                 /* the symbol of the lowest address */
  bool is_merged;               /* the line has more than one symbol */
  bool has_func;                /* a symbol of the line is typed as a
                                   function */
};

/* The marks of each file, by line: those of file ID are items[start[ID]] up
   to, but without, items[start[ID + 1]].  */
struct src_marks
{
  struct src_mark *items;       /* heap */
  size_t *start;                /* heap; by source_id, with one more element at
                                   the end */
  sym_id *symbols;              /* heap; the symbols of all marks; those of one
                                   mark by address */
  struct known_count *before;   /* heap; src_counts_before, or NULL: no counts
                                   of blocks, as in GNU gprof */
};

/* Fills MARKS with the marks of all symbols of VIEW that are to be annotated.
   The caller releases MARKS with src_marks_free.  */
void src_marks_init (struct src_marks *marks, const struct view *view);
void src_marks_free (struct src_marks *marks);

/* Returns the calls of all annotated symbols on a line, if ID is the first
   symbol of the line; else the calls of ID.  */
uint64_t src_line_calls (const struct view *view, sym_id id);

/* The width of the text in front of a source line: the usual width, and the
   limit for counts of blocks.  */
enum
{
  SRC_FIELD_WIDTH = 16,
  SRC_FIELD_MAX = 40
};

struct src_field
{
  char text[SRC_FIELD_MAX];     /* of these, LEN bytes are used */
  unsigned len;
  bool is_marked;               /* the line has counts; GNU gprof takes it as
                                   executed */
  bool is_small;                /* the counts are below the limit of -m */
};

/* Returns the text in front of the line of MARK, one of MARKS: its counts; or
   "##### -> " if the line ran less often than -m demands (with
   annotate_first_symbol: if the sum of its counts is less); or nothing.  *LAST
   is the last count of the lines before, 0 at first, and is updated; with
   annotate_first_symbol -x repeats it.  */
struct src_field src_field_make (const struct src_marks *marks,
                                 const struct view *view,
                                 const struct src_mark *mark, uint64_t *last);

#endif /* REPORT_TEXT_SRC_MARKS_H */
