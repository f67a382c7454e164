/* arcs.c -- the call counts: one growing hash table per thread.

   SPDX-License-Identifier: 0BSD

   Counts pairs (return address in the caller, address in the callee), from
   mcount.c and from the assembly.  The assembly knows the layout of a table
   and by itself counts pairs that are in the table already.  Contracts and the
   idea are in arcs.h.

   Three things may happen between any two instructions here: a signal handler
   of this thread records calls of its own; that handler leaves by longjmp and
   never comes back; another thread reads everything.  So each step leaves the
   structure usable.  A slot is claimed by its `from' before `self' is stored.
   A function that meets a slot that is only claimed goes on to the next one,
   so a pair may sit in two slots.  A table is on the list before a thread uses
   it.  */

#include "record/arcs.h"
#include "arch/arcs_layout.h"
#include "arch/atomic64.h"
#include "arch/compiler.h"
#include "sys/thread_pool.h"
#include "machine.h"

HIDDEN __thread _Atomic (struct arc_table *) arc_current INITIAL_EXEC;

/* -- One table ------------------------------------------------------------ */

static uintptr_t
arc_hash (uintptr_t from, uintptr_t self)
{
  uint64_t mixed = ((uint64_t) from * ARC_HASH_A + self) * ARC_HASH_B;

  return (uintptr_t) (mixed >> ARC_HASH_SHIFT);
}

/* Returns the slot where the search for a pair begins.  The search ends at a
   free slot.  */
static struct arc_slot *
first_slot (const struct arc_table *table, uintptr_t from, uintptr_t self)
{
  return arc_slot_at (table, arc_hash (from, self) & arc_table_mask (table));
}

static void
arc_add_one (struct arc_slot *slot)
{
  wide_add (&slot->count, 1);
}

/* Reserves one of LIMIT slots of TABLE.  Returns false if there is none.  A
   slot is reserved before it is claimed: a handler that leaves by longjmp
   between the two steps can at worst waste one slot.  The hooks rely on free
   slots, where their search ends.  */
static bool
reserve (struct arc_table *table, size_t limit)
{
  if (atomic_load_explicit (&table->used, memory_order_relaxed) >= limit)
    return false;
  atomic_fetch_add_explicit (&table->used, 1, memory_order_relaxed);
  return true;
}

/* Counts the pair in TABLE.  Takes a new slot only while less than LIMIT slots
   are in use.  Returns false if the pair is not in TABLE and there is no
   room.  */
static bool
table_count (struct arc_table *table, uintptr_t from, uintptr_t self,
             size_t limit)
{
  const struct arc_slot *end = arc_table_end (table);
  struct arc_slot *slot = first_slot (table, from, self);

  for (; slot < end; slot++)
    {
      uintptr_t key = atomic_load_explicit (&slot->from, memory_order_relaxed);

      if (key == 0)
        {
          if (!reserve (table, limit))
            return false;
          if (atomic_compare_exchange_strong (&slot->from, &key, from))
            {
              arc_add_one (slot);
              atomic_store_explicit (&slot->self, self, memory_order_release);
              return true;
            }
          atomic_fetch_sub_explicit (&table->used, 1, memory_order_relaxed);
        }
      if (key == from
          && atomic_load_explicit (&slot->self, memory_order_acquire) == self)
        {
          arc_add_one (slot);
          return true;
        }
    }
  return false;
}

struct arc_slot *
arc_find (const struct arc_table *table, uintptr_t from, uintptr_t self)
{
  struct arc_slot *slot = first_slot (table, from, self);

  for (;; slot++)
    {
      uintptr_t key = atomic_load_explicit (&slot->from, memory_order_relaxed);

      if (key == 0)
        return NULL;
      if (key == from
          && atomic_load_explicit (&slot->self, memory_order_acquire) == self)
        return slot;
    }
}

/* The limits of a table's used slots.  Above one half it pays to grow.  Above
   seven eighths probing would be slow.  */
static size_t
soft_limit (const struct arc_table *table)
{
  return arc_table_slots (table) / 2;
}

