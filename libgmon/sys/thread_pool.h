/* thread_pool.h -- memory that belongs to a thread, and later to another
   thread.

   SPDX-License-Identifier: 0BSD

   A thread does not announce its end.  To find memory of dead threads, a
   search asks the kernel whether the owner still exists.  Each question is a
   system call, so a search asks about some of the owners only.  Starting a
   thread costs the same with 16,000 live threads as with 16.  In return there
   are more owners than threads ever lived at once, but at most a third
   more.  */

#ifndef GMON_OWNER_H
#define GMON_OWNER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"

/* The thread id of the owner, 0 if there is none, and above it a generation
   number.  */
typedef wide_counter owner_word;

/* The first member of every object with an owner.  Never freed.  */
struct owned
{
  struct owned *next;           /* next object of the ring; constant */
  owner_word owner;
  _Atomic uint32_t process;     /* id of the process whose threads may take the
                                   object over; an object without an owner is
                                   free for any thread */
};

/* A ring of objects of one kind.  An object of zeros is a valid, empty
   ring.  */
struct owner_ring
{
  _Atomic (struct owned *) list;
  _Atomic (struct owned *) cursor;      /* the next search begins here */
  _Atomic uint32_t count;
  _Atomic uint32_t found;       /* dead owners found in this lap of the
                                   cursor */
  _Atomic bool many_dead;       /* the last lap found many dead owners */
};

static inline uint32_t
owner_id (const struct owned *owned)
{
  return (uint32_t) wide_load (&owned->owner);
}

/* All functions below are async-signal-safe and make no libc call.

   owner_take makes thread ME of PROCESS the owner of OWNED if the object has
   no owner or its owner is dead.  Returns true if ME is now the owner.  An
   owner with the id ME also counts as dead: the kernel has given its id to ME,
   or it is the function that this signal handler interrupted.  */
bool owner_take (struct owned *owned, uint32_t process, uint32_t me);

/* Removes the owner: any thread may take OWNED.  */
void owner_leave (struct owned *owned);

/* Finds an object of RING whose owner is dead or missing, and makes ME of
   PROCESS its owner.  Returns the object, or NULL if none was found; then the
   caller may make a new one.  */
struct owned *owner_ring_take (struct owner_ring *ring, uint32_t process,
                               uint32_t me);

/* Adds OWNED, a new object, to RING.  Its owner is ME of PROCESS.  The memory
   of OWNED must be zeros before.  */
void owner_ring_add (struct owner_ring *ring, struct owned *owned,
                     uint32_t process, uint32_t me);

/* Empties RING.  The objects in it are not changed.  */
void owner_ring_clear (struct owner_ring *ring);

#endif /* GMON_OWNER_H */
