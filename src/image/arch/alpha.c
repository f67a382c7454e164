/* image/arch/alpha.c -- calls in Alpha code.

   SPDX-License-Identifier: GPL-3.0-or-later

   The calls are BSR, whose displacement counts words from the next
   instruction, and JSR and JSR_COROUTINE, which are indirect.  */

#include <config.h>

#include "image/arch/scan.h"

static bool
alpha_is_call (const struct scan *scan, size_t at, uint32_t insn,
               struct scan_call *call)
{
  uint32_t opcode = insn >> 26;
  if (opcode == 0x1A && (insn & 0x4000))
    {
      *call = (struct scan_call) { .indirect = true };
      return true;
    }
  /* GNU reads the displacement as a number of bytes.  */
  return (opcode == 0x34
          && scan_relative (scan, at + 4,
                            scan_signed (insn, 21) * (scan->gnu ? 1 : 4),
                            call));
}

bool
scan_alpha (struct scan *scan, struct scan_call *call)
{
  scan_align (scan);
  return scan_words (scan, call, alpha_is_call);
}
