/* profile/bins.h -- the counters of a histogram.

   SPDX-License-Identifier: GPL-3.0-or-later

   Most counters of most programs are 0, and few of the others pass 16 bits, of
   which the file has them.  So they are kept in chunks: none where all are 0,
   16 bits each until one of the chunk passes them, then 64 bits.  */

#ifndef PROFILE_BINS_H
#define PROFILE_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

/* Counters of a chunk.  */
#define BINS_CHUNK 256

/* At most one of the two is there.  */
struct bins_chunk
{
  uint16_t *narrow;             /* heap */
  uint64_t *wide;               /* heap */
};

struct bins
{
  uint32_t len;
  bool wraps;                   /* at 32 bits, as GNU's */
  struct bins_chunk *chunks;    /* heap; NULL once freed */
};

/* LEN counters of 0.  */
void bins_init (struct bins *bins, uint32_t len, bool wraps);
void bins_free (struct bins *bins);

/* The counter I, below len.  */
uint64_t bins_get (const struct bins *bins, uint32_t i);

/* Adds COUNT to the counter I, below len.  False if the sum passes 64 bits; it
   wraps then.  */
bool bins_add (struct bins *bins, uint32_t i, uint64_t count);

/* Adds the next LEN 2-byte numbers of R, which has as many.  False if one of
   the sums passes 64 bits.  */
bool bins_add_record (struct bins *bins, struct reader *r);

/* The first counter from number FROM on that is not 0; len if there is none.
   Chunks that are not there cost next to nothing.  */
uint32_t bins_next (const struct bins *bins, uint32_t from);

/* Appends all counters as 2-byte numbers: what is left of each when WRITTEN
   were taken off, as far as 2 bytes hold it; or, if TRUNCATE, the low 16
   bits.  */
void bins_write (const struct bins *bins, struct writer *w, uint64_t written,
                 bool truncate);

#endif /* PROFILE_BINS_H */