static size_t
hard_limit (const struct arc_table *table)
{
  return arc_table_slots (table) / 8 * 7;
}

/* Returns a new table of SLOTS slots, on the global list and with EXTRA bytes
   behind it, or NULL.  */
static struct arc_table *
table_new (struct arcs *arcs, size_t slots, size_t extra)
{
  struct arc_table *table;

  if (atomic_load_explicit (&arcs->no_memory, memory_order_relaxed))
    return NULL;
  table = machine_map (ARC_TABLE_SIZE (slots) + extra);
  if (table == NULL)
    {
      atomic_store_explicit (&arcs->no_memory, true, memory_order_relaxed);
      return NULL;
    }
  atomic_store_explicit (&table->mask, (slots - 1) * ARC_SLOT_SIZE,
                         memory_order_relaxed);
  table->next = atomic_load (&arcs->tables);
  while (!atomic_compare_exchange_weak (&arcs->tables, &table->next, table))
    continue;
  return table;
}

/* -- Threads -------------------------------------------------------------- */

/* Makes TABLE the calling thread's first table, unless a signal handler was
   faster.  Returns the thread's table.  */
static struct arc_table *
use_first (struct arc_table *table)
{
  struct arc_table *current = NULL;

  if (atomic_compare_exchange_strong (&arc_current, &current, table))
    return table;
  return current;
}

/* Gives the calling thread, which has none, a table: the newest table of a
   dead thread, or a new one.  Returns NULL if there is no memory.  The hook,
   and a handler that interrupts the hook, may both run this for one
   thread.  */
static struct arc_table *
table_first (struct arcs *arcs)
{
  uint32_t process = machine_process_id ();
  uint32_t me = machine_thread_id ();
  struct owned *dead = owner_ring_take (&arcs->threads, process, me);
  struct arc_table *table;

  if (dead != NULL)
    {
      table = atomic_load (&((struct arc_thread *) dead)->table);
      atomic_store (&table->fixed, 0);
      return use_first (table);
    }
  table = table_new (arcs, ARC_FIRST_SLOTS,
                     ARC_THREAD_STACK
                     + ARC_CACHE_LEN * sizeof (struct arc_slot *));
  if (table == NULL)
    return NULL;
  table->thread = &table->first;
  atomic_store (&table->first.table, table);
  owner_ring_add (&arcs->threads, &table->first.owned, process, me);
  return use_first (table);
}

void *
arc_thread_stack (struct arc_thread *thread)
{
  return (unsigned char *) thread - offsetof (struct arc_table, first)
         + ARC_TABLE_SIZE (ARC_FIRST_SLOTS);
}

struct arc_slot *_Atomic *
arc_thread_cache (struct arc_thread *thread)
{
  return (void *) ((unsigned char *) arc_thread_stack (thread)
                   + ARC_THREAD_STACK);
}

struct arc_table *
arc_table_grow (struct arcs *arcs, struct arc_table *table)
{
  struct arc_table *current = atomic_load (&arc_current);
  struct arc_table *bigger;

  if (current != table)
    return current;
  if (atomic_load_explicit (&table->fixed, memory_order_relaxed) != 0)
    return table;
  bigger = table_new (arcs, arc_table_slots (table) * 2, 0);
  if (bigger == NULL)
    return table;
  bigger->thread = table->thread;
  if (atomic_compare_exchange_strong (&arc_current, &current, bigger))
    {
      atomic_store (&table->thread->table, bigger);
      return bigger;
    }
  return current;
}

/* -- Recording ------------------------------------------------------------ */

static void
lose_one (struct arcs *arcs)
{
  wide_add (&arcs->lost, 1);
}

void
arc_record (struct arcs *arcs, uintptr_t from, uintptr_t self)
{
  struct arc_table *table = atomic_load (&arc_current);

  if (from == 0)
    from = ARC_FROM_NONE;
  if (table == NULL)
    table = table_first (arcs);
  while (table != NULL && !table_count (table, from, self, soft_limit (table)))
    {
      struct arc_table *bigger = arc_table_grow (arcs, table);

      if (bigger == table && table_count (table, from, self,
                                          hard_limit (table)))
        return;
      table = bigger == table ? NULL : bigger;
    }
  if (table == NULL)
    lose_one (arcs);
}

