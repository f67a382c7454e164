/* arc_tables.h -- one hash table of call counts.

   SPDX-License-Identifier: 0BSD

   arcs.h says how the tables are used.  */

#ifndef GMON_ARC_TABLES_H
#define GMON_ARC_TABLES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arcs_layout.h"
#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "sys/thread_pool.h"

struct arc_slot
{
  _Atomic uintptr_t from;       /* return address in the caller */
  _Atomic uintptr_t self;       /* address in the callee */
  wide_counter count;           /* only grows, but for arcs_reset */
  wide_counter taken;           /* how much of it arcs_take took */
#if UINTPTR_MAX <= 0xffffffff
  uint64_t spare;               /* makes the size a power of two */
#endif
};

struct arc_table;

/* A thread, the owner of a chain of tables.  */
struct arc_thread
{
  struct owned owned;
  _Atomic (struct arc_table *) table;   /* the newest table, or nearly so */
};

struct arc_table
{
  _Atomic uintptr_t mask;       /* 0: the early table, not used yet */
  struct arc_table *next;
  struct arc_thread *thread;
  _Atomic uint32_t used;        /* number of slots claimed, or about to be */
  _Atomic uint32_t fixed;       /* 1: must not grow, as the thread may make no
                                   system call */
  struct arc_thread first;      /* the owner, if this is a thread's first
                                   table */
};

/* Bytes of a table with SLOTS slots.  */
#define ARC_TABLE_SIZE(slots) \
  (ARC_TABLE_SLOTS + ((slots) + ARC_TABLE_TAIL) * ARC_SLOT_SIZE)

static inline struct arc_slot *
arc_slot_at (const struct arc_table *table, uintptr_t offset)
{
  return (struct arc_slot *) ((uintptr_t) table + ARC_TABLE_SLOTS + offset);
}

static inline uintptr_t
arc_table_mask (const struct arc_table *table)
{
  return atomic_load_explicit (&table->mask, memory_order_relaxed);
}

/* Returns the last slot, which stays free.  */
static inline struct arc_slot *
arc_table_end (const struct arc_table *table)
{
  return arc_slot_at (table, arc_table_mask (table)
                             + ARC_TABLE_TAIL * ARC_SLOT_SIZE);
}

static inline size_t
arc_table_slots (const struct arc_table *table)
{
  return arc_table_mask (table) / ARC_SLOT_SIZE + 1;
}

#endif /* GMON_ARC_TABLES_H */
