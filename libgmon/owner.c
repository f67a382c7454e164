/* owner.c -- memory that belongs to a thread, and to the next one after it.

   SPDX-License-Identifier: 0BSD

   In: thread ids.  Out: who may use the memory.  Contracts are in owner.h.
   Used by arcs.c and clock_threads.c.  */

#include "owner.h"
#include "machine.h"

/* The generation makes the exchange fail if someone else took it between the
   question and the answer, even with a recycled id.  */
static uint64_t
next_word (uint64_t word, uint32_t id)
{
  return (((word >> 32) + 1) << 32) | id;
}

bool
owner_take (owner_word *owner, uint32_t process, uint32_t me)
{
  uint64_t word = wide_load (owner);
  uint32_t id = (uint32_t) word;

  if (id != me && id != 0 && !machine_thread_is_gone (process, id))
    return false;
  return wide_exchange (owner, word, next_word (word, me));
}

void
owner_leave (owner_word *owner)
{
  uint64_t word = wide_load (owner);

  wide_exchange (owner, word, next_word (word, 0));
}
