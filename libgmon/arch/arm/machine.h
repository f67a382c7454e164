/* arch/arm/machine.h -- what differs per machine: 32-bit ARM Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/arm/code.h"

/* The kernel expects the number in r7, which is the frame pointer of Thumb
   code.  */
static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long r0 __asm__ ("r0") = a;
  register long r1 __asm__ ("r1") = b;
  register long r2 __asm__ ("r2") = c;
  register long r3 __asm__ ("r3") = d;
  register long r4 __asm__ ("r4") = e;
  register long r5 __asm__ ("r5") = f;
  register long r6 __asm__ ("r6") = number;

  __asm__ volatile ("mov ip, r7\n\t"
                    "mov r7, %1\n\t"
                    "svc 0\n\t"
                    "mov r7, ip"
                    : "+r" (r0)
                    : "r" (r6), "r" (r1), "r" (r2), "r" (r3), "r" (r4),
                      "r" (r5)
                    : "ip", "cc", "memory");
  return r0;
}

#define MACHINE_HAS_VECTORS
#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
