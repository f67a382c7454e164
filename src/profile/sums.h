/* profile/sums.h -- finds records of the same address, to be added up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROFILE_SUMS_H
#define PROFILE_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A table of the records of an array; all zeros: empty.  */
struct sums
{
  uint32_t *slots;              /* heap: the place of a record, from 1 on;
                                   0: free */
  size_t size;                  /* of slots: a power of two, or 0 */
  size_t next;                  /* the place, from 0 on, that is likely the
                                   next one: files list the same in the same
                                   order */
};

void sums_free (struct sums *sums);

/* RECORDS are N records of WIDTH numbers (2 or 3): addresses, and a count that
   comes last.  Adds the count of NEW to the record of the same addresses, if
   SUMS knows one and 64 bits hold the sum.  Else false, and the caller is to
   append NEW as record N; SUMS counts on it.  The cost is bounded for any
   addresses: records that would have to be looked for too long stay unknown.
   */
bool sums_add (struct sums *sums, uint64_t *records, size_t n, unsigned width,
               const uint64_t *new);

#endif /* PROFILE_SUMS_H */
