/* profile/sums.c -- finds records with equal addresses, to add them up.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/sums.h"

#include <stdlib.h>

#include "base/arena.h"

/* An index has at most so many records.  */
#define SUMS_MAX (UINT32_MAX / 2)

void
sums_free (struct sums *sums)
{
  slot_index_free (&sums->index);
  free (sums->after);
  *sums = (struct sums) { .after = NULL };
}

/* Returns the key of record I, which has one address.  */
static struct record_key
one_key (const void *records, uint32_t i)
{
  return (struct record_key)
    { ((const uint64_t *) records)[2 * (size_t) i], 0 };
}

/* Returns the key of record I, which has two addresses.  */
static struct record_key
two_key (const void *records, uint32_t i)
{
  const uint64_t *record = (const uint64_t *) records + 3 * (size_t) i;

  return (struct record_key) { record[0], record[1] };
}

size_t
sums_find (struct sums *sums, const uint64_t *records, size_t n,
           unsigned width, const uint64_t *new)
{
  size_t place;

  if (n >= SUMS_MAX)
    return n;
  place = (width == 2
           ? slot_index_enter (&sums->index, one_key, records, n,
                               one_key (new, 0))
           : slot_index_enter (&sums->index, two_key, records, n,
                               two_key (new, 0)));
  ARRAY_ROOM (sums->after, sums->cap_after, n + 1);
  while (sums->n_after <= n)
    sums->after[sums->n_after++] = 0;
  if (sums->last)
    sums->after[sums->last - 1] = (uint32_t) place + 1;
  return place;
}
