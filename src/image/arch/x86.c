/* image/arch/x86.c -- calls in i386 and x86-64 code.

   SPDX-License-Identifier: GPL-3.0-or-later

   E8 is CALL with a 32-bit displacement from its end.  The starts of
   instructions are unknown unless all of them are decoded, so every byte is
   tried.  Bytes that are not a call hardly ever have the start of a function
   as their target.  */

#include <config.h>

#include "image/arch/scan.h"

#include <string.h>

enum
{
  CALL = 0xE8, CALL_SIZE = 5,
  SLOT = 0xFF, SLOT_MODE = 0x15, SLOT_SIZE = 6
};

/* Returns true if there is a CALL through a word in memory at AT, as gcc
   -fno-plt generates it.  */
static bool
is_slot (const struct scan *scan, size_t at)
{
  return (scan->slots && scan->bytes[at] == SLOT
          && scan->len - at >= SLOT_SIZE
          && scan->bytes[at + 1] == SLOT_MODE);
}

/* Returns the offset of the next byte that may begin a call, or SCAN->end.  */
static size_t
next_call (const struct scan *scan)
{
  const unsigned char *e8;
  size_t at = scan->at;

  if (!scan->slots)
    {
      e8 = memchr (scan->bytes + at, CALL, scan->end - at);
      return e8 ? (size_t) (e8 - scan->bytes) : scan->end;
    }
  while (at < scan->end && scan->bytes[at] != CALL && !is_slot (scan, at))
    at++;
  return at;
}

/* Fills *CALL for a CALL through a word at AT.  The instruction contains the
   distance of the word from the end of the instruction; on i386 it contains
   the address of the word.  */
static bool
found_slot (const struct scan *scan, size_t at, struct scan_call *call)
{
  const uint32_t number = scan_get (scan, at + 2, 4);

  scan_relative (scan, at + SLOT_SIZE, scan_signed (number, 32), call);
  if (scan->narrow)
    call->to = number;
  return scan_found (scan, at, call);
}

bool
scan_x86 (struct scan *scan, struct scan_call *call)
{
  while (scan->at < scan->end)
    {
      size_t at = next_call (scan);
      if (at == scan->end)
        break;
      scan->at = at + 1;
      if (is_slot (scan, at))
        return found_slot (scan, at, call);
      if (scan->len - at < CALL_SIZE)
        break;
      uint32_t displacement = scan_get (scan, at + 1, 4);
      /* GNU reads the displacement as unsigned, and so finds no backward
         calls.  */
      scan_relative (scan, at + CALL_SIZE,
                     scan->gnu ? (int64_t) displacement
                     : scan_signed (displacement, 32), call);
      return scan_found (scan, at, call);
    }
  scan->at = scan->end;
  return false;
}
