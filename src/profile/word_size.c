/* profile/word_size.c -- checks the word size of a profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   The format does not record the size of addresses.  With the wrong size the
   second record begins in the middle of the first one, so a few records are
   enough to show whether a size can be right.  */

#include <config.h>

#include "profile/word_size.h"

#include <ctype.h>
#include <stdint.h>

#include "libgmon/gmon_out.h"

/* This many records that fit prove the size of addresses.  */
#define ENOUGH_RECORDS 64

/* Skips a histogram.  Returns false if no runtime writes such a histogram.  */
static bool
skip_hist (struct reader *r)
{
  uint64_t low = rd_addr (r), high = rd_addr (r);
  uint32_t nbins = rd_u32 (r);
  rd_u32 (r);
  const unsigned char *dimension = rd_bytes (r, GMON_DIMEN_SIZE + 1);
  rd_bytes (r, (size_t) nbins * GMON_BIN_SIZE);
  return !r->failed && high > low && nbins > 0 && isprint (dimension[0]);
}

/* Skips the record at R.  Returns false if it is not a record of version
   1.  */
static bool
skip_record (struct reader *r)
{
  switch (rd_u8 (r))
    {
    case GMON_TAG_TIME_HIST:
      return skip_hist (r);
    case GMON_TAG_CG_ARC:
      rd_bytes (r, GMON_ARC_SIZE (r->wire.addr_size));
      return !r->failed;
    case GMON_TAG_BB_COUNT:
      rd_bytes (r, (size_t) rd_u32 (r) * GMON_BB_SIZE (r->wire.addr_size));
      return !r->failed;
    default:
      return false;
    }
}

/* Returns true if the first MAX records (all if there are fewer) have the word
   size of WIRE.  */
static bool
records_fit (const void *data, size_t len, struct wire wire, size_t max)
{
  struct reader r;
  reader_init (&r, data, len, wire);
  rd_bytes (&r, GMON_HEADER_SIZE);
  for (size_t i = 0; i < max && rd_left (&r); i++)
    if (!skip_record (&r))
      return false;
  return !r.failed;
}

bool
word_size_is_other (const void *data, size_t len, struct wire wire)
{
  struct wire other = wire;
  other.addr_size = wire.addr_size == 8 ? 4 : 8;
  return (!records_fit (data, len, wire, ENOUGH_RECORDS)
          && records_fit (data, len, other, SIZE_MAX));
}

struct wire
word_size_guess (const void *data, size_t len)
{
  struct wire wire = wire_host ();
  struct reader r;
  reader_init (&r, data, len, wire);
  rd_bytes (&r, GMON_MAGIC_SIZE);
  if (rd_u32 (&r) > UINT16_MAX && !r.failed)
    wire.big_endian = !wire.big_endian; /* the version is a small number */
  wire.long_size = 0;
  if (word_size_is_other (data, len, wire))
    wire.addr_size = wire.addr_size == 8 ? 4 : 8;
  return wire;
}
