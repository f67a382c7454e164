/* bounded_lock.c -- a lock that works between threads, signal handlers and
   forks.

   SPDX-License-Identifier: 0BSD

   Contracts are in bounded_lock.h.  */

#include "sys/bounded_lock.h"
#include "machine.h"

#define PAUSE 100000            /* ns between two attempts */
#define PAUSES_PER_MILLISECOND (1000000 / PAUSE)

bool
bounded_lock_try (struct bounded_lock *lock)
{
  return bounded_lock_try_as (lock, machine_thread_id ());
}

void
bounded_lock_take (struct bounded_lock *lock, unsigned patience)
{
  uint32_t me = machine_thread_id ();

  for (unsigned i = 0; i < patience * PAUSES_PER_MILLISECOND; i++)
    {
      if (bounded_lock_try_as (lock, me) || bounded_lock_owner (lock) == me)
        return;
      machine_sleep (PAUSE);
    }
  atomic_store (&lock->owner, me);
}

bool
bounded_lock_take_over (struct bounded_lock *lock, uint32_t former)
{
  return atomic_compare_exchange_strong (&lock->owner, &former,
                                         machine_thread_id ());
}

void
bounded_lock_release (struct bounded_lock *lock)
{
  bounded_lock_release_as (lock, machine_thread_id ());
}
