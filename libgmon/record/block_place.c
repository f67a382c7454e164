/* block_place.c -- where a block begins, by the code around its callback.

   SPDX-License-Identifier: 0BSD

   In: return addresses in code that compilers made.  Out: addresses that have
   the line of the block.  The call alone would have it, too; but a reader that
   takes an address for the beginning of a block may give what comes before, in
   the same line, to the block before.  clang's pc-table would say the same of
   guards, but only where the user asked for it.  Contracts are in blocks.h;
   called by blocks_merge.c.  */

#include "arch/compiled_code.h"
#include "record/blocks.h"

/* The longest code that is looked at before a call, in bytes.  */
#define LOOK_BACK 24

uintptr_t
block_next_return (uintptr_t pc)
{
  return machine_next_return (pc);
}

uintptr_t
block_start (uintptr_t pc, bool guard, uintptr_t low)
{
  const unsigned char *start;

  if (pc - low < LOOK_BACK)
    return pc - 1;
  start = machine_call_before ((const unsigned char *) pc);
  return (uintptr_t) (guard ? machine_guard_argument (start) : start);
}
