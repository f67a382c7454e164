/* base/sort.h -- a stable sort that the compiler fits to its records.

   SPDX-License-Identifier: GPL-3.0-or-later

   qsort does not fit: it calls COMPARE through a pointer, copies records of
   any size a word at a time, and need not be stable.  Here COMPARE and SIZE
   are constants at each call, so that they are compiled into the loops.  */

#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

#define SORT_INLINE static inline __attribute__ ((always_inline))

typedef int sort_compare (const void *a, const void *b);

enum
{
  SORT_RUN = 8,                 /* records that are sorted by insertion */
  SORT_MAX_SIZE = 64            /* most bytes of a record */
};

SORT_INLINE void
sort_run (char *records, size_t len, size_t size, sort_compare *compare)
{
  char moved[SORT_MAX_SIZE] __attribute__ ((aligned));
  for (size_t i = 1; i < len; i++)
    {
      char *to = records + i * size;
      if (compare (to - size, to) <= 0)
        continue;
      memcpy (moved, to, size);
      do
        {
          memcpy (to, to - size, size);
          to -= size;
        }
      while (to > records && compare (to - size, moved) > 0);
      memcpy (to, moved, size);
    }
}

SORT_INLINE bool
sort_done (const char *records, size_t len, size_t size, sort_compare *compare)
{
  size_t i = 1;
  while (i < len
         && compare (records + (i - 1) * size, records + i * size) <= 0)
    i++;
  return i >= len;
}

/* Merges the sorted ranges [A, B) and [B, END) to TO.  The second range may be
   empty.  */
SORT_INLINE void
sort_merge (char *to, const char *a, const char *b, const char *end,
            size_t size, sort_compare *compare)
{
  const char *const middle = b;
  if (b < end && compare (b - size, b) > 0)
    while (a < middle && b < end)
      {
        const char **from = compare (a, b) <= 0 ? &a : &b;
        memcpy (to, *from, size);
        *from += size;
        to += size;
      }
  memcpy (to, a, middle - a);
  memcpy (to + (middle - a), b, end - b);
}

/* Sorts the LEN records at RECORDS, of SIZE bytes each (at most
   SORT_MAX_SIZE), by COMPARE (as for qsort).  Records that compare equal keep
   their order.  SIZE and COMPARE must be constants.  This takes n log n steps
   and, for more than SORT_RUN records, the memory of the records once more.
   Records that are already in order take n steps and no memory.  */
SORT_INLINE void
sort_stable (void *records, size_t len, size_t size, sort_compare *compare)
{
  char *from = records;
  if (sort_done (from, len, size, compare))
    return;
  for (size_t i = 0; i < len; i += SORT_RUN)
    sort_run (from + i * size, len - i < SORT_RUN ? len - i : SORT_RUN, size,
              compare);
  if (len <= SORT_RUN)
    return;
  char *const spare = array_new (len, size);
  char *to = spare;
  for (size_t run = SORT_RUN; run < len; run *= 2)
    {
      for (size_t i = 0; i < len; i += 2 * run)
        {
          size_t half = len - i < run ? len - i : run;
          size_t all = len - i < 2 * run ? len - i : 2 * run;
          sort_merge (to + i * size, from + i * size, from + (i + half) * size,
                      from + (i + all) * size, size, compare);
        }
      char *merged = to;
      to = from;
      from = merged;
    }
  if (from == spare)
    memcpy (records, spare, len * size);
  free (spare);
}

#endif /* BASE_SORT_H */
