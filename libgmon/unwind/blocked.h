/* blocked.h -- the call stack of another thread, which is blocked.

   SPDX-License-Identifier: 0BSD

   Of a blocked thread only the program counter and the stack pointer are known.
   The frame pointer, which the frames of many functions are found by, is
   recovered from the code.  */

#ifndef GMON_BLOCKED_H
#define GMON_BLOCKED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "unwind/unwind.h"

/* The most bytes of a stack that are copied.  */
#define BLOCKED_COPY_SIZE ((size_t) 256 << 10)

/* A part of the stack of the thread, copied.  */
struct blocked_stack
{
  unsigned char *copy;          /* BLOCKED_COPY_SIZE bytes of the caller */
  const struct unwind_memory *memory;   /* of the process; NULL: this one */
  uintptr_t start;              /* the address that was copied to the begin */
  size_t size;                  /* bytes that are copied */
};

/* Stores the stack of a blocked thread, whose program counter is PC and whose
   stack pointer is SP, in the MAX elements of PCS, as gmon_unwind does.  If
   IS_EXACT, PC is the instruction that waits, for a page of memory, else it is
   behind the instruction that waits in the kernel.  STACK needs `copy' and
   `memory'; all else is overwritten.  Stores UNWIND_* bits in *FLAGS.  Returns
   the number of elements, at least 1.

   The thread may run on meanwhile, or end: memory of the process is read by
   system calls or by `memory' only.  The exceptions are unwind tables, of
   objects that UNWINDER finds; these must not be unloaded meanwhile, and
   UNWINDER does not find objects of which the caller does not know that.  If
   the thread has run, which its CPU time shows, the result is not its stack.

   Async-signal-safe; takes no lock and uses no thread-local memory.  On
   machines without FRAME_HAS_CODE stores the program counter alone.  */
size_t unwind_blocked (const struct unwinder *unwinder,
                       struct blocked_stack *stack, uintptr_t pc,
                       bool is_exact, uintptr_t sp, uintptr_t *pcs,
                       size_t max, unsigned *flags);

#endif /* GMON_BLOCKED_H */
