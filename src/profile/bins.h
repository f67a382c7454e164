/* profile/bins.h -- the counters of a histogram.

   SPDX-License-Identifier: GPL-3.0-or-later

   Most counters of most programs are 0, and few counters exceed the 16 bits
   that a counter has in the file.  So counters are kept in chunks: a chunk of
   zeros takes no memory, a chunk has 16 bits a counter until one of its
   counters needs more, and 64 bits a counter from then on.  */

#ifndef PROFILE_BINS_H
#define PROFILE_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

/* The number of counters in a chunk.  */
#define BINS_CHUNK 256

/* At most one of the two pointers is set; none if all counters are 0.  */
struct bins_chunk
{
  uint16_t *narrow;             /* heap */
  uint64_t *wide;               /* heap */
};

struct bins
{
  uint32_t len;
  bool wraps;                   /* counters wrap at 32 bits, as in GNU
                                   gprof */
  struct bins_chunk *chunks;    /* heap; NULL once freed */
};

/* Makes BINS an array of LEN counters, all 0.  With WRAPS, counters wrap at 32
   bits.  The caller releases it with bins_free.  */
void bins_init (struct bins *bins, uint32_t len, bool wraps);
void bins_free (struct bins *bins);

/* Makes all counters 0.  Keeps their memory, for counts like the last ones.  */
void bins_clear (struct bins *bins);

/* Returns the counter I, which is below len.  */
uint64_t bins_get (const struct bins *bins, uint32_t i);

/* Adds COUNT to the counter I, which is below len.  Returns false if the sum
   exceeds 64 bits; the counter has wrapped then.  */
bool bins_add (struct bins *bins, uint32_t i, uint64_t count);

/* Adds the next N 2-byte numbers of R to the counters from FIRST on, in order.
   The caller ensures that R has that many left, and that BINS has the counters.
   Returns false if one of the sums exceeds 64 bits.  */
bool bins_add_record (struct bins *bins, uint32_t first, uint32_t n,
                      struct reader *r);

/* Returns the number of the first counter at or after FROM that is not 0, or
   len if there is none.  Skipping a chunk of zeros costs next to nothing.  */
uint32_t bins_next (const struct bins *bins, uint32_t from);

/* Appends the N counters from FIRST on to W as 2-byte numbers.  WRITTEN is
   subtracted from each counter first (a counter below WRITTEN gives 0); a
   result above 65,535 is written as 65,535.  With TRUNCATE the low 16 bits of
   each counter are written instead, and WRITTEN is not used.  */
void bins_write (const struct bins *bins, uint32_t first, uint32_t n,
                 struct writer *w, uint64_t written, bool truncate);

#endif /* PROFILE_BINS_H */
