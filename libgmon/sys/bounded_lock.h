/* bounded_lock.h -- a lock that works between threads, signal handlers and
   forks.

   SPDX-License-Identifier: 0BSD

   An ordinary mutex can stop a profiled program for ever: its owner may be the
   function that the calling signal handler interrupted, a thread that fork did
   not copy, or a function that a handler left by longjmp.  This lock remembers
   its owner's thread id, so that such cases can be recognized, and every wait
   has an end.

   All functions are async-signal-safe, make no libc call and keep errno.  */

#ifndef GMON_BOUNDED_LOCK_H
#define GMON_BOUNDED_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* An object of zeros is a free lock.  */
struct bounded_lock
{
  _Atomic uint32_t owner;       /* thread id, 0: free */
};

/* Takes LOCK for the calling thread if it is free.  Returns true on success,
   false if any thread has it, the calling thread included.  */
bool bounded_lock_try (struct bounded_lock *lock);

/* Do the same as bounded_lock_try and bounded_lock_release, for a caller that
   knows its thread id, ME, without a system call.  */
static inline bool
bounded_lock_try_as (struct bounded_lock *lock, uint32_t me)
{
  uint32_t nobody = 0;

  return atomic_compare_exchange_strong (&lock->owner, &nobody, me);
}

static inline void
bounded_lock_release_as (struct bounded_lock *lock, uint32_t me)
{
  atomic_compare_exchange_strong (&lock->owner, &me, 0);
}

/* Takes LOCK for the calling thread.  If another thread has it, waits for at
   most PATIENCE milliseconds and then takes it away from that thread.  Returns
   at once if the calling thread has LOCK already.  */
void bounded_lock_take (struct bounded_lock *lock, unsigned patience);

/* Takes LOCK away from the thread FORMER, which is gone or has given up.
   Returns true on success, false if FORMER is not the owner any more.  */
bool bounded_lock_take_over (struct bounded_lock *lock, uint32_t former);

/* Frees LOCK if the calling thread has it; else does nothing.  */
void bounded_lock_release (struct bounded_lock *lock);

/* Returns the owner's thread id, 0 if LOCK is free.  */
static inline uint32_t
bounded_lock_owner (const struct bounded_lock *lock)
{
  return atomic_load (&lock->owner);
}

/* Frees LOCK, whichever thread has it.  For the child after fork, in which the
   owner may not exist.  */
static inline void
bounded_lock_reset (struct bounded_lock *lock)
{
  atomic_store (&lock->owner, 0);
}

#endif /* GMON_BOUNDED_LOCK_H */
