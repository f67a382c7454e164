/* base/slot_index.h -- finds records by their keys, in little memory.

   SPDX-License-Identifier: GPL-3.0-or-later

   An open-addressing hash table with linear probing, of slots with 4 bytes.
   It indexes an array of records that each have a key of two numbers, and that
   are numbered from 0 on in the order of entry.  A slot has as many bits of
   the hash as the number of a record leaves free, so that most steps of a
   search read no record.  Growing reads the keys of all records.  libiberty's
   hashtab does not fit: its callbacks get no context argument through which to
   find the array.  The hash has a seed, so keys that an attacker chose cost no
   more than others.  */

#ifndef BASE_SLOT_INDEX_H
#define BASE_SLOT_INDEX_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"

struct record_key
{
  uint64_t a, b;
};

/* Returns the key of record I of the array RECORDS.  */
typedef struct record_key record_key (const void *records, uint32_t i);

/* A table.  All zeros is an empty table.  */
struct slot_index
{
  uint32_t *slots;              /* heap; 0 is a free slot, else the number of a
                                   record plus 1, and above it bits of the
                                   hash */
  size_t size;                  /* number of slots: 0 or a power of two */
  uint64_t seed;                /* of the hash */
};

/* The first number of slots.  */
#define SLOTS_MIN 1024

static inline void
slot_index_free (struct slot_index *index)
{
  free (index->slots);
  *index = (struct slot_index) { .slots = NULL };
}

/* Returns a seed that an attacker cannot know in advance; it is not 0.  */
static inline uint64_t
slot_index_seed (const struct slot_index *index)
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  return (((uintptr_t) index + (uint64_t) now.tv_sec * UINT64_C (1000000000)
           + (uint64_t) now.tv_nsec) * UINT64_C (0x9E3779B97F4A7C15)) | 1;
}

static inline uint32_t
slot_hash (uint64_t seed, struct record_key key)
{
  uint64_t hash = (key.a ^ seed) * UINT64_C (0xFF51AFD7ED558CCD);

  hash = (hash ^ hash >> 29 ^ key.b) * UINT64_C (0xBF58476D1CE4E5B9);
  hash = (hash ^ hash >> 31) + (seed << 1 | 1) * key.b;
  hash = (hash ^ hash >> 32) * UINT64_C (0xD6E8FEB86659FD93);
  return (uint32_t) (hash >> 32);
}

/* Returns where a search for KEY begins.  *TAG becomes the bits of the hash
   that its slot has.  */
static inline size_t
slot_of_key (const struct slot_index *index, struct record_key key,
             uint32_t *tag)
{
  const uint32_t hash = slot_hash (index->seed, key);

  /* The slot is chosen by the low bits, the tag is made of the high ones.  */
  *tag = hash & ~(uint32_t) (index->size - 1);
  return hash & (index->size - 1);
}

/* Makes a table of SIZE slots, a power of two, for the N records of RECORDS.
   It is compiled into one function for each KEY_OF.  */
static inline __attribute__ ((always_inline)) void
slot_index_resize (struct slot_index *index, size_t size,
                   record_key *key_of, const void *records, size_t n)
{
  const uint64_t seed = index->seed ? index->seed : slot_index_seed (index);

  /* The old table is not needed to make the new one.  */
  slot_index_free (index);
  index->seed = seed;
  index->slots = array_new (size, sizeof *index->slots);
  index->size = size;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t tag;
      size_t at = slot_of_key (index, key_of (records, (uint32_t) i), &tag);

      while (index->slots[at])
        at = (at + 1) & (size - 1);
      index->slots[at] = tag | (uint32_t) (i + 1);
    }
}

/* Returns the least size of a table with room for one more than N records.  */
static inline size_t
slots_for (size_t n)
{
  size_t size = SLOTS_MIN;

  while (size - size / 4 <= n)
    size *= 2;
  return size;
}

/* Makes room for N records in a table that is empty.  */
static inline void
slot_index_reserve (struct slot_index *index, size_t n)
{
  if (!index->size)
    slot_index_resize (index, slots_for (n), NULL, NULL, 0);
}

/* Prefetches the slot where a search for the key (A, B) begins.  */
static inline void
slot_index_prefetch (const struct slot_index *index, uint64_t a, uint64_t b)
{
  uint32_t tag;

  if (index->size)
    __builtin_prefetch (&index->slots[slot_of_key (index, (struct record_key)
                                                   { a, b }, &tag)], 1);
}

/* Returns the number of the record with KEY among the N of RECORDS, whose keys
   are those that KEY_OF returns.  An empty table enters all N of them first.
   If there is none with KEY, the result is N; the caller must append the record
   before the next call.  At most 2^31 records fit.  */
static inline __attribute__ ((always_inline)) uint32_t
slot_index_enter (struct slot_index *index, record_key *key_of,
                  const void *records, size_t n, struct record_key key)
{
  uint32_t tag;
  size_t at;

  if (n >= index->size - index->size / 4)
    slot_index_resize (index, slots_for (n), key_of, records, n);
  const uint32_t number = (uint32_t) (index->size - 1);
  for (at = slot_of_key (index, key, &tag); index->slots[at];
       at = (at + 1) & number)
    if ((index->slots[at] & ~number) == tag)
      {
        const uint32_t i = (index->slots[at] & number) - 1;
        const struct record_key found = key_of (records, i);

        if (found.a == key.a && found.b == key.b)
          return i;
      }
  index->slots[at] = tag | (uint32_t) (n + 1);
  return (uint32_t) n;
}

#endif /* BASE_SLOT_INDEX_H */
