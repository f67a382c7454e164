/* arch/mips64/code.h -- what compiled code looks like: 64-bit MIPS.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdint.h>

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.pc)

/* A call is followed by its delay slot.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return pc - 8;
}

#endif /* GMON_CODE_H */
