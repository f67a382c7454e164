/* arch/aarch64/machine.h -- what differs per machine: AArch64 Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/aarch64/code.h"

static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long x8 __asm__ ("x8") = number;
  register long x0 __asm__ ("x0") = a;
  register long x1 __asm__ ("x1") = b;
  register long x2 __asm__ ("x2") = c;
  register long x3 __asm__ ("x3") = d;
  register long x4 __asm__ ("x4") = e;
  register long x5 __asm__ ("x5") = f;

  __asm__ volatile ("svc 0"
                    : "+r" (x0)
                    : "r" (x8), "r" (x1), "r" (x2), "r" (x3), "r" (x4),
                      "r" (x5)
                    : "cc", "memory");
  return x0;
}

#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
