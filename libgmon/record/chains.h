/* chains.h -- call chains, each kept once.

   SPDX-License-Identifier: 0BSD

   Signal handlers of all threads add chains at once; the write reads.  All
   memory is mapped at the start; when it becomes scarce, chains are made
   shorter.  */

#ifndef GMON_CHAINS_H
#define GMON_CHAINS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* The longest chain, in addresses.  */
#define CHAIN_MAX 256

/* How many addresses of a chain are kept if there is too little memory.  */
#define CHAIN_CUT 4

struct chain
{
  uint32_t hash;
  uint16_t len;                 /* addresses and breaks */
  bool folded;                  /* a set of calls, not a chain */
  uint64_t key;                 /* for the owner; at first 0 */
  /* Return addresses, innermost first.  If folded: each two neighbours that are
     not 0 are a call, the outer after the inner; 0 is a break.  */
  uintptr_t pcs[];
};

/* An object of zeros is valid, empty, and without memory.  */
struct chains
{
  unsigned char *memory;
  size_t size;                  /* bytes of MEMORY: the index, then chains */
  uint32_t slots;               /* of the index, a power of two */
  _Atomic size_t used;          /* bytes */
  _Atomic uint32_t count;       /* chains in the index */
};

/* Gives CHAINS, which is empty, SIZE bytes.  Returns false without memory, or
   if SIZE is below 64 KiB or above 1 GiB.  */
bool chains_init (struct chains *chains, size_t size);

/* Frees the memory, which nothing else may be using.  */
void chains_free (struct chains *chains);

/* Makes CHAINS, which nothing else may be using, empty.  */
void chains_clear (struct chains *chains);

/* Returns the number of the chain of the LEN return addresses at PCS, innermost
   first; LEN is at most CHAIN_MAX.  If GAP is not 0, callers are missing before
   PCS[GAP].  A chain with a gap, and each new one if more than half of the
   memory is used, is folded to the set of its calls, if that is shorter.  If
   the memory is used up, only the CHAIN_CUT innermost addresses are kept, and
   *IS_CUT is set; if there is no memory at all, or LEN is 0, returns 0.
   SCRATCH has 2 * CHAIN_MAX elements.  Async-signal-safe; any number of
   threads may run it at once.  */
uint32_t chains_add (struct chains *chains, const uintptr_t *pcs, size_t len,
                     size_t gap, uintptr_t *scratch, bool *is_cut);

/* Returns the chain NUMBER, which chains_add returned; not 0.  */
struct chain *chains_get (const struct chains *chains, uint32_t number);

#endif /* GMON_CHAINS_H */
