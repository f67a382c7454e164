/* image/elf_start.c -- the machine in the first bytes of an ELF file.

   SPDX-License-Identifier: GPL-3.0-or-later

   BFD has no portable function for the machine.  */

#include <config.h>

#include "image/elf_start.h"

#include <string.h>

#include "base/bytes.h"

struct elf_start
elf_start_read (struct stream *file)
{
  unsigned char head[40];
  struct elf_start start = { .machine = 0 };
  if (stream_read (file, head, sizeof head, 0) == sizeof head
      && memcmp (head, "\177ELF", 4) == 0)
    {
      struct reader r;
      reader_init (&r, head, sizeof head,
                   (struct wire) { .big_endian = head[5] == 2 });
      rd_bytes (&r, 18);
      start.machine = rd_u16 (&r);
      rd_bytes (&r, 16);
      start.arm_flags = rd_u32 (&r);
      /* 0 and 3: System V and Linux.  */
      start.is_foreign_system = head[7] != 0 && head[7] != 3;
    }
  return start;
}

/* The numbers are the e_machine values of the ELF standard.  */
enum image_arch
elf_start_arch (const struct elf_start *start)
{
  switch (start->machine)
    {
    case 3:
    case 62:
      return IMAGE_ARCH_X86;
    case 2:
    case 18:
    case 43:
      return IMAGE_ARCH_SPARC;
    case 8:
      return IMAGE_ARCH_MIPS;
    case 20:
    case 21:
      return IMAGE_ARCH_PPC;
    case 22:
      return IMAGE_ARCH_S390;
    case 40:
      return IMAGE_ARCH_ARM;
    case 41:
    case 0x9026:
      return IMAGE_ARCH_ALPHA;
    case 183:
      return IMAGE_ARCH_AARCH64;
    case 243:
      return IMAGE_ARCH_RISCV;
    default:
      return IMAGE_ARCH_OTHER;
    }
}
