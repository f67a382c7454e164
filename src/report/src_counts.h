/* report/src_counts.h -- how often source lines ran, by their blocks.

   SPDX-License-Identifier: GPL-3.0-or-later

   For the default mode and profiles with block counts; what GNU gprof makes of
   those is in src_marks.  */

#ifndef REPORT_SRC_COUNTS_H
#define REPORT_SRC_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/view.h"

/* A count that may not be known.  */
struct known_count
{
  uint64_t count;
  bool is_known;
};

/* The counts that stand in front of one line, in the order of addresses; a
   list is used again for the next line.  */
struct count_list
{
  uint64_t *counts;             /* heap */
  size_t n, cap;
};

/* By sym_id: how often what a symbol begins with ran, which is the end of the
   block before it, or the entry of a function.  On the heap.  */
struct known_count *src_counts_before (const struct view *view);

/* Is the first block of the symbol ID the entry of a function?  (Some compilers
   give an empty first block no count, and all of them can put it on another
   line.)  */
bool src_entry_is_block (const struct view *view, sym_id id);

/* Lists the counts of the N symbols IDS of a line, which are in the order of
   addresses: the entries of functions that begin there, added up, and its other
   blocks.  With ALL also those of the code in front of its first block, and of
   equal counts that follow each other one.  */
void src_counts_list (struct count_list *list, const struct view *view,
                      const struct known_count *before, const sym_id *ids,
                      size_t n, bool all);

/* How often that line ran: as often as its block that ran most often; what is
   in several functions (templates, copies of inlined code) is added up.  */
uint64_t src_counts_line (struct count_list *list, const struct view *view,
                          const struct known_count *before, const sym_id *ids,
                          size_t n);

/* The LIST as text of at most SIZE bytes (24 or more), separated by commas.
   What takes more than ROOM bytes becomes each different count, the largest
   first, and ends with "..." if not all of them fit.  Returns the length.  */
size_t src_counts_text (struct count_list *list, char *text, size_t size,
                        size_t room);

#endif /* REPORT_SRC_COUNTS_H */
