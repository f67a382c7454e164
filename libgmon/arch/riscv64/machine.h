/* arch/riscv64/machine.h -- what differs per machine: 64-bit RISC-V Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/riscv64/code.h"

static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long a7 __asm__ ("a7") = number;
  register long a0 __asm__ ("a0") = a;
  register long a1 __asm__ ("a1") = b;
  register long a2 __asm__ ("a2") = c;
  register long a3 __asm__ ("a3") = d;
  register long a4 __asm__ ("a4") = e;
  register long a5 __asm__ ("a5") = f;

  __asm__ volatile ("ecall"
                    : "+r" (a0)
                    : "r" (a7), "r" (a1), "r" (a2), "r" (a3), "r" (a4),
                      "r" (a5)
                    : "memory");
  return a0;
}

#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
