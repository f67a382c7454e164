/* profile/bins.c -- the counters of a histogram.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/bins.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* The number of counters added at once.  It is a constant, so the compiler can
   use vectors.  */
#define BLOCK 64

static uint32_t
n_chunks (const struct bins *bins)
{
  return (uint32_t) (((uint64_t) bins->len + BINS_CHUNK - 1) / BINS_CHUNK);
}

/* Returns the number of counters in chunk C; the last chunk may be
   shorter.  */
static uint32_t
chunk_len (const struct bins *bins, uint32_t c)
{
  uint32_t left = bins->len - c * BINS_CHUNK;

  return left < BINS_CHUNK ? left : BINS_CHUNK;
}

void
bins_init (struct bins *bins, uint32_t len, bool wraps)
{
  *bins = (struct bins) { .len = len, .wraps = wraps };
  bins->chunks = array_new (n_chunks (bins), sizeof *bins->chunks);
}

void
bins_free (struct bins *bins)
{
  for (uint32_t c = 0; bins->chunks && c < n_chunks (bins); c++)
    {
      free (bins->chunks[c].narrow);
      free (bins->chunks[c].wide);
    }
  free (bins->chunks);
  bins->chunks = NULL;
}

void
bins_clear (struct bins *bins)
{
  for (uint32_t c = 0; c < n_chunks (bins); c++)
    {
      const struct bins_chunk *chunk = &bins->chunks[c];
      const uint32_t len = chunk_len (bins, c);

      if (chunk->narrow)
        memset (chunk->narrow, 0, len * sizeof *chunk->narrow);
      if (chunk->wide)
        memset (chunk->wide, 0, len * sizeof *chunk->wide);
    }
}

static inline uint64_t
chunk_get (const struct bins_chunk *chunk, uint32_t i)
{
  return chunk->narrow ? chunk->narrow[i] : chunk->wide ? chunk->wide[i] : 0;
}

uint64_t
bins_get (const struct bins *bins, uint32_t i)
{
  return chunk_get (&bins->chunks[i / BINS_CHUNK], i % BINS_CHUNK);
}

/* Makes the LEN counters of CHUNK 64 bits wide.  */
static void
widen (struct bins_chunk *chunk, uint32_t len)
{
  chunk->wide = array_new (len, sizeof *chunk->wide);
  for (uint32_t i = 0; chunk->narrow && i < len; i++)
    chunk->wide[i] = chunk->narrow[i];
  free (chunk->narrow);
  chunk->narrow = NULL;
}

/* Adds COUNT to counter I of chunk C.  Returns false if the sum exceeds 64
   bits.  */
static bool
bins_add_one (struct bins *bins, uint32_t c, uint32_t i, uint64_t count)
{
  struct bins_chunk *chunk = &bins->chunks[c];
  bool overflow;

  if (count == 0)
    return true;
  if (!chunk->wide && count <= UINT16_MAX - chunk_get (chunk, i))
    {
      if (!chunk->narrow)
        chunk->narrow = array_new (chunk_len (bins, c), sizeof *chunk->narrow);
      chunk->narrow[i] = (uint16_t) (chunk->narrow[i] + count);
      return true;
    }
  if (!chunk->wide)
    widen (chunk, chunk_len (bins, c));
  overflow = __builtin_add_overflow (chunk->wide[i], count, &chunk->wide[i]);
  if (bins->wraps)
    chunk->wide[i] = (uint32_t) chunk->wide[i];
  return !overflow;
}

bool
bins_add (struct bins *bins, uint32_t i, uint64_t count)
{
  return bins_add_one (bins, i / BINS_CHUNK, i % BINS_CHUNK, count);
}

/* Adds a BLOCK of COUNTS to COUNTERS.  If one of the sums exceeds 16 bits,
   adds nothing and returns false.  */
static bool
add_block (uint16_t *counters, const uint16_t *counts)
{
  uint16_t sums[BLOCK], carry = 0;

  for (unsigned i = 0; i < BLOCK; i++)
    {
      sums[i] = (uint16_t) (counters[i] + counts[i]);
      /* The highest bit is the carry out of the addition.  */
      carry |= (uint16_t) ((counters[i] & counts[i])
                           | ((counters[i] | counts[i]) & ~sums[i]));
    }
  if (carry >> 15)
    return false;
  memcpy (counters, sums, sizeof sums);
  return true;
}

