/* arch/mips64/machine.h -- what differs per machine: 64-bit MIPS Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/mips64/code.h"

/* If the kernel sets $7 to a value other than 0, $2 is an errno value.  */
static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long v0 __asm__ ("$2") = number;
  register long a0 __asm__ ("$4") = a;
  register long a1 __asm__ ("$5") = b;
  register long a2 __asm__ ("$6") = c;
  register long a3 __asm__ ("$7") = d;
  register long a4 __asm__ ("$8") = e;
  register long a5 __asm__ ("$9") = f;

  __asm__ volatile ("syscall"
                    : "+r" (v0), "+r" (a3)
                    : "r" (a0), "r" (a1), "r" (a2), "r" (a4), "r" (a5)
                    : "$1", "$3", "$10", "$11", "$12", "$13", "$14", "$15",
                      "$24", "$25", "hi", "lo", "memory");
  return a3 != 0 ? -v0 : v0;
}

#define MACHINE_HAS_VECTORS
#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
