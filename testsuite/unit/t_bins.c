/* unit/t_bins.c -- tests of profile/bins: the counters of a histogram.

   SPDX-License-Identifier: GPL-3.0-or-later

   Random counters are compared with an array of 64-bit numbers.  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"

#include <stdlib.h>

#include "base/arena.h"
#include "profile/bins.h"

static const struct wire wires[2]
  = { { false, false, 8, 0 }, { true, false, 8, 0 } };

/* Counters, and the same as plain numbers.  */
struct model
{
  struct bins bins;
  uint64_t *counts;
};

static void
add_somewhere (struct model *m, uint32_t *seed)
{
  uint32_t i = check_random (seed) % m->bins.len;
  uint64_t count = check_random (seed) % 3 ? check_random (seed) % 300
                   : check_random (seed);

  bins_add (&m->bins, i, count);
  m->counts[i] += count;
}

/* Adds a record of which one number of SPARSE is not 0.  */
static void
add_record (struct model *m, uint32_t *seed, uint32_t sparse)
{
  struct writer w;
  struct reader r;

  writer_init (&w, wires[check_random (seed) % 2]);
  for (uint32_t i = 0; i < m->bins.len; i++)
    {
      uint16_t count = check_random (seed) % sparse ? 0
                       : (uint16_t) (check_random (seed) % 40000);

      wr_u16 (&w, count);
      m->counts[i] += count;
    }
  reader_init (&r, w.data, w.len, w.wire);
  bins_add_record (&m->bins, 0, m->bins.len, &r);
  if (rd_left (&r))
    fail ("%zu bytes of a record are left", rd_left (&r));
  writer_free (&w);
}

/* Are the bytes of a record what the numbers have left after WRITTEN?  */
static bool
writes_rest (const struct model *m, uint64_t written, bool truncate)
{
  struct writer w;
  struct reader r;
  bool equal = true;

  writer_init (&w, wires[written % 2]);
  bins_write (&m->bins, 0, m->bins.len, &w, written, truncate);
  reader_init (&r, w.data, w.len, w.wire);
  for (uint32_t i = 0; i < m->bins.len; i++)
    {
      uint64_t rest = m->counts[i] > written ? m->counts[i] - written : 0;
      uint64_t want = truncate ? m->counts[i] & 0xffff
                      : rest > 65535 ? 65535 : rest;

      equal &= rd_u16 (&r) == want;
    }
  equal &= !r.failed && !rd_left (&r);
  writer_free (&w);
  return equal;
}

static void
compare (const struct model *m, unsigned round, unsigned *bad)
{
  uint32_t at = bins_next (&m->bins, 0);

  for (uint32_t i = 0; i < m->bins.len; i++)
    {
      EXPECT (bad, bins_get (&m->bins, i) == m->counts[i],
              "round %u: counter %u is %" PRIu64 ", not %" PRIu64, round, i,
              bins_get (&m->bins, i), m->counts[i]);
      EXPECT (bad, (at == i) == (m->counts[i] != 0),
              "round %u: counter %u, next is %u", round, i, at);
      if (at == i)
        at = bins_next (&m->bins, i + 1);
    }
  EXPECT (bad, at == m->bins.len, "round %u: ends at %u", round, at);
  EXPECT (bad, writes_rest (m, 0, false) && writes_rest (m, 65535, false)
          && writes_rest (m, 0, true), "round %u: written", round);
}

static void
test_random (void)
{
  static const uint32_t lens[] = { 1, 3, 63, 64, 65, 2047, 2048, 2049, 4096,
                                   4099, 9000 };
  uint32_t seed = 4711;
  unsigned bad = 0;

  for (unsigned round = 0; round < 220; round++)
    {
      struct model m;
      uint32_t len = lens[round % (sizeof lens / sizeof lens[0])];

      bins_init (&m.bins, len, false);
      m.counts = array_new (len, sizeof *m.counts);
      for (unsigned step = 0; step < round / 11; step++)
        if (check_random (&seed) % 4 == 0)
          add_record (&m, &seed, 1 + check_random (&seed) % 3000);
        else
          add_somewhere (&m, &seed);
      compare (&m, round, &bad);
      bins_free (&m.bins);
      free (m.counts);
    }
  CHECK (bad == 0, "random counters, against plain numbers");
}

/* Memory is taken only where counts are, and as little as holds them.  */
static void
test_chunks (void)
{
  struct bins bins;

  bins_init (&bins, 5 * BINS_CHUNK, false);
  bins_add (&bins, 2 * BINS_CHUNK + 7, 65535);
  bins_add (&bins, 3 * BINS_CHUNK, 0);
  CHECK (!bins.chunks[0].narrow && !bins.chunks[0].wide
         && !bins.chunks[3].narrow && bins.chunks[2].narrow
         && !bins.chunks[2].wide, "one chunk, of 16 bits");
  bins_add (&bins, 2 * BINS_CHUNK + 8, 3);
  bins_add (&bins, 2 * BINS_CHUNK + 7, 1);
  CHECK (!bins.chunks[2].narrow && bins.chunks[2].wide
         && !bins.chunks[1].narrow, "which gets 64, as a whole");
  CHECK (bins_get (&bins, 2 * BINS_CHUNK + 7) == 65536
         && bins_get (&bins, 2 * BINS_CHUNK + 8) == 3, "its counts");
  bins_add (&bins, 4 * BINS_CHUNK, 1 << 20);
  CHECK (!bins.chunks[4].narrow
         && bins_get (&bins, 4 * BINS_CHUNK) == 1 << 20,
         "a count that never fitted");
  CHECK_U64 (bins_next (&bins, 0), 2 * BINS_CHUNK + 7, "the first");
  CHECK_U64 (bins_next (&bins, 2 * BINS_CHUNK + 9), 4 * BINS_CHUNK,
             "the next one beyond chunks that are not there");
  CHECK_U64 (bins_next (&bins, 4 * BINS_CHUNK + 1), 5 * BINS_CHUNK, "the end");
  bins_free (&bins);
  bins_free (&bins);
  pass ("freed twice");
}

/* A record of zeros takes no memory either.  */
static void
test_zeros (void)
{
  static const unsigned char zeros[2 * BINS_CHUNK + 10];
  struct bins bins;
  struct reader r;

  bins_init (&bins, BINS_CHUNK + 5, false);
  reader_init (&r, zeros, sizeof zeros, wires[0]);
  CHECK (bins_add_record (&bins, 0, bins.len, &r) && !rd_left (&r)
         && !bins.chunks[0].narrow && !bins.chunks[1].narrow,
         "a record of zeros");
  bins_free (&bins);
}

static void
test_overflow (bool wraps)
{
  const uint64_t max = wraps ? UINT32_MAX : UINT64_MAX;
  struct bins bins;
  struct reader r;

  bins_init (&bins, 2, wraps);
  CHECK (bins_add (&bins, 1, max) && bins_get (&bins, 1) == max,
         "%s: the highest count", wraps ? "32 bits" : "64 bits");
  reader_init (&r, "\1\0\1", 4, wires[0]);
  CHECK (bins_add_record (&bins, 0, 2, &r) == wraps
         && bins_get (&bins, 0) == 1
         && bins_get (&bins, 1) == 0, "and one more");
  bins_free (&bins);
}

int
main (void)
{
  test_random ();
  test_chunks ();
  test_zeros ();
  test_overflow (false);
  test_overflow (true);
  return check_end ();
}
