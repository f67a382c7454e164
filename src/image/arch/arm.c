/* image/arch/arm.c -- calls in 32-bit ARM code.

   SPDX-License-Identifier: GPL-3.0-or-later

   The calls are BL and BLX with a displacement, in A32 and in Thumb.  A
   displacement counts from the visible program counter, which is two
   instructions ahead: 8 bytes in A32 and 4 in Thumb.  For a Thumb instruction
   that changes to A32, the target is rounded down to a word.  Targets are
   reported without the Thumb bit.  */

#include <config.h>

#include "image/arch/scan.h"

static bool
is_a32_call (const struct scan *scan, size_t at, uint32_t insn,
             struct scan_call *call)
{
  int64_t distance = scan_signed (insn, 24) * 4 + 8;
  if (insn >> 25 == 0x7D)               /* BLX to Thumb: H is bit 1 */
    return scan_relative (scan, at, distance + (insn >> 23 & 2), call);
  return ((insn & 0x0F000000) == 0x0B000000 && insn >> 28 != 15
          && scan_relative (scan, at, distance, call));
}

/* Returns the displacement in the pair of halfwords FIRST and SECOND, which
   have the fields S imm10 and J1 J2 imm11.  J1 and J2 encode the two bits
   below the sign: a 1 means that the bit equals the sign.  On older machines
   both were always 1.  */
static int64_t
thumb_distance (uint32_t first, uint32_t second)
{
  uint32_t s = first >> 10 & 1;
  uint32_t i1 = (second >> 13 & 1) ^ s ^ 1;
  uint32_t i2 = (second >> 11 & 1) ^ s ^ 1;
  return scan_signed (s << 24 | i1 << 23 | i2 << 22 | (first & 0x3FF) << 12
                      | (second & 0x7FF) << 1, 25);
}

/* Returns true if the halfword FIRST begins an instruction of two halfwords:
   its highest bits are 11101, 11110 or 11111.  */
static bool
is_thumb_pair (uint32_t first)
{
  return first >> 11 > 0x1C;
}

static bool
is_thumb_call (const struct scan *scan, size_t at, struct scan_call *call)
{
  uint32_t first = scan_get (scan, at, 2), second = scan_get (scan, at + 2, 2);
  if (first >> 11 != 0x1E || (second & 0xC000) != 0xC000)
    return false;
  scan_relative (scan, at, thumb_distance (first, second) + 4, call);
  if (second & 0x1000)                  /* BL */
    return true;
  call->to &= ~(uint64_t) 3;            /* BLX to A32 */
  return !(second & 1);
}

static bool
scan_thumb (struct scan *scan, struct scan_call *call)
{
  while (scan->at < scan->end && scan->len - scan->at >= 2)
    {
      size_t at = scan->at;
      bool pair = is_thumb_pair (scan_get (scan, at, 2));
      scan->at += pair ? 4 : 2;
      if (pair && is_thumb_call (scan, at, call))
        return scan_found (scan, at, call);
    }
  return false;
}

bool
scan_arm (struct scan *scan, struct scan_call *call)
{
  if (scan->thumb)
    return scan_thumb (scan, call);
  scan_align (scan);
  return scan_words (scan, call, is_a32_call);
}
