/* unwind_copy.h -- the call stack of another process, by a copy of its stack.

   SPDX-License-Identifier: 0BSD

   For a profiler that is not in the program.  It has the registers of a thread
   and the bytes above its stack pointer, and the files whose code the process
   has mapped.  These functions are not for signal handlers.  This header needs
   no other one of libgmon.  */

#ifndef GMON_UNWIND_COPY_H
#define GMON_UNWIND_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define unwind_copy __gmon_unwind_copy
#define unwind_file_row __gmon_unwind_file_row

/* The unwind tables of a file, in memory of the caller.  An address of the
   file's symbols becomes one of this memory when BIAS is added, as far as the
   tables are concerned: their own addresses are relative to where they are.  */
struct unwind_file
{
  const unsigned char *header;  /* .eh_frame_hdr */
  size_t header_size;           /* in bytes */
  const unsigned char *start, *end;     /* memory that holds .eh_frame */
  uintptr_t bias;
};

/* A row says how a function is left at one of its instructions.  Its bits have
   no meaning for the caller, but for these two.  */
#define UNWIND_ROW_UNKNOWN 0    /* code in a file whose tables do not have it */
#define UNWIND_ROW_OUTSIDE 5    /* code in no file */

/* Returns the row of the instruction at ADDRESS, an address of FILE's symbols,
   or UNWIND_ROW_UNKNOWN.  Reads no byte outside of the memory that FILE names,
   whatever the tables contain.  */
uint64_t unwind_file_row (const struct unwind_file *file, uintptr_t address);

/* Another process.  */
struct unwind_process
{
  const void *data;
  /* Copies SIZE bytes at ADDRESS of the process to TO.  Returns false if they
     are not known.  DATA is the field.  */
  bool (*copy) (const void *data, uintptr_t address, void *to, size_t size);
  /* Returns the row of PC, an address inside of an instruction.  */
  uint64_t (*row) (const void *data, uintptr_t pc);
};

/* The number of registers: those with the DWARF numbers from 0 on, and behind
   them the program counter.  */
#define UNWIND_REGISTERS 17

/* Stores the stack of a thread of PROCESS with REGISTERS, UNWIND_REGISTERS of
   them, in the MAX elements of PCS, at least 4.  The first is the program
   counter, the further ones are return addresses, innermost first; where a
   signal interrupted a function, it is the program counter plus 1.  If there
   are more than MAX, those in the middle are left out.  Stores GMON_SAMPLE_*
   bits (gmon_process.h) in *FLAGS, 0: the stack is complete.  Returns the
   number of elements, at least 1; on machines whose stacks cannot be unwound,
   1.  */
size_t unwind_copy (const struct unwind_process *process,
                    const uint64_t *registers, uintptr_t *pcs, size_t max,
                    unsigned *flags);

#endif /* GMON_UNWIND_COPY_H */
