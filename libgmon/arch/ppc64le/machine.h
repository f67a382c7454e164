/* arch/ppc64le/machine.h -- what differs per machine: 64-bit PowerPC Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/ppc64le/code.h"

/* If the kernel sets the summary overflow bit, r3 is an errno value.  */
static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long r0 __asm__ ("r0") = number;
  register long r3 __asm__ ("r3") = a;
  register long r4 __asm__ ("r4") = b;
  register long r5 __asm__ ("r5") = c;
  register long r6 __asm__ ("r6") = d;
  register long r7 __asm__ ("r7") = e;
  register long r8 __asm__ ("r8") = f;

  __asm__ volatile ("sc\n\t"
                    "bns+ 1f\n\t"
                    "neg %1, %1\n"
                    "1:"
                    : "+r" (r0), "+r" (r3), "+r" (r4), "+r" (r5), "+r" (r6),
                      "+r" (r7), "+r" (r8)
                    :
                    : "r9", "r10", "r11", "r12", "cr0", "ctr", "memory");
  return r3;
}

#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
