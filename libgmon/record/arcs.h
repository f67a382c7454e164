/* arcs.h -- the call counts: one growing hash table per thread.

   SPDX-License-Identifier: 0BSD

   The hooks add; gmon_write reads.  Every count is exact:
   - a table is written by one thread and by the signal handlers that
     interrupt it, and one instruction adds to a count;
   - a full table is not moved but followed by an empty one twice as big, and
     the counts of a pair that lives in several tables are added at the write;
   - nothing is ever freed, so a thread that is late still adds to memory that
     will be read.  The tables of a dead thread serve the next new one.  */

#ifndef GMON_ARCS_H
#define GMON_ARCS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arcs_layout.h"
#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "sys/thread_pool.h"

#define ARC_FIRST_SLOTS 512     /* of a thread's first table: 20 KiB */
#define ARC_EARLY_SLOTS 128     /* of the static table, half of them used */

/* Of a thread's alternate signal stack, which lies behind its first table: more
   than the handler, the writer and any machine's registers need, since handlers
   of the program's that may run on such a stack will do so, and what they need
   is not known.  Its pages are there when they are used.  */
#define ARC_THREAD_STACK (sizeof (uintptr_t) == 8 ? 262144 : 81920)

/* Behind that, for block_callbacks.c: of the thread's slots, those that it
   looked for last.  A power of two.  */
#define ARC_CACHE_LEN 1024

/* Stands for a from of 0, which cannot be a key: a function that was entered
   with no return address at all (a hand-made stack).  */
#define ARC_FROM_NONE 1

/* In place of a callee's address: the other address of the pair is no call but
   a basic block, where its callback (block_callbacks.c) returns to.  A guard's
   callback has an argument.  No function is there.  */
#define ARC_SELF_BLOCK 1
#define ARC_SELF_GUARD 2

struct arc_slot
{
  _Atomic uintptr_t from;       /* return address in the caller */
  _Atomic uintptr_t self;       /* address in the callee */
  wide_counter count;
  uint64_t spare[sizeof (uintptr_t) == 8 ? 1 : 2];      /* a power of two */
};

struct arc_table;

/* The owner of a chain of tables.  */
struct arc_thread
{
  struct owned owned;
  _Atomic (struct arc_table *) table;   /* the newest one, or nearly so */
};

struct arc_table
{
  _Atomic uintptr_t mask;       /* 0: the early table, not used yet */
  struct arc_table *next;
  struct arc_thread *thread;
  _Atomic uint32_t used;        /* slots claimed, or about to be */
  _Atomic uint32_t fixed;       /* 1: must not grow, as the thread may make no
                                   system call */
  struct arc_thread first;      /* in a thread's first table: its owner */
};

/* The bytes of a table of SLOTS slots.  */
#define ARC_TABLE_SIZE(slots) \
  (ARC_TABLE_SLOTS + ((slots) + ARC_TABLE_TAIL) * ARC_SLOT_SIZE)

/* All tables of the process.  All zero is a valid, empty start.  */
struct arcs
{
  _Atomic (struct arc_table *) tables;
  struct owner_ring threads;
  wide_counter lost;            /* calls that found no memory */
  _Atomic bool no_memory;       /* the kernel refused a table: do not retry */
  struct
  {
    union
    {
      struct arc_table table;
      unsigned char header[ARC_TABLE_SLOTS];
    };
    struct arc_slot slots[ARC_EARLY_SLOTS + ARC_TABLE_TAIL];
  } early;                      /* for calls before there are threads */
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

/* The calling thread's table; NULL until its first call.  The fast path
   reads it once per call and uses that table throughout.  */
extern __thread _Atomic (struct arc_table *) arc_current
  __attribute__ ((visibility ("hidden"), tls_model ("initial-exec")));

/* The slot of a pair in TABLE, or NULL.  */
struct arc_slot *arc_find (const struct arc_table *table, uintptr_t from,
                           uintptr_t self);

/* Count one call FROM (a return address) -> SELF in the calling thread's
   table.  Async-signal-safe, makes no libc call, touches only general
   registers, keeps errno.  A call for which the kernel gives no memory is
   added to arcs_lost.  */
void arc_record (struct arcs *arcs, uintptr_t from, uintptr_t self);

/* The same in the static table, without thread-local storage; any number of
   threads may call it.  Holds ARC_EARLY_SLOTS / 2 pairs.  */
void arc_record_early (struct arcs *arcs, uintptr_t from, uintptr_t self);

/* ARC_THREAD_STACK bytes that belong to the owner of THREAD and that nothing
   here uses.  */
void *arc_thread_stack (struct arc_thread *thread);

/* ARC_CACHE_LEN pointers, zeros at first, that belong to it, too.  */
struct arc_slot *_Atomic *arc_thread_cache (struct arc_thread *thread);

/* Follow the calling thread's full TABLE by an empty one twice as big and
   return the thread's newest table, which is another one if a signal handler
   was faster, or TABLE itself if there is no memory.  */
struct arc_table *arc_table_grow (struct arcs *arcs, struct arc_table *table);

/* The tables there are at this moment, as the next two functions want them:
   what is called before is in one of these.  Owned by ARCS.  */
const struct arc_table *arcs_newest (const struct arcs *arcs);

/* Call VISIT for every slot with a count, a pair possibly several times, of
   the early table and of NEWEST and those before it.  Other threads may go on
   counting meanwhile: what they add may or may not be seen.  */
typedef void arc_visit (uintptr_t from, uintptr_t self, uint64_t count,
                        void *data);
void arcs_each (const struct arcs *arcs, const struct arc_table *newest,
                arc_visit *visit, void *data);

/* How often arcs_each calls at most, whatever is added meanwhile.  */
size_t arcs_bound (const struct arc_table *newest);

/* Calls that could not be recorded.  */
uint64_t arcs_lost (const struct arcs *arcs);

/* Set all counts to zero; the pairs stay known.  */
void arcs_reset (struct arcs *arcs);

/* All counts together.  */
uint64_t arcs_sum (const struct arcs *arcs);

/* After fork, in the child: no counts and no tables, whose memory stays that
   of the parent, but a new one for the calling thread, which is the only one.
   It has that at once because fork may have been called by a handler that
   interrupted the hook: what the hook was about to make the thread's first
   table is one of the parent's, and must find the place taken.  Signals must
   be blocked.  */
void arcs_forget (struct arcs *arcs);

#endif /* GMON_ARCS_H */
