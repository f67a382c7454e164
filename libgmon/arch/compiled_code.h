/* arch/compiled_code.h -- what the runtime knows about compiled code.

   SPDX-License-Identifier: 0BSD

   The code.h of each machine defines

     MACHINE_CONTEXT_PC (CONTEXT)       the program counter in the ucontext_t
                                that a signal handler got
     machine_call_before (PC)   returns the address of the call instruction
                                that returns to PC.  24 bytes before PC are
                                readable

   and, if the machine can do so,

     MACHINE_HAS_NEXT_RETURN    machine_next_return (PC) returns the return
                                address of the call at PC, 0 if there is no
                                call at PC
     MACHINE_HAS_GUARD_ARGUMENT machine_guard_argument (CALL) returns the
                                address of the first instruction that makes
                                the argument of CALL, a call of clang's guard
                                callback; CALL itself if the code is not
                                understood
     MACHINE_HAS_FENTRY         -mfentry exists; machine_pushes_static_chain
                                (SELF) returns true if the function whose hook
                                returns to SELF pushes its static chain before
                                the hook
     MACHINE_HAS_HOOK_ARGUMENT  the return address may be an argument of the
                                hook; machine_passes_caller (SELF) returns true
                                if it is for the hook that returns to SELF
     MACHINE_ENVIRON_COMES_LATE gcrt1.o starts profiling before libc has set
                                environ.  */

#ifndef GMON_ARCH_CODE_H
#define GMON_ARCH_CODE_H

#include "code.h"

#ifndef MACHINE_HAS_NEXT_RETURN

static inline uintptr_t
machine_next_return (uintptr_t pc)
{
  (void) pc;
  return 0;
}

#endif

#ifndef MACHINE_HAS_GUARD_ARGUMENT

static inline const unsigned char *
machine_guard_argument (const unsigned char *call)
{
  return call;
}

#endif

#endif /* GMON_ARCH_CODE_H */
