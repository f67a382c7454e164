/* arcs.c -- the call counts: one growing hash table per thread.

   SPDX-License-Identifier: 0BSD

   In: pairs (return address in the caller, address in the callee), from
   mcount.c, and from the assembly, which knows the layout of a table and
   handles pairs it finds there by itself.  Out: the counts, for
   arcs_merge.c.  Contracts and the idea are in arcs.h.

   Three things may happen between any two instructions here: a signal
   handler of the same thread records calls of its own; it leaves by longjmp
   and never comes back; another thread reads everything.  So each step
   leaves the structure usable: a slot is claimed by its `from' before `self'
   is stored, and who meets a half-claimed slot goes on to the next one, at
   the price of a pair that may sit in two slots; a table is on the list
   before a thread uses it.  */

#include "internal.h"
#include "machine.h"

/* New threads ask at most this many owners whether they are dead, starting
   where the last search ended, so that a thread's start costs the same with
   10,000 live threads as with 64.  */
#define OWNERS_ASKED 64

HIDDEN __thread _Atomic (struct arc_table *) arc_current INITIAL_EXEC;

/* -- One table ------------------------------------------------------------ */

static struct arc_slot *
slot_at (const struct arc_table *table, uintptr_t offset)
{
  return (struct arc_slot *) ((uintptr_t) table + ARC_TABLE_SLOTS + offset);
}

static size_t
slots_of (const struct arc_table *table)
{
  return table->mask / ARC_SLOT_SIZE + 1;
}

static uintptr_t
arc_hash (uintptr_t from, uintptr_t self)
{
  uint64_t mixed = ((uint64_t) from * ARC_HASH_A + self) * ARC_HASH_B;

  return (uintptr_t) (mixed >> ARC_HASH_SHIFT);
}

static void
add_one (struct arc_slot *slot)
{
  atomic_fetch_add_explicit (&slot->count, 1, memory_order_relaxed);
}

/* Count the pair in TABLE, in a new slot only while less than LIMIT are in
   use.  False: the pair is not there and there is no room.  */
static bool
table_count (struct arc_table *table, uintptr_t from, uintptr_t self,
             size_t limit)
{
  uintptr_t at = arc_hash (from, self) & table->mask;

  for (size_t left = slots_of (table); left > 0; left--)
    {
      struct arc_slot *slot = slot_at (table, at);
      uintptr_t key = atomic_load_explicit (&slot->from, memory_order_relaxed);

      if (key == 0)
        {
          if (atomic_load_explicit (&table->used, memory_order_relaxed)
              >= limit)
            return false;
          if (atomic_compare_exchange_strong (&slot->from, &key, from))
            {
              atomic_fetch_add_explicit (&table->used, 1,
                                         memory_order_relaxed);
              add_one (slot);
              atomic_store_explicit (&slot->self, self, memory_order_release);
              return true;
            }
        }
      if (key == from
          && atomic_load_explicit (&slot->self, memory_order_acquire) == self)
        {
          add_one (slot);
          return true;
        }
      at = (at + ARC_SLOT_SIZE) & table->mask;
    }
  return false;
}

/* Past half full, growing pays; past seven eighths, probing would hurt.  */
static size_t
soft_limit (const struct arc_table *table)
{
  return slots_of (table) / 2;
}

static size_t
hard_limit (const struct arc_table *table)
{
  return slots_of (table) / 8 * 7;
}

/* A new table on the global list, or NULL.  */
static struct arc_table *
table_new (struct arcs *arcs, size_t slots)
{
  struct arc_table *table;

  if (atomic_load_explicit (&arcs->no_memory, memory_order_relaxed))
    return NULL;
  table = machine_map (ARC_TABLE_SLOTS + slots * ARC_SLOT_SIZE);
  if (table == NULL)
    {
      atomic_store_explicit (&arcs->no_memory, true, memory_order_relaxed);
      return NULL;
    }
  table->mask = (slots - 1) * ARC_SLOT_SIZE;
  table->next = atomic_load (&arcs->tables);
  while (!atomic_compare_exchange_weak (&arcs->tables, &table->next, table))
    continue;
  return table;
}

/* -- Threads -------------------------------------------------------------- */

/* Make TABLE the calling thread's first one, unless a signal handler was
   faster; return the one that counts.  */
static struct arc_table *
use_first (struct arc_table *table)
{
  struct arc_table *current = NULL;

  if (atomic_compare_exchange_strong (&arc_current, &current, table))
    return table;
  return current;
}

/* Take THREAD over if nobody owns it any more.  An owner with our own thread
   id is dead as well (the kernel gave its id to us), or it is the function
   that this signal handler interrupted; two users on one thread are fine.
   The generation makes the exchange fail if someone else took it between
   the question and the answer, even with a recycled id.  */
