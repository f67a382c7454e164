/* profile/sums.h -- finds records with equal addresses, to add them up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_SUMS_H
#define PROFILE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slot_index.h"

/* An index of the records of an array.  All zeros is an empty one.  */
struct sums
{
  struct slot_index index;      /* keys: an address and 0, or two addresses */
  uint32_t *after;              /* heap; after[I - 1] is the place of the
                                   record that followed record I in the input;
                                   0: unknown.  Places begin with 1 */
  size_t n_after, cap_after;
  uint32_t last;                /* place of the last record found; 0: none */
};

void sums_free (struct sums *sums);

/* Returns true if the records A and B of WIDTH numbers have equal
   addresses.  */
static inline bool
sums_is_same (const uint64_t *a, const uint64_t *b, unsigned width)
{
  return a[0] == b[0] && (width == 2 || a[1] == b[1]);
}

/* For sums_add: returns the index of the record with the addresses of NEW, and
   notes it as the one that follows the last record.  If there is none, enters
   NEW as record N and returns N.  */
size_t sums_find (struct sums *sums, const uint64_t *records, size_t n,
                  unsigned width, const uint64_t *new);

/* How many successors sums_add compares before it searches the index: files
   list their records in one order, but a file may lack some.  */
#define SUMS_GUESSES 3

/* Adds the count of NEW to the record with its addresses, and returns true.
   RECORDS are N records of WIDTH numbers (2 or 3): one or two addresses, then
   a count.  If SUMS knows no such record, or the sum exceeds 64 bits, returns
   false, and the caller must append NEW as record N.  The cost does not depend
   on the addresses.  */
static inline bool
sums_add (struct sums *sums, uint64_t *records, size_t n, unsigned width,
          const uint64_t *new)
{
  uint32_t at = sums->last ? sums->after[sums->last - 1] : 0;
  size_t place;
  uint64_t *count;

  for (unsigned i = 0; at; at = ++i < SUMS_GUESSES ? sums->after[at - 1] : 0)
    if (sums_is_same (records + (size_t) (at - 1) * width, new, width))
      break;
  place = at ? at - 1 : sums_find (sums, records, n, width, new);
  sums->last = place < UINT32_MAX - 1 ? (uint32_t) place + 1 : 0;
  if (place == n)
    return false;
  count = records + place * width + width - 1;
  if (new[width - 1] > UINT64_MAX - *count)
    return false;
  *count += new[width - 1];
  return true;
}

#endif /* PROFILE_SUMS_H */
