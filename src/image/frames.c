/* image/frames.c -- the extents of code in .eh_frame.

   SPDX-License-Identifier: GPL-3.0-or-later

   The section is a row of entries: a length, a number, contents.  In a common
   entry (CIE) the number is 0; in an entry of a function (FDE) it is the
   distance back to its common entry, which tells how the FDE's addresses are
   encoded.  */

#include <config.h>

#include "image/frames.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/leb128.h"
#include "base/search.h"
#include "base/sort.h"

/* Encodings of addresses: the low four bits are the format, the next three the
   base.  */
enum
{
  ENCODED_NATIVE = 0x00,
  ENCODED_U2 = 0x02,
  ENCODED_U4 = 0x03,
  ENCODED_U8 = 0x04,
  ENCODED_S2 = 0x0a,
  ENCODED_S4 = 0x0b,
  ENCODED_S8 = 0x0c,
  ENCODED_FORMAT = 0x0f,
  ENCODED_RELATIVE = 0x10,
  ENCODED_BASE = 0xf0
};

/* The section that is read.  */
struct frame_section
{
  const unsigned char *bytes;
  size_t size;
  uint64_t addr;
  struct wire wire;
};

/* Reads a number of FORMAT, without its base.  */
static uint64_t
frames_read_format (struct reader *r, unsigned format)
{
  switch (format)
    {
    case ENCODED_NATIVE:
      return rd_addr (r);
    case ENCODED_U2:
      return rd_u16 (r);
    case ENCODED_S2:
      return (uint64_t) (int64_t) (int16_t) rd_u16 (r);
    case ENCODED_U4:
      return rd_u32 (r);
    case ENCODED_S4:
      return (uint64_t) (int64_t) (int32_t) rd_u32 (r);
    case ENCODED_U8:
    case ENCODED_S8:
      return rd_u64 (r);
    default:
      r->failed = true;
      return 0;
    }
}

/* Reads what the augmentation TEXT of a common entry describes, from R, up to
   the encoding of addresses, and returns that.  */
static unsigned
frames_read_augmentation (struct reader *r, const char *text)
{
  if (text[0] != 'z')
    return ENCODED_NATIVE;
  rd_uleb (r);
  for (text++; *text && !r->failed; text++)
    switch (*text)
      {
      case 'R':
        return rd_u8 (r);
      case 'L':
        rd_u8 (r);
        break;
      case 'P':
        frames_read_format (r, rd_u8 (r) & ENCODED_FORMAT);
        break;
      case 'S':
      case 'B':
        break;
      default:
        r->failed = true;
      }
  return ENCODED_NATIVE;
}

/* Returns the encoding of addresses in the entries whose common entry is at
   offset AT of SECTION, or -1 if that is damaged.  */
static int
encoding_at (const struct frame_section *section, uint64_t at)
{
  struct reader r;
  if (at >= section->size)
    return -1;
  reader_init (&r, section->bytes + at, section->size - at, section->wire);
  if (rd_u32 (&r) == UINT32_MAX)
    rd_u64 (&r);
  if (rd_u32 (&r) != 0)
    return -1;
  unsigned version = rd_u8 (&r);
  const char *text = rd_string (&r);
  rd_uleb (&r);
  rd_sleb (&r);
  if (version == 1)
    rd_u8 (&r);
  else
    rd_uleb (&r);
  unsigned encoding = text ? frames_read_augmentation (&r, text) : 0;
  return r.failed ? -1 : (int) encoding;
}

/* Adds the function that R, which stands behind the numbers of its entry,
   describes.  */
static void
add_frame (struct frames *frames, const struct frame_section *section,
           struct reader *r, unsigned encoding)
{
  const unsigned base = encoding & ENCODED_BASE;
  uint64_t here = section->addr + (uint64_t) (r->pos - section->bytes);
  uint64_t start = frames_read_format (r, encoding & ENCODED_FORMAT);
  uint64_t size = frames_read_format (r, encoding & ENCODED_FORMAT);
  if (base == ENCODED_RELATIVE)
    start += here;
  start = wire_addr (section->wire, start);
  if (r->failed || (base != 0 && base != ENCODED_RELATIVE) || size == 0
      || start == 0 || start + (size - 1) < start)
    return;
  *ARRAY_APPEND (frames->items, frames->cap, frames->len)
    = (struct frame) { start, start + (size - 1) };
}

/* Adds all functions of SECTION.  */
static void
walk_frames (struct frames *frames, const struct frame_section *section)
{
  struct reader r;
  uint64_t common = UINT64_MAX; /* place of the last common entry */
  int encoding = -1;            /* of that */
  reader_init (&r, section->bytes, section->size, section->wire);
  for (;;)
    {
      uint64_t len = rd_u32 (&r);
      if (len == UINT32_MAX)
        len = rd_u64 (&r);
      uint64_t at = rd_offset (&r);
      const unsigned char *body = rd_bytes (&r, len);
      if (!body || len < 4)
        return;
      struct reader entry = r;
      entry.pos = body;
      entry.end = body + len;
      uint32_t back = rd_u32 (&entry);
      if (back == 0)
        continue;
      if (common != at - back)
        {
          common = at - back;
          encoding = encoding_at (section, common);
        }
      if (encoding >= 0)
        add_frame (frames, section, &entry, (unsigned) encoding);
    }
}

void
frames_read (struct frames *frames, struct elf_file *file)
{
  const struct elf_section *found = elf_file_find (file, 0, ".eh_frame");
  struct frame_section section = { .wire = elf_file_wire (file) };
  *frames = (struct frames) { .len = 0 };
  unsigned char *bytes = found ? elf_file_bytes (file, found) : NULL;
  if (!bytes)
    return;
  section.bytes = bytes;
  section.size = found->size;
  section.addr = found->addr;
  walk_frames (frames, &section);
  free (bytes);
  if (frames->len)
    sort_stable (frames->items, frames->len, sizeof *frames->items,
                 search_order);
}

const struct frame *
frames_find (const struct frames *frames, uint64_t addr)
{
  size_t n = search_up_to (frames->items, frames->len, sizeof *frames->items,
                           addr);
  return n && addr <= frames->items[n - 1].last ? &frames->items[n - 1] : NULL;
}
