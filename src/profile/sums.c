/* profile/sums.c -- finds records of the same address, to be added up.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: records of many files.  Out: one for each address, or pair of them.
   Called by profile.c.

   Open addressing.  Addresses come from files, which may have been made to
   collide; so a search ends after a few slots, and what was not found is
   appended once more: a sort adds it up in the end.  */

#include <config.h>

#include "profile/sums.h"

#include <stdlib.h>

#include "base/arena.h"

/* A table is at most half full, so that longer searches are rare.  */
#define PROBES_MAX 32
#define FIRST_SIZE 1024

void
sums_free (struct sums *sums)
{
  free (sums->slots);
  free (sums->after);
  *sums = (struct sums) { .slots = NULL };
}

static size_t
slot_of (const struct sums *sums, const uint64_t *record, unsigned width)
{
  uint64_t hash = record[0] * 0x9E3779B97F4A7C15u;

  hash ^= hash >> 32;
  if (width > 2)
    hash += record[1];
  hash *= 0xC2B2AE3D27D4EB4Fu;
  return (hash ^ hash >> 32) & (sums->size - 1);
}

/* Enters record PLACE of RECORDS, of whose addresses there is none, if that
   takes few looks.  */
static void
enter (struct sums *sums, const uint64_t *records, size_t place,
       unsigned width)
{
  size_t slot = slot_of (sums, records + place * width, width);

  for (unsigned i = 0; i < PROBES_MAX; i++)
    {
      uint32_t *at = &sums->slots[(slot + i) & (sums->size - 1)];

      if (*at)
        continue;
      *at = (uint32_t) (place + 1);
      return;
    }
}

/* Makes the table large enough for N records.  */
static void
make_room (struct sums *sums, const uint64_t *records, size_t n,
           unsigned width)
{
  if (2 * n <= sums->size)
    return;
  sums->size = sums->size ? sums->size : FIRST_SIZE;
  while (2 * n > sums->size)
    sums->size *= 2;
  free (sums->slots);
  sums->slots = array_new (sums->size, sizeof *sums->slots);
  for (size_t i = 0; i + 1 < n; i++)
    enter (sums, records, i, width);
}

/* The place of the record with the addresses of NEW, or N; it is entered
   then.  */
static size_t
find_or_enter (struct sums *sums, const uint64_t *records, size_t n,
               unsigned width, const uint64_t *new)
{
  size_t slot;

  make_room (sums, records, n + 1, width);
  slot = slot_of (sums, new, width);
  for (unsigned i = 0; i < PROBES_MAX; i++)
    {
      uint32_t *at = &sums->slots[(slot + i) & (sums->size - 1)];

      if (*at == 0)
        {
          *at = (uint32_t) (n + 1);
          return n;
        }
      if (sums_is_same (records + (*at - 1) * (size_t) width, new, width))
        return *at - 1;
    }
  return n;
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
