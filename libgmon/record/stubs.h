/* stubs.h -- pieces of code, each of which passes a target to a hook.

   SPDX-License-Identifier: 0BSD

   No memory is ever writable and executable: the code of a block is written
   once, and takes its targets from words beside it.  Not for several threads
   at once, but any thread may run a stub.  */

#ifndef GMON_STUBS_H
#define GMON_STUBS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

struct stub_block;

/* Stubs are never freed, as a thread may be in one.  */
struct stubs
{
  void (*hook) (void);          /* to which the stubs jump */
  struct stub_block *_Atomic blocks;    /* NULL: none yet */
};

/* Returns the address of a stub for TARGET, not 0, or 0 without memory or if
   the kernel refuses executable memory.  A target has one stub.  */
uintptr_t stubs_get (struct stubs *stubs, uintptr_t target);

/* Returns true if ADDRESS is in a stub of STUBS, from which another thread may
   be getting one.  Async-signal-safe.  */
bool stubs_contain (const struct stubs *stubs, uintptr_t address);

#endif /* GMON_STUBS_H */