void
arc_record_early (struct arcs *arcs, uintptr_t from, uintptr_t self)
{
  struct arc_table *table = &arcs->early.table;

  atomic_store_explicit (&table->mask, (ARC_EARLY_SLOTS - 1) * ARC_SLOT_SIZE,
                         memory_order_relaxed);
  if (!table_count (table, from == 0 ? ARC_FROM_NONE : from, self,
                    soft_limit (table)))
    lose_one (arcs);
}

/* -- Reading -------------------------------------------------------------- */

static void
table_each (const struct arcs *arcs, const struct arc_table *table,
            arc_visit *visit, void *data)
{
  const struct arc_slot *end = arc_table_end (table);

  for (const struct arc_slot *slot = arc_slot_at (table, 0); slot < end; slot++)
    {
      uintptr_t from = atomic_load_explicit (&slot->from,
                                             memory_order_relaxed);
      uintptr_t self = atomic_load_explicit (&slot->self,
                                             memory_order_acquire);
      uint64_t taken = wide_load (&slot->taken);
      uint64_t count = wide_load (&slot->count) - taken;

      if (from != 0 && self != 0 && count != 0
          && (arcs->drops == NULL || !arcs->drops (self)))
        visit (from, self, count, data);
    }
}

const struct arc_table *
arcs_newest (const struct arcs *arcs)
{
  return atomic_load (&arcs->tables);
}

void
arcs_each (const struct arcs *arcs, const struct arc_table *newest,
           arc_visit *visit, void *data)
{
  if (arc_table_mask (&arcs->early.table) != 0)
    table_each (arcs, &arcs->early.table, visit, data);
  for (; newest != NULL; newest = newest->next)
    table_each (arcs, newest, visit, data);
}

static void
arcs_add_count (uintptr_t from, uintptr_t self, uint64_t count, void *data)
{
  uint64_t *sum = data;

  (void) from;
  (void) self;
  *sum += count;
}

uint64_t
arcs_sum (const struct arcs *arcs)
{
  uint64_t sum = 0;

  arcs_each (arcs, arcs_newest (arcs), arcs_add_count, &sum);
  return sum;
}

/* Counts whole tables, since slots may be taken until the last table is
   read.  */
size_t
arcs_bound (const struct arc_table *newest)
{
  size_t bound = ARC_EARLY_SLOTS + ARC_TABLE_TAIL;

  for (; newest != NULL; newest = newest->next)
    bound += arc_table_slots (newest) + ARC_TABLE_TAIL;
  return bound;
}

uint64_t
arcs_lost (const struct arcs *arcs)
{
  return wide_load (&arcs->lost);
}

static void
table_reset (struct arc_table *table)
{
  const struct arc_slot *end = arc_table_end (table);

  for (struct arc_slot *slot = arc_slot_at (table, 0); slot < end; slot++)
    {
      wide_store (&slot->taken, 0);
      wide_store (&slot->count, 0);
    }
}

void
arcs_reset (struct arcs *arcs)
{
  if (arc_table_mask (&arcs->early.table) != 0)
    table_reset (&arcs->early.table);
  for (struct arc_table *table = atomic_load (&arcs->tables); table != NULL;
       table = table->next)
    table_reset (table);
  wide_store (&arcs->lost, 0);
  atomic_store (&arcs->no_memory, false);
}

void
arcs_reset_in_child (struct arcs *arcs)
{
  if (arc_table_mask (&arcs->early.table) != 0)
    table_reset (&arcs->early.table);
  atomic_store (&arc_current, NULL);
  atomic_store (&arcs->tables, NULL);
  owner_ring_clear (&arcs->threads);
  wide_store (&arcs->lost, 0);
  atomic_store (&arcs->no_memory, false);
  table_first (arcs);
}
