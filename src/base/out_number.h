/* base/out_number.h -- numbers in the columns of tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   These functions write the bytes that out_printf would write, at a tenth of
   its cost.  The large reports consist mostly of numbers.  A number that is
   longer than its column is written in full.  */

#ifndef BASE_OUT_NUMBER_H
#define BASE_OUT_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include "base/out.h"

/* Write VALUE in decimal into a column of WIDTH bytes: right-aligned (printf's
   "%*u"), or left-aligned ("%-*u").  */
void out_unsigned (struct out *out, uint64_t value, size_t width);
void out_unsigned_left (struct out *out, uint64_t value, size_t width);

/* Writes VALUE in lower-case hexadecimal (printf's "%x").  */
void out_hex (struct out *out, uint64_t value);

/* Returns the number of decimal digits of VALUE.  */
size_t out_unsigned_len (uint64_t value);

/* Writes VALUE with PRECISION (1 to 3) digits behind the point, right-aligned
   in a column of WIDTH bytes (printf's "%*.*f" in the C locale).  The exact
   value is rounded once; a tie is rounded to the even digit.  VALUE may also
   be negative, infinite or not a number.  */
void out_fixed (struct out *out, double value, size_t width,
                unsigned precision);

#endif /* BASE_OUT_NUMBER_H */
