/* base/out_number.h -- numbers in the columns of tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   The same bytes as out_printf would write, at a tenth of its cost: the large
   reports are made of little else.  A number that is longer than its column
   is written whole.  */

#ifndef BASE_OUT_NUMBER_H
#define BASE_OUT_NUMBER_H

#include <stddef.h>
#include <stdint.h>

#include "base/out.h"

/* VALUE in decimal, to the right of a column of WIDTH bytes (printf's "%*u"),
   and to the left of it ("%-*u").  */
void out_unsigned (struct out *out, uint64_t value, size_t width);
void out_unsigned_left (struct out *out, uint64_t value, size_t width);

/* VALUE in lower-case hexadecimal (printf's "%x").  */
void out_hex (struct out *out, uint64_t value);

/* The number of decimal digits of VALUE.  */
size_t out_unsigned_len (uint64_t value);

/* VALUE with PRECISION digits behind the point, 1 to 3, to the right of a
   column of WIDTH bytes (printf's "%*.*f" in the C locale): the exact value
   rounded once, a tie to the even digit.  Also not a number, infinite and
   negative ones.  */
void out_fixed (struct out *out, double value, size_t width,
                unsigned precision);

#endif /* BASE_OUT_NUMBER_H */
