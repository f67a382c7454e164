/* unit/t_bytes.c -- tests of base/bytes: readers and writers.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include "base/bytes.h"

static const struct wire le8 = { false, false, 8, 0 };
static const struct wire be8 = { true, false, 8, 0 };
static const struct wire le4 = { false, false, 4, 0 };
static const struct wire be4 = { true, false, 4, 0 };

static const unsigned char ramp[16] = {
  1, 2, 3, 4, 5, 6, 7, 8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff, 0
};

static void
test_numbers (void)
{
  struct reader r;

  reader_init (&r, ramp, sizeof ramp, le8);
  CHECK_U64 (rd_u8 (&r), 1, "u8");
  CHECK_U64 (rd_u16 (&r), 0x0302, "u16, little endian");
  CHECK_U64 (rd_u32 (&r), 0x07060504, "u32, little endian");
  CHECK_U64 (rd_u64 (&r), UINT64_C (0xfffefdfcfbfaf908),
             "u64, little endian, not aligned");
  CHECK_U64 (rd_offset (&r), 15, "offset");
  CHECK_U64 (rd_left (&r), 1, "bytes left");
  reader_init (&r, ramp, sizeof ramp, be8);
  CHECK_U64 (rd_u16 (&r), 0x0102, "u16, big endian");
  CHECK_U64 (rd_u32 (&r), 0x03040506, "u32, big endian");
  CHECK_U64 (rd_u64 (&r), UINT64_C (0x0708f9fafbfcfdfe), "u64, big endian");
}

static void
test_addresses (void)
{
  struct reader r;
  struct wire mips = be4;

  reader_init (&r, ramp, sizeof ramp, le8);
  CHECK_U64 (rd_addr (&r), UINT64_C (0x0807060504030201), "8-byte address");
  reader_init (&r, ramp, sizeof ramp, be4);
  CHECK_U64 (rd_addr (&r), 0x01020304, "4-byte address");
  CHECK_U64 (rd_offset (&r), 4, "a 4-byte address is 4 bytes");
  reader_init (&r, ramp + 8, 8, be4);
  CHECK_U64 (rd_addr (&r), UINT64_C (0xf9fafbfc), "high one, unsigned");
  mips.sign_extend = true;
  reader_init (&r, ramp + 8, 8, mips);
  CHECK_U64 (rd_addr (&r), UINT64_C (0xfffffffff9fafbfc),
             "high one, sign-extended");
  reader_init (&r, ramp, 8, mips);
  CHECK_U64 (rd_addr (&r), 0x01020304, "low one, sign-extended");
}

/* Reads a number of SIZE bytes.  */
static uint64_t
read_size (struct reader *r, unsigned size)
{
  switch (size)
    {
    case 1: return rd_u8 (r);
    case 2: return rd_u16 (r);
    case 4: return rd_u32 (r);
    default: return rd_u64 (r);
    }
}

static void
test_short_reads (void)
{
  unsigned bad = 0;

  for (unsigned size = 1; size <= 8; size *= 2)
    for (unsigned len = 0; len < 2 * size; len++)
      {
        struct reader r;
        uint64_t value;

        reader_init (&r, ramp, len, le8);
        value = read_size (&r, size);
        EXPECT (&bad, r.failed == (len < size), "%u of %u", len, size);
        EXPECT (&bad, len >= size || value == 0, "%u of %u", len, size);
        EXPECT (&bad, len >= size || rd_left (&r) == 0, "%u of %u", len, size);
        EXPECT (&bad, rd_offset (&r) == (len < size ? 0 : size),
                "%u of %u", len, size);
      }
  CHECK (bad == 0, "numbers of any size, cut anywhere");
}

static void
test_sticky (void)
{
  struct reader r;

  reader_init (&r, ramp, 3, le8);
  rd_u32 (&r);
  CHECK (r.failed, "a short read fails");
  CHECK_U64 (rd_u8 (&r), 0, "a read after it gives 0 though there is a byte");
  CHECK (!rd_bytes (&r, 1), "bytes after it: none");
  CHECK (!rd_bytes (&r, 0), "not even 0 of them");
  CHECK (!rd_string (&r), "no string after it");
  CHECK (r.failed, "it stays failed");
}

static void
test_runs (void)
{
  static const char text[] = "ab\0\0cd";
  struct reader r;
  const char *s;

  reader_init (&r, ramp, sizeof ramp, le8);
  CHECK (rd_bytes (&r, 0) == ramp, "no bytes");
  CHECK (rd_bytes (&r, 15) == ramp, "15 bytes");
  CHECK (!rd_bytes (&r, 2) && r.failed, "one more than there is");
  reader_init (&r, ramp, sizeof ramp, le8);
  rd_u8 (&r);
  CHECK (!rd_bytes (&r, SIZE_MAX), "a length that wraps");
  reader_init (&r, text, 6, le8);
  s = rd_string (&r);
  CHECK_STR (s, "ab", "string");
  s = rd_string (&r);
  CHECK_STR (s, "", "empty string");
  CHECK (!rd_string (&r) && r.failed, "string without an end");
}