static bool
take_over (struct arc_thread *thread, uint32_t process, uint32_t me)
{
  uint64_t owner = atomic_load (&thread->owner);
  uint32_t id = (uint32_t) owner;

  if (thread->process != process)
    return false;
  if (id != me && !machine_thread_is_gone (process, id))
    return false;
  return atomic_compare_exchange_strong (&thread->owner, &owner,
                                         (((owner >> 32) + 1) << 32) | me);
}

/* The tables of a dead thread, or NULL.  */
static struct arc_table *
table_adopt (struct arcs *arcs, uint32_t process, uint32_t me)
{
  struct arc_thread *head = atomic_load (&arcs->threads);
  struct arc_thread *start = atomic_load (&arcs->cursor);
  struct arc_thread *thread = start != NULL ? start : head;

  start = thread;
  for (int asked = 0; thread != NULL && asked < OWNERS_ASKED; asked++)
    {
      if (take_over (thread, process, me))
        {
          atomic_store (&arcs->cursor, thread->next);
          return use_first (atomic_load (&thread->table));
        }
      thread = thread->next != NULL ? thread->next : head;
      if (thread == start)
        return NULL;
    }
  atomic_store (&arcs->cursor, thread);
  return NULL;
}

/* The calling thread has no table: find or make one.  */
static struct arc_table *
table_first (struct arcs *arcs)
{
  uint32_t process = machine_process_id ();
  uint32_t me = machine_thread_id ();
  struct arc_table *table = table_adopt (arcs, process, me);

  if (table != NULL)
    return table;
  table = table_new (arcs, ARC_FIRST_SLOTS);
  if (table == NULL)
    return NULL;

  struct arc_thread *thread = &table->first;
  thread->process = process;
  table->thread = thread;
  atomic_store (&thread->owner, me);
  atomic_store (&thread->table, table);
  thread->next = atomic_load (&arcs->threads);
  while (!atomic_compare_exchange_weak (&arcs->threads, &thread->next, thread))
    continue;
  return use_first (table);
}

struct arc_table *
arc_table_grow (struct arcs *arcs, struct arc_table *table)
{
  struct arc_table *current = atomic_load (&arc_current);
  struct arc_table *bigger;

  if (current != table)
    return current;
  bigger = table_new (arcs, slots_of (table) * 2);
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
  atomic_fetch_add_explicit (&arcs->lost, 1, memory_order_relaxed);
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

  table->mask = (ARC_EARLY_SLOTS - 1) * ARC_SLOT_SIZE;
  if (!table_count (table, from == 0 ? ARC_FROM_NONE : from, self,
                    soft_limit (table)))
    lose_one (arcs);
}

/* -- Reading -------------------------------------------------------------- */

static void
table_each (const struct arc_table *table, arc_visit *visit, void *data)
{
  for (uintptr_t at = 0; at <= table->mask; at += ARC_SLOT_SIZE)
    {
      const struct arc_slot *slot = slot_at (table, at);
      uintptr_t from = atomic_load_explicit (&slot->from,
                                             memory_order_relaxed);
      uintptr_t self = atomic_load_explicit (&slot->self,
                                             memory_order_acquire);
      uint64_t count = atomic_load_explicit (&slot->count,
                                             memory_order_relaxed);

      if (from != 0 && self != 0 && count != 0)
        visit (from, self, count, data);
    }
}

void
arcs_each (const struct arcs *arcs, arc_visit *visit, void *data)
{
  if (arcs->early.table.mask != 0)
    table_each (&arcs->early.table, visit, data);
  for (const struct arc_table *table = atomic_load (&arcs->tables);
       table != NULL; table = table->next)
    table_each (table, visit, data);
}

size_t
arcs_bound (const struct arcs *arcs)
{
  size_t bound = atomic_load (&arcs->early.table.used);

  for (const struct arc_table *table = atomic_load (&arcs->tables);
       table != NULL; table = table->next)
    bound += atomic_load (&table->used);
  return bound;
}

uint64_t
arcs_lost (const struct arcs *arcs)
{
  return atomic_load (&arcs->lost);
}

static void
table_reset (struct arc_table *table)
{
  for (uintptr_t at = 0; at <= table->mask; at += ARC_SLOT_SIZE)
    atomic_store_explicit (&slot_at (table, at)->count, 0,
                           memory_order_relaxed);
}

void
arcs_reset (struct arcs *arcs)
{
  if (arcs->early.table.mask != 0)
    table_reset (&arcs->early.table);
  for (struct arc_table *table = atomic_load (&arcs->tables); table != NULL;
       table = table->next)
    table_reset (table);
  atomic_store (&arcs->lost, 0);
  atomic_store (&arcs->no_memory, false);
}
