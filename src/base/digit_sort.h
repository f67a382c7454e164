/* base/digit_sort.h -- a stable sort by the digits of numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   For many records whose keys are numbers it is faster than base/sort.h, with
   which it shares the memory that it takes: that of the records once more.  */

#ifndef BASE_DIGIT_SORT_H
#define BASE_DIGIT_SORT_H

#include <stdint.h>

#include "base/sort.h"

enum
{
  DIGIT_BITS = 11,
  DIGITS = 1 << DIGIT_BITS,
  DIGIT_SORT_MIN = 4096         /* fewer records are sorted by comparison */
};

/* Returns number I of the key of RECORD; number 0 counts least.  */
typedef uint64_t sort_number (const void *record, unsigned i);

/* Sorts by one digit, the DIGIT_BITS from bit SHIFT on of number I, into TO.
   FIRST has room for DIGITS + 1 numbers.  */
SORT_INLINE void
sort_by_digit (char *to, const char *from, size_t len, size_t size,
               sort_number *number, unsigned i, unsigned shift, size_t *first)
{
  memset (first, 0, (DIGITS + 1) * sizeof *first);
  for (size_t j = 0; j < len; j++)
    first[(number (from + j * size, i) >> shift) % DIGITS + 1]++;
  for (size_t j = 0; j < DIGITS; j++)
    first[j + 1] += first[j];
  for (size_t j = 0; j < len; j++)
    memcpy (to + first[(number (from + j * size, i) >> shift) % DIGITS]++
                 * size, from + j * size, size);
}

/* Sorts the LEN records at RECORDS, of SIZE bytes each (at most
   SORT_MAX_SIZE), by their keys, which are N_NUMBERS numbers each.  COMPARE
   compares two keys (as for qsort).  Records with equal keys keep their order.
   SIZE, N_NUMBERS, NUMBER and COMPARE must be constants.  Records that are
   already in order take no memory.  */
SORT_INLINE void
sort_by_digits (void *records, size_t len, size_t size, unsigned n_numbers,
                sort_number *number, sort_compare *compare)
{
  char *from = records;
  if (len < DIGIT_SORT_MIN)
    {
      sort_stable (records, len, size, compare);
      return;
    }
  if (sort_done (from, len, size, compare))
    return;
  char *const spare = array_new (len, size);
  char *to = spare;
  size_t *first = array_new (DIGITS + 1, sizeof *first);
  for (unsigned i = 0; i < n_numbers; i++)
    {
      uint64_t differ = 0;
      for (size_t j = 1; j < len; j++)
        differ |= number (from + j * size, i) ^ number (from, i);
      for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS)
        if ((differ >> shift) % DIGITS != 0)
          {
            sort_by_digit (to, from, len, size, number, i, shift, first);
            char *sorted = to;
            to = from;
            from = sorted;
          }
    }
  if (from == spare)
    memcpy (records, spare, len * size);
  free (first);
  free (spare);
}

#endif /* BASE_DIGIT_SORT_H */
