/* thread_pool.h -- memory that belongs to a thread, and to the next one after
   it.

   SPDX-License-Identifier: 0BSD

   No thread says when it ends: who needs such memory asks the kernel whether
   the owner is still there.  That is a system call, so of many owners only some
   are asked: a thread's start costs the same with 16,000 live threads as with
   16, and there are at most a third as many more owners than there were threads
   at once.  */

#ifndef GMON_OWNER_H
#define GMON_OWNER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"

/* Thread id, 0 = nobody, and above it a generation.  */
typedef wide_counter owner_word;

/* At the start of what has an owner.  Never freed.  */
struct owned
{
  struct owned *next;           /* of the ring; constant */
  owner_word owner;
  _Atomic uint32_t process;     /* its threads may take over; if
                                   nobody owns it, any thread may */
};

/* Those that may take the place of each other.  All zero is a valid, empty
   start.  */
struct owner_ring
{
  _Atomic (struct owned *) list;
  _Atomic (struct owned *) cursor;      /* where the next search begins */
  _Atomic uint32_t count;
  _Atomic uint32_t found;       /* dead ones, in this lap of the cursor */
  _Atomic bool many_dead;       /* were found in the last one */
};

static inline uint32_t
owner_id (const struct owned *owned)
{
  return (uint32_t) wide_load (&owned->owner);
}

/* All of these are async-signal-safe and make no libc call.

   Make thread ME of PROCESS the owner if nobody is any more.  An owner with
   that thread id is dead as well (the kernel gave its id to ME), or it is the
   function that this signal handler interrupted.  */
bool owner_take (struct owned *owned, uint32_t process, uint32_t me);

/* Leave it to anybody.  */
void owner_leave (struct owned *owned);

/* One of RING that nobody owns any more, now ME's, or NULL: none was found, and
   a new one may be made.  */
struct owned *owner_ring_take (struct owner_ring *ring, uint32_t process,
                               uint32_t me);

/* A new one in RING, of zeros so far, whose owner is ME.  */
void owner_ring_add (struct owner_ring *ring, struct owned *owned,
                     uint32_t process, uint32_t me);

/* RING is empty again; its members are left alone.  */
void owner_ring_forget (struct owner_ring *ring);

#endif /* GMON_OWNER_H */
