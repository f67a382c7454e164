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
  *sums = (struct sums) { .slots = NULL };
}

static bool
is_same (const uint64_t *a, const uint64_t *b, unsigned width)
{
  return a[0] == b[0] && (width == 2 || a[1] == b[1]);
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

/* The place of the record with the addresses of NEW.  N if there is none, and
   it is known from now on to be there.  */
static size_t
find (struct sums *sums, const uint64_t *records, size_t n, unsigned width,
      const uint64_t *new)
{
  size_t slot;

  if (n >= UINT32_MAX - 1)
    return n;
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
      if (is_same (records + (*at - 1) * (size_t) width, new, width))
        return *at - 1;
    }
  return n;
}

bool
sums_add (struct sums *sums, uint64_t *records, size_t n, unsigned width,
          const uint64_t *new)
{
  size_t place = sums->next;
  uint64_t *count, sum;

  if (place >= n || !is_same (records + place * width, new, width))
    place = find (sums, records, n, width, new);
  sums->next = place + 1;
  if (place == n)
    return false;
  count = records + place * width + width - 1;
  if (__builtin_add_overflow (*count, new[width - 1], &sum))
    return false;
  *count = sum;
  return true;
}
