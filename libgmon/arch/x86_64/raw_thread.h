/* arch/x86_64/raw_thread.h -- a thread that the C library does not know.

   SPDX-License-Identifier: 0BSD

   Contracts are in arch/raw_thread.h.  */

#ifndef GMON_MACHINE_RAW_THREAD_H
#define GMON_MACHINE_RAW_THREAD_H

#include <stdint.h>
#include <sys/syscall.h>

static inline long
machine_raw_thread (unsigned long flags, void *stack, uint32_t *id,
                    void (*function) (void *data), void *data)
{
  register uint32_t *r10 __asm__ ("r10") = id;
  register long r8 __asm__ ("r8") = 0;
  uintptr_t *top = (uintptr_t *) stack;
  long result;

  *--top = (uintptr_t) data;
  *--top = (uintptr_t) function;
  __asm__ volatile ("syscall\n\t"
                    "test %%rax, %%rax\n\t"
                    "jnz 1f\n\t"
                    "xor %%ebp, %%ebp\n\t"
                    "pop %%rax\n\t"
                    "pop %%rdi\n\t"
                    "call *%%rax\n\t"
                    "xor %%edi, %%edi\n\t"
                    "mov %[end], %%eax\n\t"
                    "syscall\n\t"
                    "hlt\n"
                    "1:"
                    : "=a" (result)
                    : "0" ((long) SYS_clone), "D" (flags), "S" (top),
                      "d" (id), "r" (r10), "r" (r8), [end] "i" (SYS_exit)
                    : "rcx", "r11", "memory");
  return result;
}

#endif /* GMON_MACHINE_RAW_THREAD_H */
