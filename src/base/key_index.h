/* base/key_index.h -- from two numbers to the index of a record.

   SPDX-License-Identifier: GPL-3.0-or-later

   An open-addressing hash table with linear probing.  It indexes an array of
   records whose key is two numbers.  libiberty's hashtab does not fit: its
   callbacks get no context argument through which to find the array.  A slot
   has 8 bytes, which matters with 10^7 arcs.  It contains the hash as well, so
   that growing the table and most steps of a search read no record.  */

#ifndef BASE_KEY_INDEX_H
#define BASE_KEY_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"

#define KEY_NONE UINT32_MAX

struct key_slot
{
  uint32_t hash;
  uint32_t index;               /* of the record; KEY_NONE in a free slot */
};

/* A table.  All zeros is an empty table.  */
struct key_index
{
  struct key_slot *slots;       /* heap */
  size_t size;                  /* number of slots: 0 or a power of two */
  size_t used;                  /* slots that are not free */
  uint64_t seed;                /* of the hash; 0 selects a faster hash */
};

/* Returns true if record I of the array RECORDS has the key (A, B).  */
typedef bool key_match (const void *records, uint32_t i, uint64_t a,
                        uint64_t b);

static inline void
key_index_free (struct key_index *index)
{
  free (index->slots);
  *index = (struct key_index) { .slots = NULL };
}

/* Returns the hash of the key (A, B).  The hash for SEED 0 is public, so that
   an attacker can make keys that collide.  */
static inline uint32_t
key_hash (uint64_t seed, uint64_t a, uint64_t b)
{
  uint64_t hash = (a * UINT64_C (0x9E3779B97F4A7C15)) ^ b;

  if (seed)
    {
      hash = (a ^ seed) * UINT64_C (0xFF51AFD7ED558CCD);
      hash = (hash ^ hash >> 29 ^ b) * UINT64_C (0xBF58476D1CE4E5B9);
      hash = (hash ^ hash >> 31) + (seed << 1 | 1) * b;
    }
  hash = (hash ^ hash >> 32) * UINT64_C (0xD6E8FEB86659FD93);
  return (uint32_t) (hash >> 32);
}

/* Prefetches the slot where a search for the key (A, B) begins.  */
static inline void
key_index_prefetch (const struct key_index *index, uint64_t a, uint64_t b)
{
  if (index->slots)
    __builtin_prefetch (&index->slots[key_hash (index->seed, a, b)
                                      & (index->size - 1)], 1);
}

/* Empties the table and gives it a seed that an attacker cannot know in
   advance.  */
static inline void
key_index_reseed (struct key_index *index)
{
  struct timespec now;
  uint64_t seed = (uintptr_t) index->slots;

  clock_gettime (CLOCK_REALTIME, &now);
  seed += (uint64_t) now.tv_sec * UINT64_C (1000000000) + now.tv_nsec;
  key_index_free (index);
  index->seed = seed * UINT64_C (0x9E3779B97F4A7C15) | 1;
}

/* Stores SLOT in the free slot where a search for its key ends.  */
static inline void
key_index_put (struct key_index *index, struct key_slot slot)
{
  size_t at = slot.hash & (index->size - 1);
  while (index->slots[at].index != KEY_NONE)
    at = (at + 1) & (index->size - 1);
  index->slots[at] = slot;
}

/* Doubles the table in place, since an old and a new table together would take
   half as much memory again.  This function is not inline because it would use
   up the registers that the search needs.

   The loop takes out each used slot and puts it in again.  It starts behind a
   free slot, so that it meets each sequence of used slots at its beginning.
   When the loop reaches a slot, all slots between the place where a search for
   it begins and its old place have already been put in again, in this half or
   in the other one.  So, within its half, a slot never moves behind its old
   place, and no slot that a search for it passes is taken out later.  */
static __attribute__ ((noinline, unused)) void
key_index_grow (struct key_index *index)
{
  const size_t old_size = index->size;
  size_t first = 0;

  index->slots = array_reserve (index->slots, &index->size,
                                old_size ? 2 * old_size : 1024,
                                sizeof *index->slots);
  for (size_t i = old_size; i < index->size; i++)
    index->slots[i].index = KEY_NONE;
  while (first < old_size && index->slots[first].index != KEY_NONE)
    first++;
  for (size_t i = 1; i < old_size; i++)
    {
      struct key_slot *from = &index->slots[(first + i) & (old_size - 1)];
      const struct key_slot slot = *from;

      from->index = KEY_NONE;
      if (slot.index != KEY_NONE)
        key_index_put (index, slot);
    }
}

/* Makes room for N records in a table that is empty.  */
static inline void
key_index_reserve (struct key_index *index, size_t n)
{
  size_t size = 1024;

  if (index->size)
    return;
  while (size - size / 4 <= n)
    size *= 2;
  index->slots = array_reserve (NULL, &index->size, size, sizeof *index->slots);
  for (size_t i = 0; i < index->size; i++)
    index->slots[i].index = KEY_NONE;
}

/* Finds the record of RECORDS with the key (A, B), using MATCH to compare.
   Returns a pointer to its index in the table, valid until the next call.  If
   no record has the key, the pointer is to a new slot with the index KEY_NONE,
   and the caller must store the index of the new record there.

   If the search takes more than PROBES slots, the table grows if it is more
   than half full.  If it is not, and INDEX has no seed, the function returns
   NULL: somebody may have chosen keys that collide.  */
static inline uint32_t *
key_index_place (struct key_index *index, key_match *match,
                 const void *records, uint64_t a, uint64_t b, size_t probes)
{
  const uint32_t hash = key_hash (index->seed, a, b);
  size_t at, left = probes;

  if (index->used >= index->size - index->size / 4)
    key_index_grow (index);
  for (at = hash & (index->size - 1); index->slots[at].index != KEY_NONE;
       at = (at + 1) & (index->size - 1))
    if (index->slots[at].hash == hash
        && match (records, index->slots[at].index, a, b))
      return &index->slots[at].index;
    else if (left-- == 0)
      {
        left = SIZE_MAX;
        if (index->used > index->size / 2)
          {
            key_index_grow (index);
            left = probes;
            at = (size_t) hash - 1;     /* restart the search */
          }
        else if (!index->seed)
          return NULL;
      }
  index->slots[at].hash = hash;
  index->used++;
  return &index->slots[at].index;
}

#endif /* BASE_KEY_INDEX_H */
