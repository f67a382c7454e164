/* base/search.h -- order and search of things at addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   bsearch does not fit: it cannot find the nearest record at or below an
   address.  */

#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns the number of records at or below ADDR, 0 to LEN.  RECORDS has LEN
   records of SIZE bytes each.  Each begins with its address, a uint64_t, and
   they are sorted by it.  */
static inline size_t
search_up_to (const void *records, size_t len, size_t size, uint64_t addr)
{
  size_t lo = 0, hi = len;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      uint64_t at;
      memcpy (&at, (const char *) records + mid * size, sizeof at);
      if (at <= addr)
        lo = mid + 1;
      else
        hi = mid;
    }
  return lo;
}

/* Compares the addresses, each a uint64_t, with which the records at A and B
   begin.  For qsort and sort_stable.  */
static inline int
search_order (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

#endif /* BASE_SEARCH_H */
