/* arch/s390x/code.h -- what compiled code looks like: z/Architecture.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <stdint.h>

#define MACHINE_CONTEXT_PC(context) \
  ((uintptr_t) (context)->uc_mcontext.psw.addr)

/* brasl has 6 bytes, basr 2.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return pc[-6] == 0xc0 ? pc - 6 : pc - 2;
}

#endif /* GMON_CODE_H */
