/* profile/sums.h -- finds records of the same address, to be added up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_SUMS_H
#define PROFILE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/key_index.h"

/* A table of the records of an array; all zeros: empty.  */
struct sums
{
  struct key_index index;       /* by one address and 0, or by two */
  uint32_t *after;              /* heap: by place, the place, from 1 on, of
                                   what followed it when that was last looked
                                   for; 0: unknown */
  size_t n_after, cap_after;
  uint32_t last;                /* the place, from 1 on, of the last; or 0 */
};

void sums_free (struct sums *sums);

/* Have the records A and B of WIDTH numbers the same addresses?  */
static inline bool
sums_is_same (const uint64_t *a, const uint64_t *b, unsigned width)
{
  return a[0] == b[0] && (width == 2 || a[1] == b[1]);
}

/* For sums_add: the place of the record with the addresses of NEW, noted as
   what follows the last one.  N if there is none, and it is known from now on
   to be there.  */
size_t sums_find (struct sums *sums, const uint64_t *records, size_t n,
                  unsigned width, const uint64_t *new);

/* How many of those that followed are looked at before all are searched: files
   list the same in the same order, but may lack some.  */
#define SUMS_GUESSES 3

/* RECORDS are N records of WIDTH numbers (2 or 3): addresses, and a count that
   comes last.  Adds the count of NEW to the record of the same addresses, if
   SUMS knows one and 64 bits hold the sum.  Else false, and the caller is to
   append NEW as record N; SUMS counts on it.  The cost is bounded for any
   addresses: records that would have to be looked for too long stay unknown.
   */
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
