/* image/code_ranges.c -- a set of address ranges that hold code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/code_ranges.h"

#include <stdlib.h>

#include "base/search.h"

void
code_ranges_join (struct code_ranges *code)
{
  struct code_range *ranges = code->ranges;
  size_t to = 0;
  qsort (ranges, code->len, sizeof *ranges, search_order);
  for (size_t i = 1; i < code->len; i++)
    if (ranges[i].low > ranges[to].last)
      ranges[++to] = ranges[i];
    else if (ranges[i].last > ranges[to].last)
      ranges[to].last = ranges[i].last;
  if (code->len)
    code->len = to + 1;
}

/* Returns the last range of CODE that starts at or below ADDR, or NULL.  */
static const struct code_range *
find_range (const struct code_ranges *code, uint64_t addr)
{
  size_t n = search_up_to (code->ranges, code->len, sizeof *code->ranges,
                           addr);
  return n > 0 ? &code->ranges[n - 1] : NULL;
}

bool
code_ranges_meet (const struct code_ranges *code, uint64_t low, uint64_t last)
{
  const struct code_range *range = find_range (code, last);
  return range && range->last >= low;
}

uint64_t
code_ranges_last (const struct code_ranges *code, uint64_t addr)
{
  const struct code_range *range = find_range (code, addr);
  return range && range->last >= addr ? range->last : addr;
}
