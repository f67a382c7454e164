/* arcs.h -- the call counts: one growing hash table per thread.

   SPDX-License-Identifier: 0BSD

   The hooks count; gmon_write reads.  Every count is exact:
   - A table is written by one thread and by the signal handlers that
     interrupt it, and one instruction adds to a count.
   - A full table is not moved.  An empty table of twice the size follows it.
     A pair may be in several tables; gmon_write adds up its counts.
   - No table is ever freed, so a thread that is late still adds to memory
     that will be read.  The tables of a dead thread serve the next new
     thread.  */

#ifndef GMON_ARCS_H
#define GMON_ARCS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arcs_layout.h"
#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "record/arc_tables.h"

#define ARC_FIRST_SLOTS 512     /* slots of a thread's first table: 20 KiB */
#define ARC_EARLY_SLOTS 128     /* slots of the static table, half of them
                                   used */

/* Bytes of a thread's alternate signal stack, which lies behind the thread's
   first table.  The size is more than our handler, the writer and the
   registers of any machine need, because handlers of the program may run on
   this stack too, and their need is not known.  The kernel provides a page
   when it is first used.  */
#define ARC_THREAD_STACK (sizeof (uintptr_t) == 8 ? 262144 : 81920)

/* Entries of a cache behind that stack, for block_callbacks.c: the slots that
   the thread looked up last.  A power of two.  */
#define ARC_CACHE_LEN 1024

/* Replaces a `from' of 0, which cannot be a key.  A function has such a `from'
   if it was entered without a return address (a hand-made stack).  */
#define ARC_FROM_NONE 1

/* Values that stand in place of a callee's address if the pair is a basic
   block and not a call.  `from' is then the return address of the block's
   callback (block_callbacks.c).  ARC_SELF_GUARD is for callbacks that have a
   guard as their argument.  No function has such an address.  */
#define ARC_SELF_BLOCK 1
#define ARC_SELF_GUARD 2

/* All tables of the process.  An object of zeros is valid and empty.  */
struct arcs
{
  _Atomic (struct arc_table *) tables;
  struct owner_ring threads;
  wide_counter lost;            /* calls that could not be counted */
  bool (*drops) (uintptr_t self);       /* says whose calls no reader sees;
                                   async-signal-safe.  NULL: nobody's */
  _Atomic bool no_memory;       /* the kernel refused memory for a table: do
                                   not retry */
  struct
  {
    union
    {
      struct arc_table table;
      unsigned char header[ARC_TABLE_SLOTS];
    };
    struct arc_slot slots[ARC_EARLY_SLOTS + ARC_TABLE_TAIL];
  } early;                      /* the table for calls before profiling has
                                   started */
};

_Static_assert (offsetof (struct arc_table, mask) == ARC_TABLE_MASK, "mask");
_Static_assert (sizeof (struct arc_slot) == ARC_SLOT_SIZE, "slot");
_Static_assert (offsetof (struct arc_slot, from) == ARC_SLOT_FROM, "from");
_Static_assert (sizeof (struct arc_table) <= ARC_TABLE_SLOTS, "header");
_Static_assert (offsetof (struct arcs, early.slots)
                - offsetof (struct arcs, early.table) == ARC_TABLE_SLOTS,
                "early");
#if UINTPTR_MAX > 0xffffffff
_Static_assert (offsetof (struct arc_slot, self) == ARC_SLOT_SELF, "self");
_Static_assert (offsetof (struct arc_slot, count) == ARC_SLOT_COUNT, "count");
#endif

/* The calling thread's table, NULL until its first call.  The fast path reads
   this pointer once per call and then uses only that table.  */
extern __thread _Atomic (struct arc_table *) arc_current
  __attribute__ ((visibility ("hidden"), tls_model ("initial-exec")));

/* Returns the slot of the pair in TABLE, NULL if the pair is not there.  */
struct arc_slot *arc_find (const struct arc_table *table, uintptr_t from,
                           uintptr_t self);

/* Counts one call from FROM, a return address, to SELF in the calling thread's
   table.  A call for which the kernel gives no memory is added to arcs_lost
   instead.  Async-signal-safe, makes no libc call, touches only general
   registers, keeps errno.  */
void arc_record (struct arcs *arcs, uintptr_t from, uintptr_t self);

/* Counts one call from FROM to SELF in the static table, without thread-local
   storage.  Any number of threads may run it at once.  The table holds
   ARC_EARLY_SLOTS / 2 pairs; a call that finds no room is added to
   arcs_lost.  */
void arc_record_early (struct arcs *arcs, uintptr_t from, uintptr_t self);

/* Returns ARC_THREAD_STACK bytes that belong to the owner of THREAD.  The arc
   tables do not use them.  */
void *arc_thread_stack (struct arc_thread *thread);

/* Returns ARC_CACHE_LEN pointers, at first NULL, that belong to the owner of
   THREAD.  */
struct arc_slot *_Atomic *arc_thread_cache (struct arc_thread *thread);

/* Makes an empty table of twice the size the successor of TABLE, the calling
   thread's full table.  Returns the thread's newest table: the new one,
   another one if a signal handler was faster, or TABLE itself if there is no
   memory or the table is fixed.  */
struct arc_table *arc_table_grow (struct arcs *arcs, struct arc_table *table);

/* Returns the newest of the tables that exist at this moment, for the next two
   functions.  All calls counted so far are in this table, in those before it
   or in the early table.  Owned by ARCS.  */
const struct arc_table *arcs_newest (const struct arcs *arcs);

/* Calls VISIT for every slot with a count that ARCS does not drop, in the early
   table, in NEWEST and in the tables before it.  A pair may come several times.
   Other threads may go on counting; VISIT may or may not see what they
   add.  */
typedef void arc_visit (uintptr_t from, uintptr_t self, uint64_t count,
                        void *data);
void arcs_each (const struct arcs *arcs, const struct arc_table *newest,
                arc_visit *visit, void *data);

/* Returns how many times arcs_each calls VISIT at most, even if pairs are
   added meanwhile.  */
size_t arcs_bound (const struct arc_table *newest);

/* Returns the number of calls that could not be recorded.  */
uint64_t arcs_lost (const struct arcs *arcs);

/* Sets all counts to zero.  The pairs stay in the tables.  */
void arcs_reset (struct arcs *arcs);

/* Returns the sum of all counts.  */
uint64_t arcs_sum (const struct arcs *arcs);

/* For the child after fork: drops all counts and tables, whose memory stays as
   the parent has left it, and makes a new table for the calling thread, which
   is the only thread.  The new table is made at once because fork may be
   called by a handler that interrupted the hook.  The hook may be about to
   make one of the parent's tables the thread's first table, and must find that
   place taken.  Signals must be blocked.  */
void arcs_reset_in_child (struct arcs *arcs);

#endif /* GMON_ARCS_H */
