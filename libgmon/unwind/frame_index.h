/* frame_index.h -- an index of .eh_frame for objects that have none.

   SPDX-License-Identifier: 0BSD

   gcc -static and musl-gcc link programs without .eh_frame_hdr.  Such a program
   has no program header that says where its .eh_frame is, either.  */

#ifndef GMON_FRAME_INDEX_H
#define GMON_FRAME_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "unwind/cfi.h"

/* Looks for .eh_frame in the memory from START to END, exclusive, which must be
   readable: a PT_LOAD segment of an object without PT_GNU_EH_FRAME.  Stores its
   address in *FRAMES and returns the size in bytes of the memory that
   frame_index_make needs.  Returns 0 if there is none.  Takes time in
   proportion to the size of the memory; not for signal handlers.  */
size_t frame_index_size (uintptr_t start, uintptr_t end, uintptr_t *frames);

/* Makes an index of the .eh_frame at FRAMES, which frame_index_size found
   between START and END, in MEMORY, and stores both in *TABLES.  MEMORY has the
   size that frame_index_size returned; it belongs to the caller and stays in
   use.  */
void frame_index_make (uintptr_t start, uintptr_t end, uintptr_t frames,
                       void *memory, struct unwind_tables *tables);

#endif /* GMON_FRAME_INDEX_H */
