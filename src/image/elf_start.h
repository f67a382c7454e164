/* image/elf_start.h -- the machine in the first bytes of an ELF file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef IMAGE_ELF_START_H
#define IMAGE_ELF_START_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stream.h"

/* The machines whose instructions -c can read.  */
enum core_arch
{
  CORE_ARCH_OTHER,
  CORE_ARCH_AARCH64,
  CORE_ARCH_ALPHA,
  CORE_ARCH_ARM,
  CORE_ARCH_MIPS,
  CORE_ARCH_PPC,
  CORE_ARCH_RISCV,
  CORE_ARCH_S390,
  CORE_ARCH_SPARC,
  CORE_ARCH_X86,
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

/* Returns the architecture of the machine in START, or CORE_ARCH_OTHER for a
   machine that -c does not support.  */
enum core_arch elf_start_arch (const struct elf_start *start);

#endif /* IMAGE_ELF_START_H */
