/* image/arch/ppc.c -- calls in PowerPC code, of 32 and 64 bits.

   SPDX-License-Identifier: GPL-3.0-or-later

   The calls are BL and BLA.  In the ELFv2 ABI a function that uses the TOC has
   two entries.  Two instructions at the first entry set r2 from r12.  Calls
   from the same module go to the second entry, behind these instructions.  The
   scanner reports the first entry as their target.  */

#include <config.h>

#include "image/arch/scan.h"

/* Returns true if TO is a second entry: the instructions "addis r2,r12,N" or
   "lis r2,N", and then "addi r2,r2,N", are before it.  */
static bool
is_local_entry (const struct scan *scan, uint64_t to)
{
  uint64_t offset = to - scan->addr;
  if (to < scan->addr || offset < 8 || offset > scan->len)
    return false;
  uint32_t high = scan_get (scan, offset - 8, 4) >> 16;
  uint32_t low = scan_get (scan, offset - 4, 4) >> 16;
  return (high == 0x3C4C || high == 0x3C40) && low == 0x3842;
}

static bool
ppc_is_call (const struct scan *scan, size_t at, uint32_t insn,
             struct scan_call *call)
{
  if ((insn & 0xFC000001) != 0x48000001)
    return false;
  int64_t target = scan_signed (insn & 0x03FFFFFC, 26);
  if (insn & 2)                 /* BLA: the target is absolute */
    *call = (struct scan_call) { .to = (scan->narrow ? (uint32_t) target
                                        : (uint64_t) target) };
  else
    scan_relative (scan, at, target, call);
  if (!scan->narrow && is_local_entry (scan, call->to))
    call->to -= 8;
  return true;
}

bool
scan_ppc (struct scan *scan, struct scan_call *call)
{
  scan_align (scan);
  return scan_words (scan, call, ppc_is_call);
}
