/* pchist.h -- the histogram of program counters.

   SPDX-License-Identifier: 0BSD

   The sampler ticks; gmon_write reads.  There is one bin per GMON_BIN_BYTES
   bytes of text, wide enough never to wrap.  One flag per chunk of
   GMON_CHUNK_BYTES bytes shows whether the chunk was ever touched, so that the
   exit reads only touched chunks.  */

#ifndef GMON_PCHIST_H
#define GMON_PCHIST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "gmon_out.h"

/* One machine word, to which every machine adds in one instruction.  With 64
   bits it never wraps; with 32 bits and 100 Hz it wraps after 497 days in one
   bin.  */
typedef _Atomic uintptr_t pchist_bin;

#define PCHIST_CHUNK_BINS (GMON_CHUNK_BYTES / GMON_BIN_BYTES)

struct pchist
{
  uintptr_t low;                /* start of the text, a multiple of the bin */
  uintptr_t high;               /* end of the text, exclusive, likewise */
  pchist_bin *bins;             /* NULL if nothing is counted */
  _Atomic unsigned char *touched;       /* one flag per chunk */
  size_t chunks;
};

/* Returns the number of bytes that pchist_init needs for the text from LOW to
   HIGH, exclusive.  If a size_t cannot hold that number, returns SIZE_MAX,
   which no allocation can satisfy.  */
size_t pchist_size (uintptr_t low, uintptr_t high);

/* Sets HIST up for the text from LOW to HIGH, exclusive; LOW must be below
   HIGH.  LOW is rounded down and HIGH rounded up to a bin.  MEMORY is
   pchist_size bytes of zeros, aligned for a word, and stays in use.  If MEMORY
   is NULL, the histogram counts nothing.  */
void pchist_init (struct pchist *hist, uintptr_t low, uintptr_t high,
                  void *memory);

/* Adds TICKS samples at PC.  Samples outside the text are dropped.
   Async-signal-safe; any number of threads may run it at once.  */
void pchist_tick (struct pchist *hist, uintptr_t pc, unsigned ticks);

/* Stores the address range of the chunk INDEX, less than hist->chunks, in *LOW
   and *HIGH, exclusive.  Returns true if the chunk was ever touched.  */
bool pchist_chunk_range (const struct pchist *hist, size_t index,
                         uintptr_t *low, uintptr_t *high);

/* Returns true if there are samples.  */
bool pchist_any (const struct pchist *hist);

/* Sets all bins to zero.  */
void pchist_reset (struct pchist *hist);

#endif /* GMON_PCHIST_H */
