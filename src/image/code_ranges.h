/* image/code_ranges.h -- a set of address ranges that hold code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_CODE_RANGES_H
#define IMAGE_CODE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct code_range
{
  uint64_t low, last;           /* inclusive: LAST may be UINT64_MAX */
};

/* A set of ranges.  After code_ranges_join they are sorted by address and do
   not overlap.  */
struct code_ranges
{
  struct code_range *ranges;    /* heap */
  size_t len;
};

/* Sorts CODE, and joins ranges that overlap, so that a search by the start of
   a range finds every address in it.  Ranges often overlap: in an object file
   that is not linked, every section starts at 0.  */
void code_ranges_join (struct code_ranges *code);

/* Returns true if any byte of CODE is in [LOW, LAST].  CODE is joined.  */
bool code_ranges_meet (const struct code_ranges *code, uint64_t low,
                       uint64_t last);

/* Returns the last address of the range of CODE that contains ADDR, or ADDR if
   no range contains it.  CODE is joined.  */
uint64_t code_ranges_last (const struct code_ranges *code, uint64_t addr);

#endif /* IMAGE_CODE_RANGES_H */
