/* profile/sums.c -- finds records with equal addresses, to add them up.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: records of many files.  Out: one for each address, or pair of addresses.

   Addresses come from files, which may be made to collide.  So a search ends
   after a few slots, and a record that is not found is appended once more.
   The sort of profile_merge adds it up at the end.  */

#include <config.h>

#include "profile/sums.h"

#include <stdlib.h>

#include "base/arena.h"

/* The highest number of slots that a search reads; it rarely needs more.  */
#define PROBES_MAX 64

void
sums_free (struct sums *sums)
{
  key_index_free (&sums->index);
  free (sums->after);
  *sums = (struct sums) { .after = NULL };
}

/* Returns true if record I, with one address, has the address ADDR.  */
static bool
is_one (const void *records, uint32_t i, uint64_t addr, uint64_t zero)
{
  return sums_is_same ((const uint64_t *) records + 2 * (size_t) i,
                       (const uint64_t[]) { addr, zero }, 2);
}

/* Returns true if record I, with two addresses, has FIRST and SECOND.  */
static bool
is_pair (const void *records, uint32_t i, uint64_t first, uint64_t second)
{
  return sums_is_same ((const uint64_t *) records + 3 * (size_t) i,
                       (const uint64_t[]) { first, second }, 3);
}

/* Returns the index of the record with the addresses of NEW.  If there is
   none, returns N, and enters NEW as record N.  */
static size_t
find_or_enter (struct sums *sums, const uint64_t *records, size_t n,
               unsigned width, const uint64_t *new)
{
  uint32_t *at
    = width == 2 ? key_index_place (&sums->index, is_one, records, new[0], 0,
                                    PROBES_MAX)
      : key_index_place (&sums->index, is_pair, records, new[0], new[1],
                         PROBES_MAX);

  if (at && *at == KEY_NONE)
    *at = (uint32_t) n;
  return at ? *at : n;
}

size_t
sums_find (struct sums *sums, const uint64_t *records, size_t n,
           unsigned width, const uint64_t *new)
{
  size_t place;

  if (n >= UINT32_MAX - 1)
    return n;
  place = find_or_enter (sums, records, n, width, new);
  sums->after = array_reserve (sums->after, &sums->cap_after, n + 1,
                               sizeof *sums->after);
  while (sums->n_after <= n)
    sums->after[sums->n_after++] = 0;
  if (sums->last)
    sums->after[sums->last - 1] = (uint32_t) place + 1;
  return place;
}
