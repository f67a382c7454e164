/* base/search.h -- search in a sorted array of things at addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   Not bsearch: what is wanted is the nearest at or below an address, which
   bsearch cannot say.  */

#ifndef BASE_SEARCH_H
#define BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many of the LEN records at RECORDS, SIZE bytes each and sorted by the
   address (a uint64_t) that each begins with, are at or below ADDR.  */
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
