/* image/elf_start.h -- what the first bytes of an ELF file say.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_ELF_START_H
#define IMAGE_ELF_START_H

#include <stdint.h>

#include "base/stream.h"
#include "image/core.h"

struct elf_start
{
  unsigned machine;             /* e_machine */
  uint32_t arm_flags;           /* e_flags of a 32-bit file */
};

/* Reads the start of FILE.  All fields are 0 if FILE is no ELF file, or cannot
   be read.  */
struct elf_start elf_start_read (struct stream *file);

/* Returns the architecture of the machine in START, CORE_ARCH_OTHER for a
   machine that -c does not know.  */
enum core_arch elf_start_arch (const struct elf_start *start);

#endif /* IMAGE_ELF_START_H */
