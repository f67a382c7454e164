/* profile/process_read.c -- decodes the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later

   The records are decoded twice.  The first pass only checks them.  The second
   pass enters them into the sum; it cannot fail.  So a damaged stream leaves
   nothing behind, and no copy of the records is needed.

   The first pass also counts the records.  If there could be more than memory
   has room for, a pass before the second one counts more exactly.  */

#include <config.h>

#include "profile/process_read.h"

#include <stdlib.h>
#include <string.h>

#include "libgmon/gmon_digest.h"
#include "profile/process_records.h"

/* Returns how often records with TAG may come: GMON_ALWAYS, GMON_SEVERAL.  */
static unsigned
tag_often (uint8_t tag)
{
  switch (tag)
    {
#define RECORD(symbol, name, tag, often, sum) case tag: return often;
      GMON_RECORD_LIST (RECORD)
#undef RECORD
    default: return GMON_SEVERAL;       /* of a newer version */
    }
}

/* Returns true if TAG may follow the tag BEFORE.  */
static bool
tag_follows (uint8_t tag, uint8_t before)
{
  return tag > before || (tag == before && tag_often (tag) & GMON_SEVERAL);
}

/* Returns the tags that are always there, as bits.  */
static uint64_t
tags_wanted (void)
{
  uint64_t wanted = 0;

  for (uint8_t tag = GMON_TAG_END + 1; tag < GMON_TAG_REFUSED; tag++)
    if (tag_often (tag) & GMON_ALWAYS)
      wanted |= UINT64_C (1) << (tag - GMON_TAG_END);
  return wanted;
}

/* Decodes the records from D->r on, up to and including GMON_TAG_END.  WHOLE
   is a reader of the stream.  Returns the state of the stream; *OFFSET becomes
   the offset of the fault.  */
static enum process_state
decode_records (struct decoder *d, struct reader whole, size_t *offset)
{
  uint8_t before = GMON_TAG_END, tag;
  uint64_t seen = 0;            /* bit TAG - GMON_TAG_END */

  d->n_nodes = 1;
  for (;;)
    {
      uint32_t len;

      *offset = rd_offset (&whole);
      tag = rd_u8 (&whole);
      len = rd_u32 (&whole);
      d->r = whole;
      if (!rd_bytes (&whole, len))
        return PROCESS_DAMAGED;
      if (tag == GMON_TAG_END)
        break;
      if (tag >= GMON_TAG_REFUSED)
        return PROCESS_NEWER;
      if (!tag_follows (tag, before))
        return PROCESS_DAMAGED;
      d->r.end = whole.pos;
      process_decode_body (d, tag);
      process_check_room (d);
      if (d->r.failed)
        return d->is_too_large ? PROCESS_TOO_LARGE : PROCESS_DAMAGED;
      before = tag;
      seen |= UINT64_C (1) << (tag - GMON_TAG_END);
    }
  *offset = rd_offset (&whole);
  return (rd_left (&whole) == 0 && (tags_wanted () & ~seen) == 0
          ? PROCESS_GOOD : PROCESS_DAMAGED);
}

/* Checks header and digest of the stream in WHOLE, and cuts WHOLE to the
   length of the stream.  WHOLE stands behind the header afterwards.  */
static enum process_state
process_read_header (struct reader *whole, uint32_t *flags)
{
  const unsigned char *magic = rd_bytes (whole, GMON_PROCESS_MAGIC_SIZE);
  uint64_t len = rd_u64 (whole);
  uint8_t version = rd_u8 (whole);
  uint8_t order = rd_u8 (whole);
  uint8_t addr_size = rd_u8 (whole);
  uint8_t zero = rd_u8 (whole);
  struct reader digest = *whole;
  uint64_t want;

  *flags = rd_u32 (whole);
  if (whole->failed)
    return PROCESS_CUT_OFF;
  if (memcmp (magic, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE) != 0)
    return PROCESS_DAMAGED;
  if (version != GMON_PROCESS_VERSION)
    return PROCESS_NEWER;
  if (order != (whole->wire.big_endian ? GMON_PROCESS_BIG
                : GMON_PROCESS_LITTLE)
      || addr_size != whole->wire.addr_size || zero != 0
      || len < GMON_PROCESS_HEADER_SIZE + GMON_DIGEST_SIZE)
    return PROCESS_DAMAGED;
  if (len > (size_t) (whole->end - whole->start))
    return PROCESS_CUT_OFF;
  whole->end = whole->start + len;
  digest.pos = whole->end - GMON_DIGEST_SIZE;
  digest.end = whole->end;
  want = rd_u64 (&digest);
  return (want == gmon_process_digest (whole->start,
                                       (size_t) len - GMON_DIGEST_SIZE)
          ? PROCESS_GOOD : PROCESS_DAMAGED);
}

/* Decodes the records of WHOLE as D wants it.  */
static enum process_state
decode (struct decoder *d, struct reader whole, size_t *offset)
{
  enum process_state state = decode_records (d, whole, offset);

  free (d->objects);
  free (d->threads);
  free (d->nodes);
  free (d->sets);
  free (d->depths);
  return state;
}

/* Checks the records of WHOLE, and whether there is room for them beside what
   SUM has.  *PARTS becomes what they have.  */
static enum process_state
check (const struct process_sum *sum, struct reader whole, size_t *offset,
       struct process_parts *parts)
{
  struct decoder roughly = { .sum = NULL }, exactly = { .limit = sum };
  enum process_state state = decode (&roughly, whole, offset);

  *parts = roughly.parts;
  if (state != PROCESS_GOOD || process_fits (sum, parts))
    return state;
  exactly.locations = process_sum_new (true);
  state = decode (&exactly, whole, offset);
  *parts = exactly.parts;
  process_sum_free (exactly.locations);
  return state;
}

enum process_state
process_read (struct process_sum *sum, const unsigned char *data, size_t len,
              struct wire wire, size_t *offset)
{
  enum process_state state;
  struct reader whole;
  uint32_t flags;
  struct process_parts parts;

  reader_init (&whole, data, len, wire);
  state = process_read_header (&whole, &flags);
  *offset = state == PROCESS_CUT_OFF ? len : rd_offset (&whole);
  if (state == PROCESS_GOOD)
    state = check (sum, whole, offset, &parts);
  if (state != PROCESS_GOOD)
    return state;
  sum_file (sum, flags);
  if (sum_with_stacks (sum))
    process_reserve (sum, &parts);
  return decode (&(struct decoder) { .sum = sum }, whole, offset);
}
