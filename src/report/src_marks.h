/* report/src_marks.h -- what annotated source says of each line.

   SPDX-License-Identifier: GPL-3.0-or-later

   A mark is what the symbols of one source line add up to.  */

#ifndef REPORT_SRC_MARKS_H
#define REPORT_SRC_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "image/source.h"
#include "report/src_counts.h"
#include "report/view.h"

struct src_mark
{
  uint64_t line;                /* from 1 */
  uint64_t calls;               /* of all its symbols, modulo 2^64 */
  uint64_t count;               /* how often it ran; to GNU that is calls */
  double time;                  /* of all its symbols, in samples */
  size_t symbols, n_symbols;    /* where they are in src_marks.symbols */
  sym_id first;                 /* the symbol of the lowest address */
  bool is_merged;               /* there are others */
  bool has_func;                /* one of them is typed as a function */
};

/* The marks of each file, by line: from start[id] up to start[id + 1].  */
struct src_marks
{
  struct src_mark *items;       /* heap */
  size_t *start;                /* by source_id, and one more; heap */
  sym_id *symbols;              /* of all marks, of each by address; heap */
  struct known_count *before;   /* see src_counts.h; NULL: as GNU; heap */
};

/* Collects the marks of the symbols that are to be annotated.  */
void src_marks_init (struct src_marks *marks, const struct view *view);
void src_marks_free (struct src_marks *marks);

/* The calls of all symbols to be annotated that are on the line of the symbol
   ID, if that is one of them; else its own.  */
uint64_t src_line_calls (const struct view *view, sym_id id);

/* The text in front of a source line, and how wide it is: the least, and the
   most that the counts of blocks make it.  */
enum
{
  SRC_FIELD_WIDTH = 16,
  SRC_FIELD_MAX = 40
};

struct src_field
{
  char text[SRC_FIELD_MAX];     /* the first LEN bytes */
  unsigned len;
  bool is_marked;               /* the line counts as executed to GNU */
  bool is_small;                /* the counts are below -m */
};

/* What stands in front of the line of MARK, one of MARKS: its counts, "##### ->
   " if it ran less often than -m says (to GNU, if they are less in all), or
   nothing.  *LAST is the count that the lines before ended with (at first 0),
   which -x repeats to GNU; updated.  */
struct src_field src_field_make (const struct src_marks *marks,
                                 const struct view *view,
                                 const struct src_mark *mark, uint64_t *last);

#endif /* REPORT_SRC_MARKS_H */
