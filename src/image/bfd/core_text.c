/* image/bfd/core_text.c -- the machine and the sections with code.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the open image.  Out: its machine, its ranges of code and its text.  */

#include <config.h>

#include "image/bfd/core_bfd.h"

#include <stdlib.h>

#include "base/arena.h"
#include "image/elf_start.h"

void
core_collect_code (struct core *core)
{
  struct code_ranges *code = &core->code;
  code->ranges = array_new (bfd_count_sections (core->bfd),
                            sizeof *code->ranges);
  for (asection *s = core->bfd->sections; s; s = s->next)
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
core_wire (const struct core *core)
{
  /* Use the ELF class if there is one.  BFD's generic ELF targets do not know
     the machine, and so they do not know its address bits.  */
  int bits = bfd_get_arch_size (core->bfd);
  if (bits <= 0)
    bits = bfd_arch_bits_per_address (core->bfd);
  const unsigned addr_size = bits > 32 ? 8 : 4;
  return (struct wire) {
    .big_endian = bfd_big_endian (core->bfd),
    .sign_extend = bfd_get_sign_extend_vma (core->bfd) > 0,
    .addr_size = addr_size,
    .long_size = core_long_size (core, addr_size),
  };
}

struct text_range
core_text_range (const struct core *core)
{
  uint64_t low = bfd_section_vma (core->text);
  return (struct text_range) { low, low + bfd_section_size (core->text) };
}

bool
core_has_code (const struct core *core, uint64_t low, uint64_t last)
{
  return code_ranges_meet (&core->code, low, last);
}

uint64_t
core_code_last (const struct core *core, uint64_t addr)
{
  return code_ranges_last (&core->code, addr);
}

bool
core_text_is_real (const struct core *core)
{
  /* A debug file has the size of the text but not its bytes.  Its lines take
     more than a sixteenth of the size of the text.  */
  bool has_bytes = bfd_section_flags (core->text) & SEC_HAS_CONTENTS;
  return (bfd_section_size (core->text) / (has_bytes ? 1 : 16)
          <= bfd_get_file_size (core->bfd));
}

bool
core_has_text (const struct core *core)
{
  return (bfd_section_flags (core->text) & SEC_HAS_CONTENTS) != 0;
}

unsigned char *
core_read_text_data (const struct core *core)
{
  if (!core_has_text (core) || !core_text_is_real (core))
    return NULL;
  size_t size = bfd_section_size (core->text);
  unsigned char *bytes = array_new (size, 1);
  if (bfd_get_section_contents (core->bfd, core->text, bytes, 0, size))
    return bytes;
  free (bytes);
  return NULL;
}

static enum core_arch
arch_of_bfd (enum bfd_architecture arch)
{
  switch (arch)
    {
    case bfd_arch_aarch64:
      return CORE_ARCH_AARCH64;
    case bfd_arch_alpha:
      return CORE_ARCH_ALPHA;
    case bfd_arch_arm:
      return CORE_ARCH_ARM;
    case bfd_arch_i386:
      return CORE_ARCH_X86;
    case bfd_arch_mips:
      return CORE_ARCH_MIPS;
    case bfd_arch_powerpc:
      return CORE_ARCH_PPC;
    case bfd_arch_riscv:
      return CORE_ARCH_RISCV;
    case bfd_arch_s390:
      return CORE_ARCH_S390;
    case bfd_arch_sparc:
      return CORE_ARCH_SPARC;
    default:
      return CORE_ARCH_OTHER;
    }
}

/* Returns true if instructions are big-endian.  Some machines have
   little-endian instructions with big-endian data; ARM has a flag (BE8).  */
static bool
has_big_insns (const struct core *core, enum core_arch arch, uint32_t flags)
{
  if (!bfd_big_endian (core->bfd) || arch == CORE_ARCH_AARCH64
      || arch == CORE_ARCH_RISCV)
    return false;
  return !(arch == CORE_ARCH_ARM && (flags & 0x00800000));
}

struct core_machine
core_machine (const struct core *core, bool bfd_only)
{
  struct core_machine machine = {
    .arch = arch_of_bfd (bfd_get_arch (core->bfd)),
    .big_endian = bfd_big_endian (core->bfd),
    .name = bfd_printable_name (core->bfd),
  };
  if (bfd_only)
    return machine;
  struct elf_start start = elf_start_read (core->file);
  if (bfd_get_arch (core->bfd) == bfd_arch_unknown)
    machine.arch = elf_start_arch (&start);
  machine.big_endian = has_big_insns (core, machine.arch, start.arm_flags);
  return machine;
}

bool
core_may_use_libgmon (const struct core *core)
{
  static const char *const others[]
    = { ".note.netbsd.ident", ".note.openbsd.ident", ".note.android.ident" };
  if (bfd_get_flavour (core->bfd) != bfd_target_elf_flavour
      || elf_start_read (core->file).is_foreign_system)
    return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (bfd_get_section_by_name (core->bfd, others[i]))
      return false;
  return true;
}

char
core_leading_char (const struct core *core)
{
  return bfd_get_symbol_leading_char (core->bfd);
}

unsigned
core_insn_step (const struct core *core)
{
  switch (bfd_get_arch (core->bfd))
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
