/* arch/sparc64/machine.h -- what differs per machine: 64-bit SPARC Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/sparc64/code.h"

/* If the kernel sets the carry bit, o0 is an errno value.  The kernel may
   change the floating-point registers.  */
static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long g1 __asm__ ("g1") = number;
  register long o0 __asm__ ("o0") = a;
  register long o1 __asm__ ("o1") = b;
  register long o2 __asm__ ("o2") = c;
  register long o3 __asm__ ("o3") = d;
  register long o4 __asm__ ("o4") = e;
  register long o5 __asm__ ("o5") = f;

  __asm__ volatile ("ta 0x6d\n\t"
                    "bcc,pt %%xcc, 1f\n\t"
                    " nop\n\t"
                    "neg %0\n"
                    "1:"
                    : "+r" (o0), "+r" (o1)
                    : "r" (g1), "r" (o2), "r" (o3), "r" (o4), "r" (o5)
                    : "cc", "memory", "f0", "f1", "f2", "f3", "f4", "f5", "f6",
                      "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14",
                      "f15", "f16", "f17", "f18", "f19", "f20", "f21", "f22",
                      "f23", "f24", "f25", "f26", "f27", "f28", "f29", "f30",
                      "f31", "f32", "f34", "f36", "f38", "f40", "f42", "f44",
                      "f46", "f48", "f50", "f52", "f54", "f56", "f58", "f60",
                      "f62");
  return o0;
}

#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
