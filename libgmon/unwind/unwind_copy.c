/* unwind_copy.c -- the call stack of another process, by a copy of its stack.

   SPDX-License-Identifier: 0BSD  */

#include "unwind/unwind_copy.h"

#include <string.h>

#include "arch/call_frame.h"
#include "gmon_process.h"
#include "unwind/row.h"
#include "unwind/unwind.h"

_Static_assert (UNWIND_ROW_UNKNOWN == ROW_NONE
                && UNWIND_ROW_OUTSIDE == ROW_OUTSIDE,
                "the rows that the caller knows");

uint64_t
unwind_file_row (const struct unwind_file *file, uintptr_t address)
{
  const struct unwind_tables tables = {
    .header = file->header, .header_size = file->header_size,
    .start = (uintptr_t) file->start, .end = (uintptr_t) file->end
  };

  return cfi_row (&tables, address + file->bias);
}

/* Puts REGISTERS into CONTEXT.  */
static void
fill_context (ucontext_t *context, const uint64_t *registers)
{
#ifdef MACHINE_HAS_FRAMES
  char *start = (char *) context;

  for (unsigned i = 0; i < UNWIND_REGISTERS - 1; i++)
    if (frame_register_place (i) >= 0)
      memcpy (start + frame_register_place (i), &registers[i],
              sizeof (uintptr_t));
  memcpy (start + FRAME_PC_PLACE, &registers[UNWIND_REGISTERS - 1],
          sizeof (uintptr_t));
#else
  (void) context;
  (void) registers;
#endif
}

size_t
unwind_copy (const struct unwind_process *process, const uint64_t *registers,
             uintptr_t *pcs, size_t max, unsigned *flags)
{
  ucontext_t context;
  unsigned found;
  size_t len;

  memset (&context, 0, sizeof context);
  fill_context (&context, registers);
  len = unwind_process_stack (process, &context, pcs, max, &found);
  pcs[0] = (uintptr_t) registers[UNWIND_REGISTERS - 1];
  *flags = 0;
  if ((found & UNWIND_NO_TABLES) != 0)
    *flags |= GMON_SAMPLE_CUT;
  if ((found & UNWIND_UNREADABLE) != 0)
    *flags |= GMON_SAMPLE_UNREADABLE;
  if ((found & (UNWIND_TOO_DEEP | UNWIND_DEEP)) != 0)
    *flags |= GMON_SAMPLE_DEEP;
  return len;
}
