/* block_place.c -- where a block begins, by the code around its callback.

   SPDX-License-Identifier: 0BSD

   The result has the source line of the block.  The address of the call has
   that line, too.  But a reader may take the address in the file for the
   beginning of the block, and count instructions before it, on the same line,
   as part of the block before. clang's pc-table has these addresses for
   guards, but only if the user asked for the table.  Contracts are in
   blocks.h.  */

#include "arch/compiled_code.h"
#include "record/blocks.h"

/* Bytes before a call that may be read.  */
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
