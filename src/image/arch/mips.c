/* image/arch/mips.c -- calls in MIPS code (not MIPS16 or microMIPS).

   SPDX-License-Identifier: GPL-3.0-or-later

   The calls are JAL, whose target is a word in the same 256 MiB as the next
   instruction; BAL and the other branches that link, which GNU gprof does not
   find; and JALR with the usual link register, which is indirect.  */

#include <config.h>

#include "image/arch/scan.h"

/* Returns true if INSN is BLTZAL or BGEZAL.  BAL is BGEZAL of register 0.  */
static bool
is_branch_and_link (uint32_t insn)
{
  return (insn & 0xFC1E0000) == 0x04100000;
}

static bool
mips_is_call (const struct scan *scan, size_t at, uint32_t insn,
              struct scan_call *call)
{
  if (insn >> 26 == 3)
    {
      uint64_t region = (scan->addr + at + 4) & ~(uint64_t) 0x0FFFFFFF;
      *call = (struct scan_call) { .to = region | (insn & 0x03FFFFFF) << 2 };
      return true;
    }
  if ((insn & 0xFC00F83F) == 0x0000F809)
    {
      *call = (struct scan_call) { .indirect = true };
      return true;
    }
  return (!scan->gnu && is_branch_and_link (insn)
          && scan_relative (scan, at + 4, scan_signed (insn, 16) * 4, call));
}

bool
scan_mips (struct scan *scan, struct scan_call *call)
{
  if (!scan->gnu)               /* GNU does not align the start */
    scan_align (scan);
  return scan_words (scan, call, mips_is_call);
}
