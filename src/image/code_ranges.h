/* image/code_ranges.h -- a set of address ranges that hold code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_CODE_RANGES_H
#define IMAGE_CODE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_range
{
  uint64_t low, last;           /* inclusive: it may end with the space */
};

/* Sorted by address, without overlaps, after code_ranges_join.  */
struct code_ranges
{
  struct code_range *ranges;    /* heap */
  size_t len;
};

/* Sorts CODE, and makes one range of those that overlap: a search by the start
   of a range then finds all of it.  In an object file every section starts
   at 0.  */
void code_ranges_join (struct code_ranges *code);

/* Is any byte of CODE in [LOW, LAST]?  */
bool code_ranges_meet (const struct code_ranges *code, uint64_t low,
                       uint64_t last);

/* Returns the last address of the range of CODE that ADDR is in, or ADDR if it
   is in none.  */
uint64_t code_ranges_last (const struct code_ranges *code, uint64_t addr);

#endif /* IMAGE_CODE_RANGES_H */
