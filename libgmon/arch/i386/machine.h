/* arch/i386/machine.h -- what differs per machine: i386 Linux.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/linux.h.  */

#ifndef GMON_MACHINE_H
#define GMON_MACHINE_H

#include "arch/i386/code.h"

/* The kernel expects the sixth argument in %ebp, which may be the frame
   pointer.  */
static inline long
machine_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  long result;

  __asm__ volatile ("pushl %7\n\t"
                    "pushl %%ebp\n\t"
                    "movl 4(%%esp), %%ebp\n\t"
                    "int $0x80\n\t"
                    "popl %%ebp\n\t"
                    "addl $4, %%esp"
                    : "=a" (result)
                    : "0" (number), "b" (a), "c" (b), "d" (c), "S" (d),
                      "D" (e), "im" (f)
                    : "cc", "memory");
  return result;
}

#define MACHINE_HAS_VECTORS
#include "arch/linux.h"

#endif /* GMON_MACHINE_H */
