/* unwind.h -- the call stack of what a signal interrupted, and of threads of
   other processes.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_UNWIND_H
#define GMON_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "arch/namespace.h"
#include "unwind/target.h"
#include "unwind/unwinder.h"

/* How much of a stack was found.  */
enum
{
  UNWIND_COMPLETE = 1,          /* the last frame is a thread's first one */
  UNWIND_CUT = 2,               /* it is not; then one bit of the next three */
  UNWIND_NO_TABLES = 4,         /* nothing is known of the last frame's code */
  UNWIND_UNREADABLE = 8,        /* memory that is not readable, or a frame that
                                   is not above its callee's */
  UNWIND_TOO_DEEP = 16,         /* UNWIND_MOST_FRAMES frames were walked */
  UNWIND_DEEP = 32,             /* frames are left out in the middle */
  UNWIND_BY_POINTER = 64        /* a frame was left by its frame pointer alone,
                                   or by a word that only looks like its return
                                   address; its caller may be missing */
};

/* The most frames that are walked.  */
#define UNWIND_MOST_FRAMES 4096

/* Sizes of the array that gets a stack: with UNWIND_SIZE, a deep stack keeps
   its 192 innermost and its 64 outermost frames.  */
#define UNWIND_SIZE 256
#define UNWIND_OUTER(size) ((size) / 4)

/* Stores the stack that the signal with CONTEXT interrupted in the MAX elements
   of PCS; MAX is at least 4.  The first is the program counter, the further
   ones are return addresses, innermost first.  Where a signal interrupted a
   function, its program counter plus 1 stands in place of a return address: so
   "less 1" always gives an address inside the instruction that is not finished.
   If there are more than MAX, the outermost UNWIND_OUTER (MAX) of them and the
   innermost others are stored.  Stores UNWIND_* bits in *FLAGS.  Returns the
   number of elements, at least 1.

   On machines without MACHINE_HAS_FRAMES (arch/call_frame.h) stores the program
   counter alone.

   Reads only memory that the kernel says is readable, or where it wrote what
   belongs to CONTEXT.  Async-signal-safe; takes no lock and does not change
   errno; several threads may use one UNWINDER.  */
size_t gmon_unwind (const struct unwinder *unwinder, const ucontext_t *context,
                    uintptr_t *pcs, size_t max, unsigned *flags);

/* Stores the stack of a thread that has REGISTERS, of a process that has
   MEMORY, in the MAX elements of PCS, as gmon_unwind does; MAX is at least 4.

   Only gprof has this function; libgmon does not.

   UNWINDER is of that process: its field `find' gets addresses there and gives
   tables that are readable here, with the right `bias', and may_change false.
   Its is_for_others is true.  The cache of rows must be cleared
   (row_cache_clear) when an object of the process is loaded or unloaded.

   MEMORY need not have what is below the stack pointer.  A register that was
   saved there has been restored, so it still has the caller's value.

   Stores UNWIND_* bits in *FLAGS: a stack that goes on where MEMORY ends has
   UNWIND_UNREADABLE.  Returns the number of elements, at least 1.  On machines
   without MACHINE_HAS_FRAMES  stores the program counter
   alone.

   Takes time in proportion to UNWIND_MOST_FRAMES at most, whatever is in
   REGISTERS, MEMORY and the tables; allocates nothing.  Threads may use one
   UNWINDER at once, with a MEMORY each.  */
size_t unwind_copy (const struct unwinder *unwinder,
                    const struct unwind_registers *registers,
                    const struct unwind_memory *memory, uintptr_t *pcs,
                    size_t max, unsigned *flags);

/* Returns the row of PC (unwind/row.h), an address inside of an instruction.
   GENERATION was read from the cache of rows before the walk.
   Async-signal-safe.  */
uint64_t unwind_row (const struct unwinder *unwinder, uint32_t generation,
                     uintptr_t pc);

#endif /* GMON_UNWIND_H */
