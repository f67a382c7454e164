/* block_arrays.c -- the counts of all threads by guards.

   SPDX-License-Identifier: 0BSD

   Contracts are in blocks.h.  */

#include "arch/atomic64.h"
#include "arch/compiler.h"
#include "record/arcs.h"
#include "record/blocks.h"
#include "sys/thread_pool.h"

HIDDEN __thread _Atomic (struct block_entry *) block_current BLOCK_TLS;
HIDDEN __thread _Atomic (struct arc_slot *_Atomic *) block_cache BLOCK_TLS;

const struct block_thread *
blocks_newest (const struct blocks *blocks)
{
  return atomic_load (&blocks->threads);
}

static uint64_t
count_of (const struct block_entry *entry)
{
  return -wide_load (&entry->left);
}

/* Returns the return address of the callback of guard I, which has run, or 0
   if no thread has noted it.  A thread notes the address after its first
   subtraction.  If a handler that does not return interrupts it between the
   two, this thread has no address; THREAD and the arrays before it may have
   it.  */
static uintptr_t
guard_place (const struct block_thread *thread, uint32_t i)
{
  uintptr_t pc = 0;

  for (; thread != NULL && pc == 0; thread = thread->next)
    pc = atomic_load (&thread->entries[i].pc);
  return pc;
}

void
blocks_each (const struct block_thread *newest, arc_visit *visit, void *data)
{
  for (const struct block_thread *thread = newest; thread != NULL;
       thread = thread->next)
    for (uint32_t i = 1; i < thread->len; i++)
      {
        const struct block_entry *entry = &thread->entries[i];
        uint64_t count = count_of (entry);
        uintptr_t pc = atomic_load_explicit (&entry->pc,
                                             memory_order_relaxed);

        if (count != 0 && pc == 0)
          pc = guard_place (newest, i);
        if (count != 0 && pc != 0)
          visit (pc, ARC_SELF_GUARD, count, data);
      }
}

size_t
blocks_bound (const struct block_thread *newest)
{
  size_t bound = 0;

  for (; newest != NULL; newest = newest->next)
    bound += newest->len;
  return bound;
}

uint64_t
blocks_sum (const struct blocks *blocks)
{
  uint64_t sum = 0;

  for (const struct block_thread *thread = blocks_newest (blocks);
       thread != NULL; thread = thread->next)
    for (uint32_t i = 1; i < thread->len; i++)
      sum += count_of (&thread->entries[i]);
  return sum;
}

void
blocks_reset (struct blocks *blocks)
{
  for (struct block_thread *thread = atomic_load (&blocks->threads);
       thread != NULL; thread = thread->next)
    for (uint32_t i = 1; i < thread->len; i++)
      if (wide_load (&thread->entries[i].left) != 0)
        wide_store (&thread->entries[i].left, 0);
  atomic_store (&blocks->no_memory, false);
}

void
blocks_switch (struct blocks *blocks, bool on)
{
  volatile uint32_t *guards = blocks->guards;

  for (uint32_t i = 0; i < blocks->guards_len; i++)
    guards[i] = on ? (i + 1) * BLOCK_SCALE : 0;
}

void
blocks_reset_in_child (struct blocks *blocks)
{
  atomic_store (&block_current, NULL);
  atomic_store (&block_cache, NULL);
  atomic_store (&blocks->threads, NULL);
  owner_ring_clear (&blocks->ring);
  atomic_store (&blocks->no_memory, false);
}
