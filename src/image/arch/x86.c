/* image/arch/x86.c -- calls in i386 and x86-64 code.

   SPDX-License-Identifier: GPL-3.0-or-later

   E8 is CALL with a displacement of 32 bits from its end.  Where instructions
   begin is not known without decoding all of them, so every byte is tried; what
   is no call hardly ever hits the start of a function.  Called by find_call. */

#include <config.h>

#include "image/arch/scan.h"

#include <string.h>

enum { CALL = 0xE8, CALL_SIZE = 5 };

bool
scan_x86 (struct scan *scan, struct scan_call *call)
{
  while (scan->at < scan->end)
    {
      const unsigned char *e8 = memchr (scan->bytes + scan->at, CALL,
                                        scan->end - scan->at);
      if (!e8)
        break;
      size_t at = e8 - scan->bytes;
      if (scan->len - at < CALL_SIZE)
        break;
      uint32_t displacement = scan_get (scan, at + 1, 4);
      scan->at = at + 1;
      /* GNU takes it for unsigned, and so finds no call backwards.  */
      scan_relative (scan, at + CALL_SIZE,
                     scan->gnu ? (int64_t) displacement
                     : scan_signed (displacement, 32), call);
      return scan_found (scan, at, call);
    }
  scan->at = scan->end;
  return false;
}
