/* image/arch/sparc.c -- calls in SPARC code.

   SPDX-License-Identifier: GPL-3.0-or-later

   The only call is CALL, whose displacement counts words.  */

#include <config.h>

#include "image/arch/scan.h"

static bool
sparc_is_call (const struct scan *scan, size_t at, uint32_t insn,
               struct scan_call *call)
{
  /* GNU reads the displacement as a number of bytes.  */
  return (insn >> 30 == 1
          && scan_relative (scan, at,
                            scan_signed (insn, 30) * (scan->gnu ? 1 : 4),
                            call));
}

bool
scan_sparc (struct scan *scan, struct scan_call *call)
{
  scan_align (scan);
  return scan_words (scan, call, sparc_is_call);
}
