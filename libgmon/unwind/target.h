/* target.h -- registers and memory of another process.

   SPDX-License-Identifier: 0BSD

   The signal handler reads the memory of its own process directly.  gprof,
   which unwinds stacks of other processes, reads copies of them.  */

#ifndef GMON_TARGET_H
#define GMON_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

#define UNWIND_REGISTERS 32

/* Registers of a thread, by their DWARF numbers.  On x86-64 these are rax, rdx,
   rcx, rbx, rsi, rdi, rbp, rsp, and r8 to r15; on AArch64 x0 to x30, and
   sp.  */
struct unwind_registers
{
  uintptr_t pc;                 /* the instruction that is not finished */
  uint32_t known;               /* bit N: values[N] is known */
  uintptr_t values[UNWIND_REGISTERS];
};

/* How memory is read.  */
struct unwind_memory
{
  /* Copies the SIZE bytes that the process has at ADDRESS to TO; SIZE is at
     most 4096.  Returns how many of them could be read, from the first on: 0 if
     there is nothing at ADDRESS.  ADDRESS can be any number, and ADDRESS + SIZE
     can be more than UINTPTR_MAX.  DATA is the field below.

     It is asked for words of the stack, and for the bytes of code near return
     addresses.  */
  size_t (*read) (void *data, uintptr_t address, void *to, size_t size);
  void *data;
};

static inline bool
memory_read (const struct unwind_memory *memory, uintptr_t address, void *to,
             size_t size)
{
  return memory->read (memory->data, address, to, size) == size;
}

#endif /* GMON_TARGET_H */
