/* base/out_number.c -- numbers in the columns of tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   A double is an integer of 53 bits times a power of two.  If the double is
   below 2^53, the power is at most 1.  The integer times 1000 has at most 63
   bits.  So the scaled value is computed exactly, and the bits that the shift
   cuts off decide the direction of rounding:

       bits   53 zeros/ones * 10^precision          shifted right by -power
              |........ digits to print ........|.. less than one ..|
                                                 ^ half  */

#include <config.h>

#include "base/out_number.h"

#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

/* The number of digits of the largest uint64_t.  */
#define MAX_DIGITS 20

/* True if a double has the IEEE format with 64 bits.  This file takes only
   that format apart; any other format is left to printf.  */
#define IS_IEEE \
  (FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024 \
   && sizeof (double) == 8)

static const uint64_t powers_of_ten[MAX_DIGITS] = {
  1u,
  10u,
  100u,
  1000u,
  10000u,
  100000u,
  1000000u,
  10000000u,
  100000000u,
  1000000000u,
  10000000000u,
  100000000000u,
  1000000000000u,
  10000000000000u,
  100000000000000u,
  1000000000000000u,
  10000000000000000u,
  100000000000000000u,
  1000000000000000000u,
  10000000000000000000u,
};

size_t
out_unsigned_len (uint64_t value)
{
  size_t n = 1;

  while (n < MAX_DIGITS && value >= powers_of_ten[n])
    n++;
  return n;
}

/* Writes the last N digits of *VALUE so that they end before END, and removes
   them from *VALUE.  Returns a pointer to the first of them.  */
static inline char *
put_digits (char *end, uint64_t *value, size_t n)
{
  static const char pairs[] = "00010203040506070809" "10111213141516171819"
                              "20212223242526272829" "30313233343536373839"
                              "40414243444546474849" "50515253545556575859"
                              "60616263646566676869" "70717273747576777879"
                              "80818283848586878889" "90919293949596979899";

  for (; n >= 2; n -= 2)
    {
      end -= 2;
      memcpy (end, &pairs[*value % 100 * 2], 2);
      *value /= 100;
    }
  if (n)
    {
      *--end = (char) ('0' + *value % 10);
      *value /= 10;
    }
  return end;
}

/* Makes room for a text of LEN bytes, right-aligned in a column of WIDTH
   bytes, and writes the blanks before it.  Returns the end of the text, and
   sets *SIZE to the number of bytes to pass to out_added.  */
static inline char *
begin_column (struct out *out, size_t len, size_t width, size_t *size)
{
  *size = len > width ? len : width;
  if (*size <= OUT_BLANKS)
    {
      char *to = out_room (out, OUT_BLANKS);

      out_blanks (to);
      return to + *size;
    }
  char *to = out_room (out, *size);

  memset (to, ' ', *size - len);
  return to + *size;
}

void
out_unsigned (struct out *out, uint64_t value, size_t width)
{
  size_t len = out_unsigned_len (value), size;

  put_digits (begin_column (out, len, width, &size), &value, len);
  out_added (out, size);
}

void
out_unsigned_left (struct out *out, uint64_t value, size_t width)
{
  size_t len = out_unsigned_len (value);

  put_digits (out_room (out, len) + len, &value, len);
  out_added (out, len);
  if (width > len)
    out_pad (out, width - len);
}

void
out_hex (struct out *out, uint64_t value)
{
  size_t len = 1;

  while (len < 2 * sizeof value && value >> (4 * len))
    len++;
  char *to = out_room (out, len);
  for (size_t i = 0; i < len; i++)
    to[i] = "0123456789abcdef"[value >> (4 * (len - 1 - i)) & 15];
  out_added (out, len);
}

/* Sets *SCALED to VALUE times 10^PRECISION, rounded.  Returns false if VALUE
   is negative, not below 2^53 or not a number.  */
static bool
scale (double value, unsigned precision, uint64_t *scaled)
{
  uint64_t bits, half, whole, rest;

  memcpy (&bits, &value, sizeof bits);
  const unsigned exponent = (unsigned) (bits >> 52);    /* with the sign */
  const uint64_t fraction = bits & (((uint64_t) 1 << 52) - 1);
  const uint64_t product = ((exponent ? (uint64_t) 1 << 52 : 0) + fraction)
                           * powers_of_ten[precision];

  if (exponent > 1023 + 52)
    return false;
  const unsigned shift = 1023 + 52 - exponent;
  *scaled = product;
  if (shift == 0)
    return true;
  *scaled = 0;
  if (shift > 63)
    return true;                /* VALUE times 10^PRECISION rounds to 0 */
  half = (uint64_t) 1 << (shift - 1);
  whole = product >> shift;
  rest = product - (whole << shift);
  *scaled = whole + (rest > half || (rest == half && (whole & 1)));
  return true;
}

void
out_fixed (struct out *out, double value, size_t width, unsigned precision)
{
  uint64_t scaled;

  if (!IS_IEEE || !scale (value, precision, &scaled))
    {
      out_printf (out, "%*.*f", width > INT_MAX ? INT_MAX : (int) width,
                  (int) precision, value);
      return;
    }
  size_t digits = out_unsigned_len (scaled), size;
  if (digits <= precision)
    digits = precision + 1;
  char *p = begin_column (out, digits + 1, width, &size);
  p = put_digits (p, &scaled, precision);
  *--p = '.';
  put_digits (p, &scaled, digits - precision);
  out_added (out, size);
}
