/* report/text/src_counts.h -- how often source lines ran, by their blocks.

   SPDX-License-Identifier: GPL-3.0-or-later

   For the default mode and profiles with block counts.  src_marks does the
   work as GNU gprof does it.  */

#ifndef REPORT_TEXT_SRC_COUNTS_H
#define REPORT_TEXT_SRC_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/view.h"

/* A count that can be unknown.  */
struct known_count
{
  uint64_t count;
  bool is_known;
};

/* The counts in front of one source line, in the order of addresses.  A list
   can be used again for the next line.  */
struct count_list
{
  uint64_t *counts;             /* heap */
  size_t n, cap;
};

/* Returns an array on the heap by sym_id, which the caller frees: how often
   the code at the start of each symbol ran.  This is the count of the block
   before the symbol, or the number of entries of a function.  */
struct known_count *src_counts_before (const struct view *view);

/* Returns true if the first block of the symbol ID is the entry of a function.
   (Some compilers give an empty first block no count.  Any compiler can put
   the first block on a line other than that of the function.)  */
bool src_entry_is_block (const struct view *view, sym_id id);

/* Fills LIST with the counts of a source line, which has the N symbols IDS, in
   the order of addresses.  The entries of all functions that begin on the line
   are one count, their sum; the blocks of the line follow.  BEFORE is the
   result of src_counts_before.  With ALL, code in front of the first block of
   a symbol counts, too, and counts that are equal to the count before them are
   left out.  */
void src_counts_list (struct count_list *list, const struct view *view,
                      const struct known_count *before, const sym_id *ids,
                      size_t n, bool all);

/* Returns how often the line with the N symbols IDS ran: as often as its block
   that ran most often.  The counts of different functions (templates, copies
   of inlined code) are added up.  BEFORE is the result of src_counts_before.
   LIST is scratch memory.  */
uint64_t src_counts_line (struct count_list *list, const struct view *view,
                          const struct known_count *before, const sym_id *ids,
                          size_t n);

/* Writes LIST to TEXT, at most SIZE bytes (24 or more), separated by commas.
   If that takes more than ROOM bytes, writes each distinct count once instead,
   the largest first, with "..." at the end if not all of them fit into SIZE.
   Changes LIST.  Returns the length.  */
size_t src_counts_text (struct count_list *list, char *text, size_t size,
                        size_t room);

#endif /* REPORT_TEXT_SRC_COUNTS_H */
