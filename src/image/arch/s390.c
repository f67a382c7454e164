/* image/arch/s390.c -- calls in s390 and z/Architecture code.

   SPDX-License-Identifier: GPL-3.0-or-later

   The calls are BRAS and BRASL, whose displacements count halfwords.  The two
   highest bits of an instruction encode its size.  */

#include <config.h>

#include "image/arch/scan.h"

static unsigned
s390_insn_size (unsigned char first)
{
  static const unsigned char sizes[4] = { 2, 4, 4, 6 };
  return sizes[first >> 6];
}

static bool
s390_is_call (const struct scan *scan, size_t at, struct scan_call *call)
{
  uint32_t insn = scan_get (scan, at, 2) & 0xFF0F;
  if (insn == 0xA705)           /* BRAS */
    return scan_relative (scan, at,
                          scan_signed (scan_get (scan, at + 2, 2), 16) * 2,
                          call);
  if (insn == 0xC005)           /* BRASL */
    return scan_relative (scan, at,
                          scan_signed (scan_get (scan, at + 2, 4), 32) * 2,
                          call);
  return false;
}

bool
scan_s390 (struct scan *scan, struct scan_call *call)
{
  while (scan->at < scan->end)
    {
      size_t at = scan->at, size = s390_insn_size (scan->bytes[at]);
      if (scan->len - at < size)
        break;
      scan->at += size;
      if (s390_is_call (scan, at, call))
        return scan_found (scan, at, call);
    }
  return false;
}
