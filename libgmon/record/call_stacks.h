/* call_stacks.h -- call stacks, each kept once.

   SPDX-License-Identifier: 0BSD

   Signal handlers of all threads add stacks at once; the write reads.  All
   memory is mapped at the start; when it becomes scarce, stacks are made
   shorter.  */

#ifndef GMON_CALL_STACKS_H
#define GMON_CALL_STACKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* The longest stack, in addresses.  */
#define CALL_STACK_MAX 256

/* How many addresses of a stack are kept if there is too little memory.  */
#define CALL_STACK_CUT 4

struct call_stack
{
  uint32_t hash;
  uint16_t len;                 /* addresses and breaks */
  bool folded;                  /* a set of calls, not a stack */
  uint64_t key;                 /* for the owner; at first 0 */
  /* Return addresses, innermost first.  If folded: each two neighbours that are
     not 0 are a call, the outer after the inner; 0 is a break.  */
  uintptr_t pcs[];
};

/* An object of zeros is valid, empty, and without memory.  */
struct call_stacks
{
  unsigned char *memory;
  size_t size;                  /* bytes of MEMORY: the index, then stacks */
  uint32_t slots;               /* of the index, a power of two */
  _Atomic size_t used;          /* bytes */
  _Atomic uint32_t count;       /* stacks in the index */
};

/* Gives STACKS, which is empty, SIZE bytes.  Returns false without memory, or
   if SIZE is below 64 KiB or above 1 GiB.  */
bool call_stacks_init (struct call_stacks *stacks, size_t size);

/* Frees the memory, which nothing else may be using.  */
void call_stacks_free (struct call_stacks *stacks);

/* Makes STACKS, which nothing else may be using, empty.  */
void call_stacks_clear (struct call_stacks *stacks);

/* Returns the number of the stack of the LEN return addresses at PCS,
   innermost first; LEN is at most CALL_STACK_MAX.  If GAP is not 0, callers
   are missing before PCS[GAP].  A stack with a gap, and each new one if more
   than half of the memory is used, is folded to the set of its calls, if that
   is shorter.  If the memory is used up, only the CALL_STACK_CUT innermost
   addresses are kept, and *IS_CUT is set; if there is no memory at all, or LEN
   is 0, returns 0.  SCRATCH has 2 * CALL_STACK_MAX elements.
   Async-signal-safe; any number of threads may run it at once.  */
uint32_t call_stacks_add (struct call_stacks *stacks, const uintptr_t *pcs,
                          size_t len, size_t gap, uintptr_t *scratch,
                          bool *is_cut);

/* Returns the stack NUMBER, which call_stacks_add returned; not 0.  */
struct call_stack *call_stacks_get (const struct call_stacks *stacks,
                                    uint32_t number);

#endif /* GMON_CALL_STACKS_H */
