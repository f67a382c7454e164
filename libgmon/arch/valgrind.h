/* arch/valgrind.h -- requests to valgrind.

   SPDX-License-Identifier: 0BSD

   Valgrind's manual documents requests of the program to it: a sequence of
   instructions that changes nothing on a processor, which valgrind recognizes.
   A tool that does not know a request answers 0.  */

#ifndef GMON_VALGRIND_H
#define GMON_VALGRIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

#define VALGRIND_DEPTH 0x1001   /* how many valgrinds run the program */
#define VALGRIND_MEMCHECK_DEFINE 0x4d430002     /* address and size: the memory
                                                   has a value */

/* Returns valgrind's answer to the request NUMBER with the arguments FIRST and
   SECOND: 0 without valgrind, and on machines for which the instructions are
   not known.  Async-signal-safe.  */
static inline uintptr_t
machine_ask_valgrind (uintptr_t number, uintptr_t first, uintptr_t second)
{
  volatile uintptr_t request[6] = { number, first, second, 0, 0, 0 };
  uintptr_t answer = 0;

#if defined __x86_64__ && defined __LP64__
  __asm__ volatile ("rolq $3, %%rdi\n\trolq $13, %%rdi\n\t"
                    "rolq $61, %%rdi\n\trolq $51, %%rdi\n\t"
                    "xchgq %%rbx, %%rbx"
                    : "=d" (answer) : "a" (&request[0]), "0" (answer)
                    : "cc", "memory");
#elif defined __i386__
  __asm__ volatile ("roll $3, %%edi\n\troll $13, %%edi\n\t"
                    "roll $29, %%edi\n\troll $19, %%edi\n\t"
                    "xchgl %%ebx, %%ebx"
                    : "=d" (answer) : "a" (&request[0]), "0" (answer)
                    : "cc", "memory");
#elif defined __aarch64__
  register uintptr_t x3 __asm__ ("x3") = answer;
  register volatile uintptr_t *x4 __asm__ ("x4") = &request[0];
  __asm__ volatile ("ror x12, x12, #3\n\tror x12, x12, #13\n\t"
                    "ror x12, x12, #51\n\tror x12, x12, #61\n\t"
                    "orr x10, x10, x10"
                    : "+r" (x3) : "r" (x4) : "cc", "memory");
  answer = x3;
#else
  (void) request;
#endif
  return answer;
}

/* Returns true if valgrind runs the program; false on machines for which this
   is not known.  Async-signal-safe.  */
static inline bool
machine_is_valgrind (void)
{
  return machine_ask_valgrind (VALGRIND_DEPTH, 0, 0) != 0;
}

/* Tells memcheck that the SIZE bytes at DATA have a value: they are a copy of
   memory of the program, which may have none yet.  Async-signal-safe.  */
static inline void
machine_valgrind_define (const void *data, size_t size)
{
  (void) machine_ask_valgrind (VALGRIND_MEMCHECK_DEFINE, (uintptr_t) data,
                               size);
}

#endif /* GMON_VALGRIND_H */
