/* arch/x86_64/machine.h -- what differs per machine: x86-64 Linux.

   SPDX-License-Identifier: 0BSD

   Included by whoever runs inside a hook, or beside one.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = f;
  long result;

  __asm__ volatile ("syscall"
                    : "=a" (result)
                    : "0" (number), "D" (a), "S" (b), "d" (c), "r" (r10),
                      "r" (r8), "r" (r9)
                    : "rcx", "r11", "memory");
  return result;
}

#include "arch/linux.h"

/* Where the program was when the signal with CONTEXT arrived.  */
static inline uintptr_t
machine_context_pc (const void *context)
{
  const ucontext_t *uc = context;

  return (uintptr_t) uc->uc_mcontext.gregs[REG_RIP];
}

/* Run FUNCTION with the caller's vector and mask registers put aside; the
   hook's own C code touches none, but what FUNCTION calls in libc may.  */
void keep_vectors (void (*function) (void));

static inline void
machine_call_from_hook (void (*function) (void))
{
  keep_vectors (function);
}

#endif /* GMON_MACHINE_H */
