/* atomic64.h -- 64-bit counters, indivisible without libatomic.

   SPDX-License-Identifier: 0BSD

   A counter is shared by a thread, the signal handlers that interrupt the
   thread, and the function that reads the counter for the file.  So all 64
   bits must change at once, on 32-bit machines as well.  ARMv7 and the 64-bit
   machines do this inline.  On i386 a load or store of 64 bits would use the
   floating-point registers, which the hook must not touch, and gcc then calls
   libatomic for everything.  So on i386 every operation is made from
   compare-and-exchange (cmpxchg8b).  */

#ifndef GMON_WIDE_H
#define GMON_WIDE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef _Atomic uint64_t wide_counter;

#ifdef __i386__

/* Returns the counter's value.  The memory must be writable although the value
   does not change.  */
static inline uint64_t
wide_load (const wide_counter *counter)
{
  return __sync_val_compare_and_swap ((uint64_t *) (uintptr_t) counter, 0, 0);
}

static inline void
wide_add (wide_counter *counter, uint64_t n)
{
  __sync_fetch_and_add ((uint64_t *) counter, n);
}

/* Stores VALUE if the counter's value is EXPECTED.  Returns true if it
   did.  */
static inline bool
wide_exchange (wide_counter *counter, uint64_t expected, uint64_t value)
{
  return __sync_bool_compare_and_swap ((uint64_t *) counter, expected, value);
}

static inline void
wide_store (wide_counter *counter, uint64_t value)
{
  while (!wide_exchange (counter, wide_load (counter), value))
    continue;
}

#else

static inline uint64_t
wide_load (const wide_counter *counter)
{
  return atomic_load_explicit (counter, memory_order_relaxed);
}

static inline void
wide_add (wide_counter *counter, uint64_t n)
{
  atomic_fetch_add_explicit (counter, n, memory_order_relaxed);
}

static inline bool
wide_exchange (wide_counter *counter, uint64_t expected, uint64_t value)
{
  return atomic_compare_exchange_strong (counter, &expected, value);
}

static inline void
wide_store (wide_counter *counter, uint64_t value)
{
  atomic_store_explicit (counter, value, memory_order_relaxed);
}

#endif

/* The two functions below are for a counter that only one thread, and the
   handlers that interrupt this thread, write.  For such a counter x86-64 need
   not lock the bus.  wide_add_own adds 1.  */
static inline void
wide_add_own (wide_counter *counter)
{
#ifdef __x86_64__
  __asm__ volatile ("incq %0" : "+m" (*(uint64_t *) counter) : : "cc");
#else
  wide_add (counter, 1);
#endif
}

/* Subtracts 1.  Returns true if the value was 0 before.  */
static inline bool
wide_subtract_own (wide_counter *counter)
{
#if defined __x86_64__
  bool borrow;

  __asm__ volatile ("subq $1, %0"
                    : "+m" (*(uint64_t *) counter), "=@ccc" (borrow));
  return borrow;
#elif defined __i386__
  return __sync_fetch_and_sub ((uint64_t *) counter, 1) == 0;
#else
  return atomic_fetch_sub_explicit (counter, 1, memory_order_relaxed) == 0;
#endif
}

#endif /* GMON_WIDE_H */
