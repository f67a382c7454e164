/* base/leb128.c -- numbers of variable length (DWARF 5, section 7.6).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/leb128.h"

#define PAYLOAD_BITS 7
#define PAYLOAD 0x7f
#define CONTINUES 0x80
#define SIGN_BIT 0x40

/* Bits of the last byte of a number that has 64 bits.  */
#define LAST_SHIFT (64 / PAYLOAD_BITS * PAYLOAD_BITS)

/* Reads the bits of a number into *VALUE.  Returns the last byte, or 0 with
   R->failed set.  *SHIFT becomes the number of bits read.  */
static uint8_t
read_bits (struct reader *r, uint64_t *value, unsigned *shift)
{
  uint8_t byte;

  *value = 0;
  *shift = 0;
  do
    {
      byte = rd_u8 (r);
      if (*shift > LAST_SHIFT)
        r->failed = true;
      if (r->failed)
        return *value = 0;
      *value |= (uint64_t) (byte & PAYLOAD) << *shift;
      *shift += PAYLOAD_BITS;
    }
  while (byte & CONTINUES);
  return byte;
}

/* Returns true if the next number is one byte, as most are.  */
static bool
is_byte (const struct reader *r)
{
  return r->pos < r->end && *r->pos < CONTINUES && !r->failed;
}

uint64_t
rd_uleb (struct reader *r)
{
  if (is_byte (r))
    return *r->pos++;
  unsigned shift;
  uint64_t value;
  uint8_t last = read_bits (r, &value, &shift);

  if (shift > 64 && last > 1)
    r->failed = true;
  return r->failed ? 0 : value;
}

uint64_t
rd_sleb (struct reader *r)
{
  if (is_byte (r))
    {
      uint64_t byte = *r->pos++;
      return byte < SIGN_BIT ? byte : byte | ~(uint64_t) PAYLOAD;
    }
  unsigned shift;
  uint64_t value;
  uint8_t last = read_bits (r, &value, &shift);

  if (shift > 64 && last != 0 && last != PAYLOAD)
    r->failed = true;
  if (shift < 64 && (last & SIGN_BIT))
    value |= UINT64_MAX << shift;
  return r->failed ? 0 : value;
}

void
wr_uleb (struct writer *w, uint64_t value)
{
  for (; value > PAYLOAD; value >>= PAYLOAD_BITS)
    wr_u8 (w, (uint8_t) (value | CONTINUES));
  wr_u8 (w, (uint8_t) value);
}

void
wr_sleb (struct writer *w, uint64_t value)
{
  const uint64_t sign = value >> 63 ? UINT64_MAX : 0;

  while ((value ^ sign) >= SIGN_BIT)
    {
      wr_u8 (w, (uint8_t) (value | CONTINUES));
      value = value >> PAYLOAD_BITS | sign << (64 - PAYLOAD_BITS);
    }
  wr_u8 (w, (uint8_t) (value & PAYLOAD));
}