static void
test_empty (void)
{
  struct reader r;

  reader_init (&r, NULL, 0, le8);
  CHECK (rd_left (&r) == 0 && rd_offset (&r) == 0 && !r.failed,
         "a buffer that is NULL");
  rd_u8 (&r);
  CHECK (r.failed, "nothing to read in it");
}

static bool
wrote (const struct writer *w, const void *want, size_t len)
{
  return w->len == len && memcmp (w->data, want, len) == 0;
}

static void
test_writer (void)
{
  static const unsigned char want_le[] = {
    1, 3, 2, 7, 6, 5, 4, 15, 14, 13, 12, 11, 10, 9, 8, 'x', 'y', 0, 0
  };
  static const unsigned char want_be[] = {
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 'x', 'y', 0, 0
  };

  for (unsigned big = 0; big < 2; big++)
    {
      struct writer w;

      writer_init (&w, big ? be8 : le8);
      wr_u8 (&w, 1);
      wr_u16 (&w, 0x0203);
      wr_u32 (&w, 0x04050607);
      wr_u64 (&w, UINT64_C (0x08090a0b0c0d0e0f));
      wr_bytes (&w, "xy", 2);
      wr_zeros (&w, 2);
      wr_bytes (&w, NULL, 0);
      wr_zeros (&w, 0);
      CHECK (wrote (&w, big ? want_be : want_le, sizeof want_le),
             "everything written, %s endian", big ? "big" : "little");
      writer_free (&w);
      CHECK (!w.data && w.len == 0 && w.cap == 0, "freed, and usable again");
    }
}

static void
test_writer_addr (void)
{
  struct writer w;

  writer_init (&w, le4);
  wr_addr (&w, UINT64_C (0xffffffff80000001));
  CHECK (wrote (&w, "\1\0\0\x80", 4), "4-byte address: the low bytes");
  writer_free (&w);
  writer_init (&w, be8);
  wr_addr (&w, 1);
  CHECK (wrote (&w, "\0\0\0\0\0\0\0\1", 8), "8-byte address");
  writer_free (&w);
}

/* Writes random numbers of all sizes and reads them back.  */
static void
test_round_trip (struct wire wire)
{
  enum { N = 20000 };
  struct writer w;
  struct reader r;
  uint32_t seed = 1;
  unsigned bad = 0;

  writer_init (&w, wire);
  for (unsigned i = 0; i < N; i++)
    {
      uint64_t value = check_random (&seed) * UINT64_C (0x100000001) + i;

      wr_u8 (&w, (uint8_t) value);
      wr_u16 (&w, (uint16_t) value);
      wr_u32 (&w, (uint32_t) value);
      wr_u64 (&w, value);
      wr_addr (&w, value);
    }
  reader_init (&r, w.data, w.len, wire);
  seed = 1;
  for (unsigned i = 0; i < N; i++)
    {
      uint64_t value = check_random (&seed) * UINT64_C (0x100000001) + i;

      EXPECT (&bad, rd_u8 (&r) == (uint8_t) value, "u8 %u", i);
      EXPECT (&bad, rd_u16 (&r) == (uint16_t) value, "u16 %u", i);
      EXPECT (&bad, rd_u32 (&r) == (uint32_t) value, "u32 %u", i);
      EXPECT (&bad, rd_u64 (&r) == value, "u64 %u", i);
      EXPECT (&bad, rd_addr (&r) == (wire.addr_size == 8 ? value
                                     : (uint32_t) value), "address %u", i);
    }
  CHECK (bad == 0 && rd_left (&r) == 0 && !r.failed,
         "%u numbers and back, %s endian, %u-byte addresses", N * 5,
         wire.big_endian ? "big" : "little", wire.addr_size);
  writer_free (&w);
}

static void
test_host (void)
{
  const uint32_t probe = 0x01020304;
  struct wire host = wire_host ();
  struct reader r;

  reader_init (&r, &probe, sizeof probe, host);
  CHECK (rd_u32 (&r) == probe, "the byte order of this machine");
  CHECK_U64 (host.addr_size, sizeof (void *), "its address size");
}

int
main (void)
{
  test_numbers ();
  test_addresses ();
  test_short_reads ();
  test_sticky ();
  test_runs ();
  test_empty ();
  test_writer ();
  test_writer_addr ();
  test_round_trip (le8);
  test_round_trip (be8);
  test_round_trip (le4);
  test_round_trip (be4);
  test_host ();
  return check_end ();
}
