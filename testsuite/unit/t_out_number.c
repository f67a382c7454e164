/* unit/t_out_number.c -- tests of base/out_number: the same bytes as printf.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <float.h>
#include <math.h>

#include "base/out_number.h"

enum
{
  MAX_TEXT = 400,
  ROUNDS = 120000
};

static uint64_t
random_u64 (uint32_t *state)
{
  return (uint64_t) check_random (state) << 32 | check_random (state);
}

/* What was written into OUT since *BEFORE bytes: is it WANT?  */
static bool
wrote (struct out *out, size_t *before, const char *want)
{
  size_t len, from = *before;
  const char *data = out_memory (out, &len);

  *before = len;
  return (len - from == strlen (want)
          && memcmp (data + from, want, len - from) == 0);
}

/* Compares VALUE in every precision, and WIDTH, with printf.  */
static void
expect_fixed (unsigned *bad, double value, size_t width)
{
  struct out *out = out_to_memory ();
  size_t at = 0;
  char want[MAX_TEXT];

  for (unsigned precision = 1; precision <= 3; precision++)
    {
      snprintf (want, sizeof want, "%*.*f", (int) width, (int) precision,
                value);
      out_fixed (out, value, width, precision);
      EXPECT (bad, wrote (out, &at, want), "%a: not '%s'", value, want);
    }
  out_close (out);
}

/* VALUE, 0 or more, the next ones above and below it, and all of these
   negative.  */
static void
expect_around (unsigned *bad, double value)
{
  for (int step = -1; step <= 1; step++)
    {
      double near = value;
      uint64_t bits;

      memcpy (&bits, &value, sizeof bits);
      bits += (uint64_t) step;
      if (bits != UINT64_MAX)
        memcpy (&near, &bits, sizeof near);
      expect_fixed (bad, near, 7);
      expect_fixed (bad, -near, 9);
    }
}

static void
test_edges (void)
{
  const double edges[] = {
    0, 0.005, 0.05, 0.125, 0.375, 0.5, 0.25, 0.75, 0.045, 1.005, 2.675, 0.995,
    0.9995, 0.99995, 9.995, 99.995, 999.995, 1, 10, 100, 1000, 99999.995,
    1e15, 1e16, 0x1p-11, 0x1p-10, 0x1p-9, 0x1p-63, 0x1p-64, 0x1p-65, 0x1p51,
    0x1p52, 0x1p53, 0x1p54, 0x1p63, 0x1p64, 0x1.fffffffffffffp52,
    0x1.fffffffffffffp51, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 0x1p-1023,
  };
  unsigned bad = 0;

  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    expect_around (&bad, edges[i]);
  expect_fixed (&bad, INFINITY, 8);
  expect_fixed (&bad, -INFINITY, 8);
  expect_fixed (&bad, copysign (NAN, 1), 8);
  expect_fixed (&bad, copysign (NAN, -1), 8);
  for (int power = -1074; power <= 1023; power++)
    expect_around (&bad, ldexp (1, power));
  CHECK (bad == 0, "values at the limits");
}

/* Exact ties: odd multiples of a power of a half.  */
static void
test_ties (void)
{
  unsigned bad = 0;

  for (unsigned i = 0; i < 40000; i++)
    expect_around (&bad, i / 16.0);
  for (unsigned i = 0; i < 1000; i++)
    expect_around (&bad, 0x1p48 + i / 16.0);
  CHECK (bad == 0, "ties, and what is next to them");
}

/* What reports print: hundredths, shares and quotients.  */
static void
test_plain_values (void)
{
  uint32_t state = 7;
  unsigned bad = 0;

  for (unsigned i = 0; i < ROUNDS; i++)
    {
      double a = check_random (&state) % 1000000;
      double b = check_random (&state) % 10000 + 1;

      expect_fixed (&bad, a / 100, i % 13);
      expect_fixed (&bad, a / b, i % 13);
      expect_fixed (&bad, 100 * b / (a + b), i % 13);
    }
  CHECK (bad == 0, "%u random times and shares", 3 * ROUNDS);
}

/* Any bits, and any bits of the exponents that the quick way is for.  */
static void
test_random_bits (void)
{
  uint32_t state = 99;
  unsigned bad = 0;

  for (unsigned i = 0; i < ROUNDS; i++)
    {
      uint64_t bits = random_u64 (&state), near = bits;
      double value;

      memcpy (&value, &bits, sizeof value);
      expect_fixed (&bad, value, i % 13);
      near &= ~((uint64_t) 0xfff << 52);
      near |= (uint64_t) (1000 + bits % 80) << 52;
      memcpy (&value, &near, sizeof value);
      expect_fixed (&bad, value, i % 13);
    }
  CHECK (bad == 0, "%u random bit patterns", 2 * ROUNDS);
}

static void
expect_unsigned (unsigned *bad, uint64_t value)
{
  struct out *out = out_to_memory ();
  size_t at = 0;
  char want[MAX_TEXT];

  for (int width = 0; width < 25; width += 6)
    {
      snprintf (want, sizeof want, "%*" PRIu64, width, value);
      out_unsigned (out, value, (size_t) width);
      EXPECT (bad, wrote (out, &at, want), "not '%s'", want);
      snprintf (want, sizeof want, "%-*" PRIu64, width, value);
      out_unsigned_left (out, value, (size_t) width);
      EXPECT (bad, wrote (out, &at, want), "not '%s'", want);
    }
  snprintf (want, sizeof want, "%" PRIx64, value);
  out_hex (out, value);
  EXPECT (bad, wrote (out, &at, want), "not '%s'", want);
  out_close (out);
}

static void
test_unsigned (void)
{
  uint32_t state = 5;
  uint64_t power = 1;
  unsigned bad = 0;

  for (int i = 0; i < 20; i++, power *= 10)
    for (int step = -1; step <= 1; step++)
      expect_unsigned (&bad, power + (uint64_t) step);
  expect_unsigned (&bad, UINT64_MAX);
  for (unsigned bit = 0; bit < 64; bit++)
    expect_unsigned (&bad, (uint64_t) 1 << bit);
  for (unsigned i = 0; i < ROUNDS; i++)
    expect_unsigned (&bad, random_u64 (&state) >> i % 64);
  CHECK (bad == 0, "integers of every length in columns");
}

/* A column that is wider than what the buffer begins with.  */
static void
test_wide (void)
{
  struct out *out = out_to_memory ();
  size_t len;

  out_fixed (out, 1.25, 5000, 1);
  out_unsigned (out, 7, 5000);
  out_unsigned_left (out, 8, 5000);
  const char *data = out_memory (out, &len);
  CHECK (len == 15000 && memcmp (data + 4996, " 1.2", 4) == 0
         && memcmp (data + 9998, " 78 ", 4) == 0, "wide columns");
  out_close (out);
}

int
main (void)
{
  test_edges ();
  test_ties ();
  test_plain_values ();
  test_random_bits ();
  test_unsigned ();
  test_wide ();
  return check_end ();
}
