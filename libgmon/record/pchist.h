/* pchist.h -- the histogram of program counters.

   SPDX-License-Identifier: 0BSD

   The sampler ticks; gmon_write reads.  One bin per GMON_GRID_BIN bytes of
   text, wide enough never to wrap; the grid of GMON_GRID_CHUNK bytes only
   says which parts were ever touched, so that an exit looks at those alone.  */

#ifndef GMON_PCHIST_H
#define GMON_PCHIST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "gmon_out.h"

/* One machine word, which every machine adds to in one instruction: never
   wraps with 64 bits; with 32, at 100 Hz, after 497 days in one bin.  */
typedef _Atomic uintptr_t pchist_bin;

#define PCHIST_CHUNK_BINS (GMON_GRID_CHUNK / GMON_GRID_BIN)

struct pchist
{
  uintptr_t low;                /* text range, both multiples of the bin; */
  uintptr_t high;               /* exclusive */
  pchist_bin *bins;             /* NULL: nothing is counted */
  _Atomic unsigned char *touched;       /* one flag per chunk */
  size_t chunks;
};

/* Bytes of zeroed memory that pchist_init needs for [LOW, HIGH); if they are
   more than a size_t holds, SIZE_MAX, which nobody gets.  */
size_t pchist_size (uintptr_t low, uintptr_t high);

/* Set HIST up for LOW, rounded down, to HIGH, rounded up to a bin, LOW < HIGH.
   MEMORY is zeroed, pchist_size bytes, aligned for a word, and stays in use;
   NULL gives a histogram that counts nothing.  */
void pchist_init (struct pchist *hist, uintptr_t low, uintptr_t high,
                  void *memory);

/* TICKS samples at PC; outside the range they are dropped.
   Async-signal-safe, any number of threads.  */
void pchist_tick (struct pchist *hist, uintptr_t pc, unsigned ticks);

/* The chunk INDEX, less than hist->chunks: its address range, exclusive at
   the end, to *LOW and *HIGH.  True if it was ever touched.  */
bool pchist_chunk_range (const struct pchist *hist, size_t index,
                         uintptr_t *low, uintptr_t *high);

/* Are there samples?  */
bool pchist_any (const struct pchist *hist);

/* Back to zero everywhere.  */
void pchist_reset (struct pchist *hist);

#endif /* GMON_PCHIST_H */
