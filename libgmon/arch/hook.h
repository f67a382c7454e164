/* arch/hook.h -- the parts of the runtime that a machine's call hooks use.

   SPDX-License-Identifier: 0BSD */

#ifndef GMON_HOOK_H
#define GMON_HOOK_H

#include <stdatomic.h>
#include <stdint.h>

#include "arch/compiler.h"
#include "arch/namespace.h"

/* The first word of struct gmon_state: GMON_STATE_OFF, GMON_STATE_NOT_STARTED
   or GMON_STATE_ON.  The assembly reads the word by the name of the whole
   struct.  */
extern _Atomic int hook_state __asm__ ("__gmon_state") HIDDEN;

/* Counts one call from FROM to SELF.  The hook calls these functions if its
   fast path does not know the pair, and before profiling starts.  They keep
   errno and touch only general registers.  fentry_internal is for -mfentry;
   ENTRY is the stack pointer at the entry of the hook.  Defined in
   mcount.c.  */
HIDDEN void __mcount_internal (uintptr_t from, uintptr_t self);
HIDDEN void fentry_internal (uintptr_t from, uintptr_t self,
                             const uintptr_t *entry);

/* Counts one run of a block.  PC is the return address of the block's
   callback.  KIND is ARC_SELF_BLOCK or ARC_SELF_GUARD.  Keeps errno and
   touches only general registers.  Defined in mcount.c.  */
HIDDEN void block_internal (uintptr_t pc, uintptr_t kind);

/* Counts one call to SELF, on RISC-V.  ARGUMENT may or may not be the return
   address in the caller.  FRAME is the register of the frame pointer, which
   may hold another value; STACK is the stack pointer.  Keeps errno and touches
   only general registers.  Defined in mcount.c.  */
HIDDEN void argument_internal (uintptr_t argument, uintptr_t self,
                               uintptr_t frame, uintptr_t stack);

#endif /* GMON_HOOK_H */
