/* arch/compiled_code.h -- what the runtime knows about compiled code.

   SPDX-License-Identifier: 0BSD

   Each machine's own code.h defines

     MACHINE_CONTEXT_PC (CONTEXT)       the program counter in the ucontext_t
                                that a signal handler got
     machine_call_before (PC)   the address of the call instruction that returns
                                to PC.  24 bytes before PC are readable

   and, if it can:

     MACHINE_HAS_NEXT_RETURN    machine_next_return (PC): where the call at PC
                                returns to; 0 if there is no call at PC
     MACHINE_HAS_GUARD_ARGUMENT machine_guard_argument (CALL): the first
                                instruction that puts together the argument of
                                CALL, a call of clang's guard callback; CALL
                                itself if the code is not understood
     MACHINE_HAS_FENTRY         -mfentry exists; machine_pushes_static_chain
                                (SELF): true if the function whose hook returns
                                to SELF pushes its static chain before the hook
     MACHINE_HAS_HOOK_ARGUMENT  the hook may have the return address as its
                                argument; machine_passes_caller (SELF)
     MACHINE_ENVIRON_COMES_LATE gcrt1.o starts profiling before libc has set
                                environ  */

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
