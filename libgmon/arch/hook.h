/* arch/hook.h -- what the call hooks of a machine use of the runtime.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_HOOK_H
#define GMON_HOOK_H

#include <stdatomic.h>
#include <stdint.h>

#include "arch/compiler.h"
#include "arch/namespace.h"

/* The first word of struct gmon_state: GMON_STATE_OFF and so on.  The assembly
   reads it by the name of the whole.  */
extern _Atomic int hook_state __asm__ ("__gmon_state") HIDDEN;

/* mcount.c: one call, from the hook.  For the first call of a pair in a
   thread, or before the start.  Keeps errno, touches only general registers.
   ENTRY, for -mfentry, points to the stack when the hook was entered.  */
HIDDEN void __mcount_internal (uintptr_t from, uintptr_t self);
HIDDEN void fentry_internal (uintptr_t from, uintptr_t self,
                             const uintptr_t *entry);

/* The same for a block, whose callback returns to PC; KIND is ARC_SELF_BLOCK or
   ARC_SELF_GUARD.  */
HIDDEN void block_internal (uintptr_t pc, uintptr_t kind);

/* As __mcount_internal on RISC-V, where ARGUMENT may be the return address or
   not; FRAME and STACK are the frame pointer, if it is one, and the stack
   pointer.  */
HIDDEN void argument_internal (uintptr_t argument, uintptr_t self,
                               uintptr_t frame, uintptr_t stack);

#endif /* GMON_HOOK_H */
