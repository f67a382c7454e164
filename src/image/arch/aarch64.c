/* image/arch/aarch64.c -- calls in AArch64 code.

   SPDX-License-Identifier: GPL-3.0-or-later

   The calls are BL, and also B: a jump to the start of a function is a tail
   call.  */

#include <config.h>

#include "image/arch/scan.h"

static bool
aarch64_is_call (const struct scan *scan, size_t at, uint32_t insn,
                 struct scan_call *call)
{
  return ((insn & 0x7C000000) == 0x14000000     /* bit 31: BL */
          && scan_relative (scan, at, scan_signed (insn, 26) * 4, call));
}

bool
scan_aarch64 (struct scan *scan, struct scan_call *call)
{
  if (!scan->gnu)               /* GNU does not align the start */
    scan_align (scan);
  return scan_words (scan, call, aarch64_is_call);
}