/* Adds COUNTS, one for each counter, to chunk C.  Returns false if a sum
   exceeds 64 bits.  */
static bool
add_chunk (struct bins *bins, uint32_t c, const uint16_t *counts)
{
  struct bins_chunk *chunk = &bins->chunks[c];
  const uint32_t len = chunk_len (bins, c);
  uint32_t i = 0;
  bool fits = true;

  if (!chunk->narrow && !chunk->wide)
    {
      chunk->narrow = array_new (len, sizeof *chunk->narrow);
      memcpy (chunk->narrow, counts, len * sizeof *counts);
      return true;
    }
  while (chunk->narrow && len - i >= BLOCK
         && add_block (chunk->narrow + i, counts + i))
    i += BLOCK;
  for (; i < len; i++)
    fits &= bins_add_one (bins, c, i, counts[i]);
  return fits;
}

/* Returns true if all LEN bytes at DATA are 0.  LEN is at least 1.  */
static bool
is_zero (const unsigned char *data, size_t len)
{
  return data[0] == 0 && memcmp (data, data + 1, len - 1) == 0;
}

/* Adds the next N numbers of R, one by one, to the counters from FIRST on.
   Returns false if a sum exceeds 64 bits.  */
static bool
add_some (struct bins *bins, uint32_t first, uint32_t n, struct reader *r)
{
  bool fits = true;

  for (uint32_t i = 0; i < n; i++)
    fits &= bins_add (bins, first + i, rd_u16 (r));
  return fits;
}

bool
bins_add_record (struct bins *bins, uint32_t first, uint32_t n,
                 struct reader *r)
{
  uint16_t counts[BINS_CHUNK];
  uint32_t len;
  bool fits = true;

  for (uint32_t i = first, left = n; left > 0; i += len, left -= len)
    {
      const uint32_t c = i / BINS_CHUNK, rest = BINS_CHUNK - i % BINS_CHUNK;
      const unsigned char *data;

      len = left < rest ? left : rest;
      if (len != chunk_len (bins, c))
        {
          fits &= add_some (bins, i, len, r);
          continue;
        }
      data = rd_bytes (r, len * sizeof *counts);
      if (!data || is_zero (data, len * sizeof *counts))
        continue;
      wire_u16s (r->wire, counts, data, len);
      fits &= add_chunk (bins, c, counts);
    }
  return fits;
}

/* Returns the number of the first counter of CHUNK at or after I that is not
   0, or LEN if there is none.  */
static uint32_t
next_in_chunk (const struct bins_chunk *chunk, uint32_t i, uint32_t len)
{
  uint64_t four;

  while (chunk->narrow && i + 4 <= len)
    {
      memcpy (&four, chunk->narrow + i, sizeof four);
      if (four != 0)
        break;
      i += 4;
    }
  while (i < len && chunk_get (chunk, i) == 0)
    i++;
  return i;
}

uint32_t
bins_next (const struct bins *bins, uint32_t from)
{
  uint32_t i = from % BINS_CHUNK;

  for (uint32_t c = from / BINS_CHUNK; c < n_chunks (bins); c++, i = 0)
    {
      const struct bins_chunk *chunk = &bins->chunks[c];
      const uint32_t len = chunk_len (bins, c);

      if (!chunk->narrow && !chunk->wide)
        continue;
      i = next_in_chunk (chunk, i, len);
      if (i < len)
        return c * BINS_CHUNK + i;
    }
  return bins->len;
}

/* Returns the 2-byte number that a record holds for COUNT (see
   bins_write).  */
static uint16_t
part_of (uint64_t count, uint64_t written, bool truncate)
{
  if (truncate)
    return (uint16_t) count;
  count = count > written ? count - written : 0;
  return count > UINT16_MAX ? UINT16_MAX : (uint16_t) count;
}

void
bins_write (const struct bins *bins, uint32_t first, uint32_t n,
            struct writer *w, uint64_t written, bool truncate)
{
  const uint32_t end = first + n;
  uint32_t done = first;

  for (uint32_t i = bins_next (bins, first); i < end;
       i = bins_next (bins, i + 1))
    {
      wr_zeros (w, (size_t) (i - done) * sizeof (uint16_t));
      wr_u16 (w, part_of (bins_get (bins, i), written, truncate));
      done = i + 1;
    }
  wr_zeros (w, (size_t) (end - done) * sizeof (uint16_t));
}
