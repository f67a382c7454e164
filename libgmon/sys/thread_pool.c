/* thread_pool.c -- memory that belongs to a thread, and later to another
   thread.

   SPDX-License-Identifier: 0BSD

   Contracts are in thread_pool.h.  */

#include <stddef.h>

#include "sys/thread_pool.h"
#include "machine.h"

/* A search asks about OWNERS_ASKED owners, beginning where the last search
   ended.  But if the last lap around the ring has found many dead owners, one
   part in A_LOT of all, the search goes on until it has found one or asked
   about all.

   The cost: such a long search only comes after a lap that found that many
   dead owners.  The memory: a lap finds every owner that is dead when the lap
   begins.  So if a lap finds few, the ring has at most a seventh more owners
   than live threads.  This lap and the next one then add at most a sixteenth
   each.  */
#define OWNERS_ASKED 16
#define A_LOT 8

/* -- One ------------------------------------------------------------------ */

/* Returns the owner word for ID, with the next generation.  The generation
   makes the exchange fail if another thread took the object since the kernel
   was asked, even if that thread has a recycled id.  */
static uint64_t
owner_next_word (uint64_t word, uint32_t id)
{
  return (((word >> 32) + 1) << 32) | id;
}

bool
owner_take (struct owned *owned, uint32_t process, uint32_t me)
{
  uint64_t word = wide_load (&owned->owner);
  uint32_t id = (uint32_t) word;

  if (id != me && id != 0
      && (atomic_load (&owned->process) != process
          || !machine_thread_is_gone (process, id)))
    return false;
  if (!wide_exchange (&owned->owner, word, owner_next_word (word, me)))
    return false;
  atomic_store (&owned->process, process);
  return true;
}

void
owner_leave (struct owned *owned)
{
  uint64_t word = wide_load (&owned->owner);

  wide_exchange (&owned->owner, word, owner_next_word (word, 0));
}

/* -- Many ----------------------------------------------------------------- */

/* Returns the object after OWNED in RING.  Begins a new lap at the end.  If
   several threads do this at once, the counts of the lap are slightly
   wrong.  */
static struct owned *
go_on (struct owner_ring *ring, const struct owned *owned)
{
  uint32_t found;

  if (owned->next != NULL)
    return owned->next;
  found = atomic_exchange (&ring->found, 0);
  atomic_store (&ring->many_dead,
                found >= atomic_load (&ring->count) / A_LOT);
  return atomic_load (&ring->list);
}

/* The next search begins at the object that was found, since the youngest
   thread often ends first.  */
struct owned *
owner_ring_take (struct owner_ring *ring, uint32_t process, uint32_t me)
{
  struct owned *start = atomic_load (&ring->cursor);
  struct owned *owned;
  uint32_t limit = OWNERS_ASKED;

  if (atomic_load (&ring->many_dead) && atomic_load (&ring->count) > limit)
    limit = atomic_load (&ring->count);
  if (start == NULL)
    start = atomic_load (&ring->list);
  owned = start;
  for (uint32_t asked = 0; owned != NULL && asked < limit; asked++)
    {
      if (owner_take (owned, process, me))
        {
          atomic_fetch_add (&ring->found, 1);
          atomic_store (&ring->cursor, owned);
          return owned;
        }
      owned = go_on (ring, owned);
      if (owned == start)
        return NULL;
    }
  atomic_store (&ring->cursor, owned);
  return NULL;
}

void
owner_ring_add (struct owner_ring *ring, struct owned *owned,
                uint32_t process, uint32_t me)
{
  atomic_store (&owned->process, process);
  wide_store (&owned->owner, me);
  atomic_fetch_add (&ring->count, 1);
  owned->next = atomic_load (&ring->list);
  while (!atomic_compare_exchange_weak (&ring->list, &owned->next, owned))
    continue;
}

void
owner_ring_clear (struct owner_ring *ring)
{
  atomic_store (&ring->list, NULL);
  atomic_store (&ring->cursor, NULL);
  atomic_store (&ring->count, 0);
  atomic_store (&ring->found, 0);
  atomic_store (&ring->many_dead, false);
}
