/* unit/t_sums.c -- tests of profile/sums: records of the same addresses.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "profile/sums.h"

#define KEYS 3000
#define ADDS 20000

/* A growing array of records, WIDTH numbers each.  */
struct records
{
  struct sums sums;
  uint64_t items[ADDS * 3];
  size_t n;
  unsigned width;
};

static void
add (struct records *r, uint64_t a, uint64_t b, uint64_t count)
{
  const uint64_t three[] = { a, b, count }, two[] = { a, count };
  const uint64_t *new = r->width == 3 ? three : two;

  if (!sums_add (&r->sums, r->items, r->n, r->width, new))
    memcpy (r->items + r->width * r->n++, new, r->width * sizeof *new);
}

/* The count of the records of A and B, which are *PIECES.  */
static uint64_t
total (const struct records *r, uint64_t a, uint64_t b, unsigned *pieces)
{
  uint64_t sum = 0;

  *pieces = 0;
  for (size_t i = 0; i < r->n; i++)
    {
      const uint64_t *item = r->items + r->width * i;

      if (item[0] != a || (r->width == 3 && item[1] != b))
        continue;
      sum += item[r->width - 1];
      ++*pieces;
    }
  return sum;
}

static struct record_key
number_key (const void *records, uint32_t i)
{
  return (struct record_key) { ((const uint64_t *) records)[i], 0 };
}

/* A table that grows finds what it found before: of numbers whose searches
   begin in the last slots, and go on in the first, where ONE in so many is not
   like that.  */
static void
test_growth (unsigned one)
{
  static uint64_t numbers[KEYS];
  struct slot_index index = { .slots = NULL };
  uint64_t number = 0;
  unsigned bad = 0;

  slot_index_reserve (&index, 1);
  for (uint32_t n = 0; n < KEYS; n++)
    {
      size_t size = index.size;

      do
        number++;
      while (n % one != 0
             && (slot_hash (index.seed, (struct record_key) { number, 0 })
                 & 1023) < 1016);
      numbers[n] = number;
      EXPECT (&bad, slot_index_enter (&index, number_key, numbers, n,
                                      number_key (numbers, n)) == n,
              "number %u is new", n);
      for (uint32_t i = 0; size != index.size && i <= n; i++)
        EXPECT (&bad, slot_index_enter (&index, number_key, numbers, n + 1,
                                        number_key (numbers, i)) == i,
                "number %u", i);
    }
  CHECK (bad == 0 && index.size == 4096,
         "a table that grows, one in %u apart", one);
  slot_index_free (&index);
}

/* Adds what is STEP apart, in random order; the sums are those of an array.  */
static void
test_random (unsigned width, uint64_t step)
{
  static uint64_t want[KEYS];
  struct records *r = calloc (1, sizeof *r);
  uint32_t state = 7;
  unsigned bad = 0, pieces, split = 0;

  if (!r)
    return;
  r->width = width;
  memset (want, 0, sizeof want);
  for (unsigned i = 0; i < ADDS; i++)
    {
      unsigned key = check_random (&state) % KEYS;

      add (r, key * step, key / 3 * step, i);
      want[key] += i;
    }
  for (unsigned key = 0; key < KEYS; key++)
    {
      EXPECT (&bad, total (r, key * step, key / 3 * step, &pieces)
              == want[key], "key %u", key);
      split += pieces > 1;
    }
  CHECK (bad == 0, "sums of %u numbers, 0x%" PRIx64 " apart", width, step);
  CHECK (split < KEYS / 10, "and most are in one piece");
  sums_free (&r->sums);
  free (r);
}

/* Keys that fill a table nearly as far as it lets them, in the random order of
   each of many files: searches are long, but nothing is appended again.  */
static void
test_full (void)
{
  enum { LEN = 12280 };         /* of 16,384, three quarters are 12,288 */
  static uint64_t items[3 * LEN * 2];
  struct sums sums = { .after = NULL };
  uint32_t state = 1;
  size_t n = 0;

  for (unsigned round = 0; round < 30; round++)
    for (unsigned i = 0; i < LEN; i++)
      {
        uint64_t key = (round ? check_random (&state) % LEN : i)
                       * UINT64_C (0xBF58476D1CE4E5B9);
        const uint64_t new[] = { key >> 20, key >> 40, 1 };

        if (n < 2 * LEN && !sums_add (&sums, items, n, 3, new))
          memcpy (items + 3 * n++, new, sizeof new);
      }
  CHECK_U64 (n, LEN, "30 files take the room of one");
  sums_free (&sums);
}

static void
test_order (void)
{
  struct records *r = calloc (1, sizeof *r);

  if (!r)
    return;
  r->width = 2;
  for (unsigned round = 0; round < 2; round++)
    for (uint64_t a = 5; a > 0; a--)
      add (r, a, 0, 1);
  CHECK (r->n == 5 && r->items[0] == 5 && r->items[8] == 1,
         "the order is that of the first of each");
  add (r, 3, 0, UINT64_MAX);
  CHECK (r->n == 6 && r->items[5] == 2 && r->items[11] == UINT64_MAX,
         "what 64 bits do not hold stays in pieces");
  sums_free (&r->sums);
  free (r);
}

int
main (void)
{
  test_growth (1);
  test_growth (2);
  test_growth (10);
  for (unsigned width = 2; width <= 3; width++)
    for (unsigned shift = 0; shift <= 48; shift += 16)
      test_random (width, UINT64_C (1) << shift);
  test_full ();
  test_order ();
  return check_end ();
}
