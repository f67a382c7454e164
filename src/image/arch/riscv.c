/* image/arch/riscv.c -- calls in RISC-V code.

   SPDX-License-Identifier: GPL-3.0-or-later

   The calls are JAL, and AUIPC followed by JALR, both with a link register
   (ra, or t0 for the helpers that save registers); and C.JAL if addresses have
   32 bits.  The lowest bits of an instruction encode its size.  */

#include <config.h>

#include "image/arch/scan.h"

static bool
is_link (uint32_t reg)
{
  return reg == 1 || reg == 5;
}

static unsigned
riscv_insn_size (uint32_t insn)
{
  if ((insn & 3) != 3)
    return 2;
  if ((insn & 0x1F) != 0x1F)
    return 4;
  return (insn & 0x3F) == 0x1F ? 6 : 8;
}

/* Returns the bit of VALUE at position FROM, moved to position TO.  */
static uint32_t
move_bit (uint32_t value, unsigned from, unsigned to)
{
  return (value >> from & 1) << to;
}

static int64_t
jal_distance (uint32_t insn)
{
  return scan_signed ((insn >> 21 & 0x3FF) << 1 | move_bit (insn, 20, 11)
                      | (insn & 0xFF000) | move_bit (insn, 31, 20), 21);
}

static int64_t
c_jal_distance (uint32_t insn)
{
  return scan_signed (move_bit (insn, 12, 11) | move_bit (insn, 11, 4)
                      | (insn >> 9 & 3) << 8 | move_bit (insn, 8, 10)
                      | move_bit (insn, 7, 6) | move_bit (insn, 6, 7)
                      | (insn >> 3 & 7) << 1 | move_bit (insn, 2, 5), 12);
}

/* Returns true, with *CALL filled, if the AUIPC INSN at AT is followed by a
   JALR with its register, so that both are a call.  */
static bool
is_far_call (const struct scan *scan, size_t at, uint32_t insn,
             struct scan_call *call)
{
  uint32_t reg = insn >> 7 & 31, jalr = scan_get (scan, at + 4, 4);
  if ((jalr & 0x707F) != 0x67 || (jalr >> 15 & 31) != reg
      || !is_link (jalr >> 7 & 31))
    return false;
  scan_relative (scan, at, scan_signed (insn & 0xFFFFF000, 32)
                 + scan_signed (jalr >> 20, 12), call);
  call->to &= ~(uint64_t) 1;
  return true;
}

static bool
riscv_is_call (const struct scan *scan, size_t at, uint32_t insn,
               struct scan_call *call)
{
  if ((insn & 0x7F) == 0x6F && is_link (insn >> 7 & 31))
    return scan_relative (scan, at, jal_distance (insn), call);
  if ((insn & 0x7F) == 0x17)
    return is_far_call (scan, at, insn, call);
  return (scan->narrow && (insn & 0xE003) == 0x2001
          && scan_relative (scan, at, c_jal_distance (insn), call));
}

bool
scan_riscv (struct scan *scan, struct scan_call *call)
{
  while (scan->at < scan->end)
    {
      size_t at = scan->at;
      uint32_t insn = scan_get (scan, at, 2);
      unsigned size = riscv_insn_size (insn);
      if (scan->len - at < size)
        break;
      scan->at += size;
      if (size == 4)
        insn = scan_get (scan, at, 4);
      if (riscv_is_call (scan, at, insn, call))
        return scan_found (scan, at, call);
    }
  return false;
}
