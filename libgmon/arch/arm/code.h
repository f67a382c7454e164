/* arch/arm/code.h -- what compiled code looks like: 32-bit ARM.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdint.h>

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.arm_pc)

/* A call in Thumb code returns to an odd address.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return pc - (((uintptr_t) pc & 1) != 0 ? 3 : 4);
}

#endif /* GMON_CODE_H */
