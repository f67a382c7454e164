/* pchist.c -- the histogram of program counters.

   SPDX-License-Identifier: 0BSD

   Contracts are in pchist.h.  */

#include "record/pchist.h"
#include "gmon_out.h"
#include "record/arcs.h"

static uintptr_t
bin_floor (uintptr_t address)
{
  return address & ~(uintptr_t) (GMON_BIN_BYTES - 1);
}

static uintptr_t
bin_ceiling (uintptr_t address)
{
  return bin_floor (address + GMON_BIN_BYTES - 1);
}

static size_t
bins_of (uintptr_t low, uintptr_t high)
{
  return (bin_ceiling (high) - bin_floor (low)) / GMON_BIN_BYTES;
}

static size_t
chunks_of (uintptr_t low, uintptr_t high)
{
  return (bins_of (low, high) + PCHIST_CHUNK_BINS - 1) / PCHIST_CHUNK_BINS;
}

size_t
pchist_size (uintptr_t low, uintptr_t high)
{
  size_t bins = bins_of (low, high);
  size_t chunks = chunks_of (low, high);

  return bins > (SIZE_MAX - chunks) / sizeof (pchist_bin)
         ? SIZE_MAX : bins * sizeof (pchist_bin) + chunks;
}

void
pchist_init (struct pchist *hist, uintptr_t low, uintptr_t high, void *memory)
{
  hist->low = bin_floor (low);
  hist->high = bin_ceiling (high);
  /* Without memory the file still has a record: one chunk of zeros.  */
  hist->chunks = memory != NULL ? chunks_of (low, high) : 1;
  hist->bins = memory;
  hist->touched = NULL;
  if (memory != NULL)
    hist->touched
      = (_Atomic unsigned char *) (hist->bins + bins_of (low, high));
}

void
pchist_tick (struct pchist *hist, uintptr_t pc, unsigned ticks)
{
  uintptr_t offset = pc - hist->low;

  if (hist->bins == NULL || offset >= hist->high - hist->low)
    return;
  atomic_fetch_add_explicit (&hist->bins[offset / GMON_BIN_BYTES], ticks,
                             memory_order_relaxed);
  atomic_store_explicit (&hist->touched[offset / GMON_CHUNK_BYTES], 1,
                         memory_order_release);
}

bool
pchist_chunk_range (const struct pchist *hist, size_t index, uintptr_t *low,
                    uintptr_t *high)
{
  uintptr_t start = hist->low + index * GMON_CHUNK_BYTES;

  *low = start;
  *high = hist->high - start > GMON_CHUNK_BYTES ? start + GMON_CHUNK_BYTES
                                               : hist->high;
  return hist->touched != NULL
         && atomic_load_explicit (&hist->touched[index],
                                  memory_order_acquire) != 0;
}

bool
pchist_any (const struct pchist *hist)
{
  uintptr_t low, high;

  for (size_t index = 0; index < hist->chunks; index++)
    if (pchist_chunk_range (hist, index, &low, &high))
      return true;
  return false;
}

void
pchist_reset (struct pchist *hist)
{
  for (size_t index = 0; index < hist->chunks; index++)
    {
      uintptr_t low, high;

      if (!pchist_chunk_range (hist, index, &low, &high))
        continue;
      for (size_t bin = (low - hist->low) / GMON_BIN_BYTES;
           bin < (high - hist->low) / GMON_BIN_BYTES; bin++)
        atomic_store_explicit (&hist->bins[bin], 0, memory_order_relaxed);
      atomic_store_explicit (&hist->touched[index], 0, memory_order_relaxed);
    }
}
