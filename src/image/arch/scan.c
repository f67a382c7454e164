/* image/arch/scan.c -- helpers for the scanners in this folder.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "image/arch/scan.h"

uint32_t
scan_get (const struct scan *scan, size_t at, unsigned size)
{
  uint32_t value = 0;
  if (at > scan->len || scan->len - at < size)
    return 0;
  for (unsigned i = 0; i < size; i++)
    {
      unsigned shift = 8 * (scan->big_endian ? size - 1 - i : i);
      value |= (uint32_t) scan->bytes[at + i] << shift;
    }
  return value;
}

int64_t
scan_signed (uint32_t value, unsigned bits)
{
  uint64_t sign = (uint64_t) 1 << (bits - 1);
  uint64_t low = value & (2 * sign - 1);
  return (int64_t) (low ^ sign) - (int64_t) sign;
}

bool
scan_relative (const struct scan *scan, size_t at, int64_t distance,
               struct scan_call *call)
{
  uint64_t to = scan->addr + at + (uint64_t) distance;
  *call = (struct scan_call) { .to = scan->narrow ? (uint32_t) to : to };
  return true;
}

bool
scan_found (const struct scan *scan, size_t at, struct scan_call *call)
{
  call->at = scan->addr + at;
  return true;
}

void
scan_align (struct scan *scan)
{
  scan->at += -(scan->addr + scan->at) & 3;
}

bool
scan_words (struct scan *scan, struct scan_call *call, scan_insn_fn *is_call)
{
  while (scan->at < scan->end && scan->len - scan->at >= 4)
    {
      size_t at = scan->at;
      scan->at += 4;
      if (is_call (scan, at, scan_get (scan, at, 4), call))
        return scan_found (scan, at, call);
    }
  return false;
}
