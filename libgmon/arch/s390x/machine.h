/* arch/s390x/machine.h -- what differs per machine: 64-bit s390 Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/s390x/code.h"

static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long r1 __asm__ ("r1") = number;
  register long r2 __asm__ ("r2") = a;
  register long r3 __asm__ ("r3") = b;
  register long r4 __asm__ ("r4") = c;
  register long r5 __asm__ ("r5") = d;
  register long r6 __asm__ ("r6") = e;
  register long r7 __asm__ ("r7") = f;

  __asm__ volatile ("svc 0"
                    : "+d" (r2)
                    : "d" (r1), "d" (r3), "d" (r4), "d" (r5), "d" (r6),
                      "d" (r7)
                    : "cc", "memory");
  return r2;
}

#define MACHINE_MAPS_BY_BLOCK
#define MACHINE_HAS_VECTORS
#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
