/* image/elf_start.h -- the machine in the first bytes of an ELF file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_ELF_START_H
#define IMAGE_ELF_START_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stream.h"

/* The machines whose instructions -c can read.  */
enum image_arch
{
  IMAGE_ARCH_OTHER,
  IMAGE_ARCH_AARCH64,
  IMAGE_ARCH_ALPHA,
  IMAGE_ARCH_ARM,
  IMAGE_ARCH_MIPS,
  IMAGE_ARCH_PPC,
  IMAGE_ARCH_RISCV,
  IMAGE_ARCH_S390,
  IMAGE_ARCH_SPARC,
  IMAGE_ARCH_X86,
};

struct elf_start
{
  unsigned machine;             /* e_machine */
  uint32_t arm_flags;           /* e_flags of a 32-bit file */
  bool is_foreign_system;       /* EI_OSABI names another system than Linux */
};

/* Reads the start of FILE.  In the result, all fields are 0 if FILE is not an
   ELF file or cannot be read.  */
struct elf_start elf_start_read (struct stream *file);

/* Returns the architecture of the machine in START, or IMAGE_ARCH_OTHER for a
   machine that -c does not support.  */
enum image_arch elf_start_arch (const struct elf_start *start);

#endif /* IMAGE_ELF_START_H */
