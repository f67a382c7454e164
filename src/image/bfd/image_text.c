/* image/bfd/image_text.c -- the machine and the sections with code.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/bfd/image_bfd.h"

#include <stdlib.h>

#include "base/arena.h"
#include "image/elf_start.h"

void
image_collect_code (struct image *image)
{
  struct code_ranges *code = &image->code;
  code->ranges = array_new (bfd_count_sections (image->bfd),
                            sizeof *code->ranges);
  for (asection *s = image->bfd->sections; s; s = s->next)
    if ((bfd_section_flags (s) & SEC_CODE) && bfd_section_size (s))
      {
        uint64_t low = bfd_section_vma (s), last;
        if (__builtin_add_overflow (low, bfd_section_size (s) - 1, &last))
          last = UINT64_MAX;
        code->ranges[code->len++] = (struct code_range) { low, last };
      }
  code_ranges_join (code);
}

struct wire
image_wire (const struct image *image)
{
  /* Use the ELF class if there is one.  BFD's generic ELF targets do not know
     the machine, and so they do not know its address bits.  */
  int bits = bfd_get_arch_size (image->bfd);
  if (bits <= 0)
    bits = bfd_arch_bits_per_address (image->bfd);
  const unsigned addr_size = bits > 32 ? 8 : 4;
  return (struct wire) {
    .big_endian = bfd_big_endian (image->bfd),
    .sign_extend = bfd_get_sign_extend_vma (image->bfd) > 0,
    .addr_size = addr_size,
    .long_size = image_long_size (image, addr_size),
  };
}

struct text_range
image_text_range (const struct image *image)
{
  uint64_t low = bfd_section_vma (image->text);
  return (struct text_range) { low, low + bfd_section_size (image->text) };
}

bool
image_has_code (const struct image *image, uint64_t low, uint64_t last)
{
  return code_ranges_meet (&image->code, low, last);
}

uint64_t
image_code_last (const struct image *image, uint64_t addr)
{
  return code_ranges_last (&image->code, addr);
}

bool
image_text_is_real (const struct image *image)
{
  /* A debug file has the size of the text but not its bytes.  Its lines take
     more than a sixteenth of the size of the text.  */
  bool has_bytes = bfd_section_flags (image->text) & SEC_HAS_CONTENTS;
  return (bfd_section_size (image->text) / (has_bytes ? 1 : 16)
          <= bfd_get_file_size (image->bfd));
}

bool
image_has_text (const struct image *image)
{
  return (bfd_section_flags (image->text) & SEC_HAS_CONTENTS) != 0;
}

unsigned char *
image_read_text_data (const struct image *image)
{
  if (!image_has_text (image) || !image_text_is_real (image))
    return NULL;
  size_t size = bfd_section_size (image->text);
  unsigned char *bytes = array_new (size, 1);
  if (bfd_get_section_contents (image->bfd, image->text, bytes, 0, size))
    return bytes;
  free (bytes);
  return NULL;
}

static enum image_arch
arch_of_bfd (enum bfd_architecture arch)
{
  switch (arch)
    {
    case bfd_arch_aarch64:
      return IMAGE_ARCH_AARCH64;
    case bfd_arch_alpha:
      return IMAGE_ARCH_ALPHA;
    case bfd_arch_arm:
      return IMAGE_ARCH_ARM;
    case bfd_arch_i386:
      return IMAGE_ARCH_X86;
    case bfd_arch_mips:
      return IMAGE_ARCH_MIPS;
    case bfd_arch_powerpc:
      return IMAGE_ARCH_PPC;
    case bfd_arch_riscv:
      return IMAGE_ARCH_RISCV;
    case bfd_arch_s390:
      return IMAGE_ARCH_S390;
    case bfd_arch_sparc:
      return IMAGE_ARCH_SPARC;
    default:
      return IMAGE_ARCH_OTHER;
    }
}

/* Returns true if instructions are big-endian.  Some machines have
   little-endian instructions with big-endian data; ARM has a flag (BE8).  */
static bool
has_big_insns (const struct image *image, enum image_arch arch, uint32_t flags)
{
  if (!bfd_big_endian (image->bfd) || arch == IMAGE_ARCH_AARCH64
      || arch == IMAGE_ARCH_RISCV)
    return false;
  return !(arch == IMAGE_ARCH_ARM && (flags & 0x00800000));
}

struct image_machine
image_machine (const struct image *image, bool bfd_only)
{
  struct image_machine machine = {
    .arch = arch_of_bfd (bfd_get_arch (image->bfd)),
    .big_endian = bfd_big_endian (image->bfd),
    .name = bfd_printable_name (image->bfd),
  };
  if (bfd_only)
    return machine;
  struct elf_start start = elf_start_read (image->file);
  if (bfd_get_arch (image->bfd) == bfd_arch_unknown)
    machine.arch = elf_start_arch (&start);
  machine.big_endian = has_big_insns (image, machine.arch, start.arm_flags);
  return machine;
}

bool
image_may_use_libgmon (const struct image *image)
{
  static const char *const others[]
    = { ".note.netbsd.ident", ".note.openbsd.ident", ".note.android.ident" };
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour
      || elf_start_read (image->file).is_foreign_system)
    return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (bfd_get_section_by_name (image->bfd, others[i]))
      return false;
  return true;
}

char
image_leading_char (const struct image *image)
{
  return bfd_get_symbol_leading_char (image->bfd);
}

unsigned
image_insn_step (const struct image *image)
{
  switch (bfd_get_arch (image->bfd))
    {
    case bfd_arch_mips:
    case bfd_arch_powerpc:
    case bfd_arch_riscv:
    case bfd_arch_sh:
      return 2;
    case bfd_arch_alpha:
      return 4;
    default:
      return 1;
    }
}
