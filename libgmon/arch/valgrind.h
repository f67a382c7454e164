/* arch/valgrind.h -- whether valgrind runs the program.

   SPDX-License-Identifier: 0BSD

   Valgrind's manual documents requests of the program to it: a sequence of
   instructions that changes nothing on a processor, which valgrind recognizes.
   Request 0x1001 asks for the depth of valgrinds, with the answer 0 by
   default.  */

#ifndef GMON_VALGRIND_H
#define GMON_VALGRIND_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* Returns true if valgrind runs the program; false on machines for which this
   is not known.  Async-signal-safe.  */
static inline bool
machine_is_valgrind (void)
{
  volatile uintptr_t request[6] = { 0x1001, 0, 0, 0, 0, 0 };
  uintptr_t depth = 0;

#if defined __x86_64__ && defined __LP64__
  __asm__ volatile ("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
                    "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
                    "xchgq %%rbx, %%rbx"
                    : "=d" (depth) : "a" (&request[0]), "0" (depth)
                    : "cc", "memory");
#elif defined __i386__
  __asm__ volatile ("roll $3, %%edi\n\troll $13, %%edi\n\t"
                    "roll $29, %%edi\n\troll $19, %%edi\n\t"
                    "xchgl %%ebx, %%ebx"
                    : "=d" (depth) : "a" (&request[0]), "0" (depth)
                    : "cc", "memory");
#elif defined __aarch64__
  register uintptr_t x3 __asm__ ("x3") = depth;
  register volatile uintptr_t *x4 __asm__ ("x4") = &request[0];
  __asm__ volatile ("ror x12, x12, #3\n\tror x12, x12, #13\n\t"
                    "ror x12, x12, #51\n\tror x12, x12, #61\n\t"
                    "orr x10, x10, x10"
                    : "+r" (x3) : "r" (x4) : "cc", "memory");
  depth = x3;
#else
  (void) request;
#endif
  return depth != 0;
}

#endif /* GMON_VALGRIND_H */
