/* program_image.h -- where the executable is in memory.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROGRAM_IMAGE_H
#define GMON_PROGRAM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "gmon_out.h"

struct dl_phdr_info;

/* The profiled part of the address space, and the code of the executable.  */
struct text
{
  uintptr_t base;               /* load address: file address = run - base */
  uintptr_t low;                /* first profiled address */
  uintptr_t high;               /* end of the profiled range, exclusive */
  unsigned char build_id[GMON_BUILD_ID_SIZE];   /* as in the file */
  uintptr_t program_low;        /* first address of the executable's code */
  uintptr_t program_high;       /* end of that code, exclusive */
};

static inline bool
text_contains (const struct text *text, uintptr_t address)
{
  return address - text->low < text->high - text->low;
}

/* Returns true if ADDRESS is in the code of the executable, which stays loaded
   and may be read.  The profiled range may belong to a library instead.  */
static inline bool
text_is_program (const struct text *text, uintptr_t address)
{
  return address - text->program_low < text->program_high - text->program_low;
}

/* The beginning of the file name of the shared form of libgmon.  */
#define OUR_NAME "libgmon.so"

/* Returns true if ADDRESS can be the return address of a call in TEXT.  If the
   call ends the text, its return address is one past the last byte.  */
static inline bool
text_contains_return (const struct text *text, uintptr_t address)
{
  return text_contains (text, address - 1);
}

/* Returns the load address, the text range and the first bytes of the build id
   of the executable, from its program headers and notes.  Not
   async-signal-safe.  */
struct text text_range (void);

/* Returns true if ADDRESS is in the executable, code or data.  Not
   async-signal-safe.  */
bool is_in_executable (uintptr_t address);

/* Returns true if the executable is linked with libgmon, false if it only runs
   with LD_PRELOAD.  Not async-signal-safe.  */
bool executable_needs_us (void);

/* Returns true if the addresses ONE and OTHER are in the same loaded object,
   executable or library.  Always false in a static program.  Not
   async-signal-safe.  */
bool are_in_one_object (uintptr_t one, uintptr_t other);

/* Copies the build id of the object with INFO to ID, at most ROOM bytes.
   Returns the number of bytes copied, 0 if the object has none.
   Async-signal-safe.  */
size_t program_build_id (const struct dl_phdr_info *info, unsigned char *id,
                         size_t room);

#endif /* GMON_PROGRAM_IMAGE_H */
