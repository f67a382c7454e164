/* row_cache.h -- the rows of program counters that were looked up before.

   SPDX-License-Identifier: 0BSD

   Any number of threads and signal handlers read and write the cache at once,
   without a lock.  An entry is two words, the row and a check that is made of
   the row, the program counter and the generation: an entry of which one thread
   wrote one word and another thread the other word does not match.  */

#ifndef GMON_ROW_CACHE_H
#define GMON_ROW_CACHE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

#define ROW_CACHE_BITS 14
#define ROW_CACHE_ENTRIES ((size_t) 1 << ROW_CACHE_BITS)

struct row_entry
{
  _Alignas (8) _Atomic uint64_t row, check;
};

#define ROW_CACHE_SIZE (ROW_CACHE_ENTRIES * sizeof (struct row_entry))

struct row_cache
{
  struct row_entry *entries;
  _Atomic uint32_t generation;
};

/* Makes CACHE empty.  MEMORY is ROW_CACHE_SIZE bytes of zeros, aligned for
   64-bit words; it belongs to the caller, and stays in use.  */
static inline void
row_cache_init (struct row_cache *cache, void *memory)
{
  cache->entries = memory;
  atomic_init (&cache->generation, 0);
}

/* Makes all rows of CACHE invalid, also those that other threads are writing
   now.  To be called when code was unloaded.  Async-signal-safe.  */
static inline void
row_cache_clear (struct row_cache *cache)
{
  atomic_fetch_add (&cache->generation, 1);
}

/* Odd, so that multiplying by it is a bijection on 64 bits.  */
#define ROW_CACHE_MIX UINT64_C (0x9e3779b97f4a7c15)

/* Returns the key of PC in GENERATION, which was read from the cache before the
   row of PC was looked up.  */
static inline uint64_t
row_cache_key (uint32_t generation, uintptr_t pc)
{
  return pc + (uint64_t) generation * ROW_CACHE_MIX;
}

static inline struct row_entry *
row_cache_place (const struct row_cache *cache, uint64_t key)
{
  return &cache->entries[(key ^ key >> ROW_CACHE_BITS)
                         & (ROW_CACHE_ENTRIES - 1)];
}

/* Stores the row of KEY in *ROW.  Returns false if CACHE does not have it.  */
static inline bool
row_cache_find (const struct row_cache *cache, uint64_t key, uint64_t *row)
{
  struct row_entry *entry = row_cache_place (cache, key);
  uint64_t check = atomic_load_explicit (&entry->check, memory_order_relaxed);

  *row = atomic_load_explicit (&entry->row, memory_order_relaxed);
  return (*row * ROW_CACHE_MIX ^ check) == key;
}

/* Adds the ROW of KEY to CACHE, in place of another row.  */
static inline void
row_cache_add (struct row_cache *cache, uint64_t key, uint64_t row)
{
  struct row_entry *entry = row_cache_place (cache, key);

  atomic_store_explicit (&entry->row, row, memory_order_relaxed);
  atomic_store_explicit (&entry->check, row * ROW_CACHE_MIX ^ key,
                         memory_order_relaxed);
}

#endif /* GMON_ROW_CACHE_H */
