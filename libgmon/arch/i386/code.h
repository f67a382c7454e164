/* arch/i386/code.h -- what compiled code looks like: 32-bit x86.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include "arch/x86_code.h"

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.gregs[REG_EIP])

/* Returns true if the function whose hook returns to SELF begins with
   "push %ecx".  */
static inline bool
machine_pushes_static_chain (const unsigned char *self)
{
  const unsigned char *call = x86_hook_call (self);

  return call != NULL && call[-1] == 0x51;
}

static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return x86_call_before (pc, false);
}

#endif /* GMON_CODE_H */
