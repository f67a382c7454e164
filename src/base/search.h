/* base/search.h -- search in a sorted array of things at addresses.

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

#endif /* BASE_SEARCH_H */
