/* arch/x86_64/machine.h -- what differs per machine: x86-64 Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/x86_64/code.h"

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

#define MACHINE_HAS_VECTORS
#define MACHINE_RAW_THREAD_HEADER "arch/x86_64/raw_thread.h"
#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
