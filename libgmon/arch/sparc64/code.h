/* arch/sparc64/code.h -- what compiled code looks like: 64-bit SPARC.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/compiled_code.h.  */

#ifndef GMON_CODE_H
#define GMON_CODE_H

#include <signal.h>
#include <stdint.h>

/* The kernel gives a handler a struct sigcontext, never a ucontext_t.  */
#define MACHINE_CONTEXT_PC(context)                                     \
  ((uintptr_t) ((const struct sigcontext *) (const void *) (context))   \
     ->sigc_regs.tpc)

/* A call is followed by its delay slot.  */
static inline const unsigned char *
machine_call_before (const unsigned char *pc)
{
  return pc - 8;
}

#endif /* GMON_CODE_H */
