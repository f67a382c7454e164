/* thread_pool.c -- memory that belongs to a thread, and to the next one after
   it.

   SPDX-License-Identifier: 0BSD

   In: thread ids.  Out: who may use the memory.  Contracts are in
   thread_pool.h.  Used by arcs.c and threads.c.  */

#include <stddef.h>

#include "sys/thread_pool.h"
#include "machine.h"

/* How many owners a search asks, from where the last one ended.  But if the
   last lap around the ring has found a lot, one part in A_LOT of all, it goes
   on until it finds one or has asked all.

   The cost: such a lap asks all, and then that many were found before it.  The
   memory: whoever is dead when a lap begins is found in it; so if it finds
   little, at most a seventh more are in the ring than live, and then it and the
   next add a sixteenth each.  */
#define OWNERS_ASKED 16
#define A_LOT 8

/* -- One ------------------------------------------------------------------ */

/* The generation makes the exchange fail if someone else took it between the
   question and the answer, even with a recycled id.  */
static uint64_t
next_word (uint64_t word, uint32_t id)
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
  if (!wide_exchange (&owned->owner, word, next_word (word, me)))
    return false;
  atomic_store (&owned->process, process);
  return true;
}

void
owner_leave (struct owned *owned)
{
  uint64_t word = wide_load (&owned->owner);

  wide_exchange (&owned->owner, word, next_word (word, 0));
}

/* -- Many ----------------------------------------------------------------- */

/* The one after OWNED.  Threads that do this at once make what is known of a
   lap a little wrong.  */
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

/* The next search begins with the one that was found, since who comes last
   often goes first.  */
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
owner_ring_forget (struct owner_ring *ring)
{
  atomic_store (&ring->list, NULL);
  atomic_store (&ring->cursor, NULL);
  atomic_store (&ring->count, 0);
  atomic_store (&ring->found, 0);
  atomic_store (&ring->many_dead, false);
}
