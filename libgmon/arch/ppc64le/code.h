/* arch/ppc64le/code.h -- what compiled code looks like: 64-bit PowerPC.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdint.h>

/* 32 is PT_NIP of <asm/ptrace.h>.  */
#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.gp_regs[32])

static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return pc - 4;
}

#endif /* GMON_CODE_H */
