/* base/key_index.h -- from two numbers to the index of a record.

   SPDX-License-Identifier: GPL-3.0-or-later

   An open-addressing hash table for arrays of records that have two numbers as
   their key.  Not libiberty's hashtab: its callbacks get no context to find the
   array by, and 8 bytes for each of 10^7 arcs are enough here.  A slot has the
   hash as well, so that growing, and most steps of a search, look at no
   record.  */

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
  uint32_t index;               /* of the record, or KEY_NONE: free */
};

/* All zeros: an empty one.  */
struct key_index
{
  struct key_slot *slots;       /* heap */
  size_t size;                  /* 0 or a power of two */
  size_t used;
  uint64_t seed;                /* of the hash; 0: the fast one */
};

/* Does record I of the array RECORDS have the key (A, B)?  */
typedef bool key_match (const void *records, uint32_t i, uint64_t a,
                        uint64_t b);

static inline void
key_index_free (struct key_index *index)
{
  free (index->slots);
  *index = (struct key_index) { .slots = NULL };
}

/* Anybody can look up which keys share a hash of SEED 0.  */
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

/* Has the memory brought where a search for (A, B) begins.  */
static inline void
key_index_ask (const struct key_index *index, uint64_t a, uint64_t b)
{
  if (index->slots)
    __builtin_prefetch (&index->slots[key_hash (index->seed, a, b)
                                      & (index->size - 1)], 1);
}

/* Empties it; from now on its hash is one that nobody could know.  */
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

/* Puts SLOT where a search for it ends.  */
static inline void
key_index_put (struct key_index *index, struct key_slot slot)
{
  size_t at = slot.hash & (index->size - 1);
  while (index->slots[at].index != KEY_NONE)
    at = (at + 1) & (index->size - 1);
  index->slots[at] = slot;
}

/* Makes the table twice as large, where it is: two tables would take half as
   much again.  Not inline: it would take the registers of the search.

   Slots are taken out and put in again from behind a free one on.  What stands
   between the place where a search for one begins and its own has been put in
   before, or is in the other half; so it never goes further than where it was,
   in its half, and nothing is taken out later that a search for it passes.  */
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

/* The place where INDEX has which of RECORDS has the key (A, B), as MATCH
   sees it.  If none has, that is KEY_NONE, and the caller must set it.  Valid
   until the next call.  NULL if more than PROBES slots would have to be looked
   at, also in a table half empty, and there is no seed: keys may have been made
   to collide.  */
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
            at = (size_t) hash - 1;     /* from the start */
          }
        else if (!index->seed)
          return NULL;
      }
  index->slots[at].hash = hash;
  index->used++;
  return &index->slots[at].index;
}

#endif /* BASE_KEY_INDEX_H */
