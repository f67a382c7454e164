/* gmon_mutate.c -- changes a profile where it matters.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: a profile, a seed.  Out: the profile with a record more, less, twice, or
   elsewhere, or with another number in one of its fields.  */

#include <config.h>

#include "fuzz.h"

#include <string.h>

#include "libgmon/gmon_out.h"

#define MAX_RECORDS 64

struct text
{
  uint8_t *data;
  size_t size, max;
  struct wire wire;
  uint64_t random;
  size_t starts[MAX_RECORDS + 1];       /* of records, then the end */
  size_t n;
};

static uint64_t
some (struct text *text, uint64_t below)
{
  text->random ^= text->random << 13;
  text->random ^= text->random >> 7;
  text->random ^= text->random << 17;
  return (text->random >> 11) % below;
}

static uint64_t
get (const struct text *text, size_t at, unsigned size)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < size; i++)
    {
      size_t from = at + (text->wire.big_endian ? i : size - 1 - i);
      value = value << 8 | (from < text->size ? text->data[from] : 0);
    }
  return value;
}

static void
put (struct text *text, size_t at, unsigned size, uint64_t value)
{
  for (unsigned i = 0; i < size; i++, value >>= 8)
    {
      size_t to = at + (text->wire.big_endian ? size - 1 - i : i);
      if (to < text->size)
        text->data[to] = value;
    }
}

/* The length of the record at AT, which may go past the end.  */
static size_t
record_len (const struct text *text, size_t at)
{
  unsigned addr = text->wire.addr_size;
  switch (text->data[at])
    {
    case GMON_TAG_TIME_HIST:
      return (1 + GMON_HIST_HEADER_SIZE (addr)
              + get (text, at + 1 + 2 * addr, 4) * GMON_BIN_SIZE);
    case GMON_TAG_CG_ARC:
      return 1 + GMON_ARC_SIZE (addr);
    case GMON_TAG_BB_COUNT:
      return 5 + get (text, at + 1, 4) * GMON_BB_SIZE (addr);
    default:
      return 1;
    }
}

static void
find_records (struct text *text)
{
  size_t at = GMON_HEADER_SIZE;
  while (at < text->size && text->n < MAX_RECORDS)
    {
      text->starts[text->n++] = at;
      at += record_len (text, at);
    }
  text->starts[text->n] = at < text->size ? at : text->size;
}

/* Makes the LEN bytes at AT others: NEW_LEN ones, not set.  */
static bool
resize (struct text *text, size_t at, size_t len, size_t new_len)
{
  if (text->size - len + new_len > text->max)
    return false;
  memmove (text->data + at + new_len, text->data + at + len,
           text->size - at - len);
  text->size = text->size - len + new_len;
  return true;
}

/* A number that something may not expect, or one near NOW.  */
static uint64_t
odd_number (struct text *text, uint64_t now)
{
  static const uint64_t numbers[] = {
    0, 1, 2, 4, 255, 256, 65535, 65536, INT32_MAX, INT32_MAX + 1ull,
    UINT32_MAX, UINT32_MAX + 1ull, INT64_MAX, INT64_MAX + 1ull, UINT64_MAX,
    UINT64_MAX - 1, 0x401000, 0x400fff, 100, GMON_BSD44_MAGIC
  };
  const size_t n = sizeof numbers / sizeof *numbers;
  uint64_t choice = some (text, n + 12);
  return (choice < n ? numbers[choice]
          : choice < n + 6 ? now + some (text, 33) - 16
          : choice < n + 9 ? now << some (text, 8) : now >> some (text, 8));
}

/* Changes a number in the record R, or in the header.  */
static void
change_field (struct text *text, size_t r)
{
  unsigned addr = text->wire.addr_size, size = addr;
  size_t at = text->starts[r] + 1 + some (text, 2) * addr;
  if (some (text, 4) == 0)
    at = text->starts[r] + 1 + 2 * addr + 4 * some (text, 2), size = 4;
  else if (text->data[text->starts[r]] == GMON_TAG_BB_COUNT)
    at += 4;
  put (text, at, size, odd_number (text, get (text, at, size)));
}

/* A new record before the record R, near the addresses of that.  */
static void
insert_record (struct text *text, size_t r)
{
  unsigned addr = text->wire.addr_size;
  uint8_t tag = some (text, 3);
  uint32_t n = some (text, 8);
  size_t at = text->starts[r];
  uint64_t low = get (text, at + 1, addr), step = 2 << some (text, 3);
  size_t len = (tag == GMON_TAG_CG_ARC ? 1 + GMON_ARC_SIZE (addr)
                : tag == GMON_TAG_BB_COUNT ? 5 + n * GMON_BB_SIZE (addr)
                : 1 + GMON_HIST_HEADER_SIZE (addr) + n * GMON_BIN_SIZE);
  if (!resize (text, at, 0, len))
    return;
  memset (text->data + at, some (text, 3), len);
  text->data[at] = tag;
  if (tag == GMON_TAG_BB_COUNT)
    put (text, at + 1, 4, n);
  put (text, at + 1 + 4 * (tag == GMON_TAG_BB_COUNT), addr, low);
  if (tag != GMON_TAG_BB_COUNT)
    put (text, at + 1 + addr, addr, low + n * step);
  if (tag != GMON_TAG_TIME_HIST)
    return;
  put (text, at + 1 + 2 * addr, 4, n);
  put (text, at + 5 + 2 * addr, 4, 100);
  memcpy (text->data + at + 9 + 2 * addr, "seconds\0\0\0\0\0\0\0\0s", 16);
}

/* Another number of bins, and the bins with it.  */
static void
change_bins (struct text *text, size_t r)
{
  unsigned addr = text->wire.addr_size;
  size_t at = text->starts[r], len = text->starts[r + 1] - at;
  size_t head = 1 + GMON_HIST_HEADER_SIZE (addr);
  uint32_t n = some (text, 40);
  uint64_t low = get (text, at + 1, addr);
  if (text->data[at] != GMON_TAG_TIME_HIST || len < head
      || !resize (text, at + head, len - head, n * GMON_BIN_SIZE))
    return;
  put (text, at + 1 + addr, addr, low + n * (2 << some (text, 3)));
  put (text, at + 1 + 2 * addr, 4, n);
}

/* The record R once more before the record TO, or, MOVED, there alone.  */
static void
copy_record (struct text *text, size_t r, size_t to)
{
  uint8_t copy[512];
  size_t len = text->starts[r + 1] - text->starts[r];
  if (len > sizeof copy)
    return;
  memcpy (copy, text->data + text->starts[r], len);
  if (resize (text, text->starts[to], 0, len))
    memcpy (text->data + text->starts[to], copy, len);
}

static void
mutate_records (struct text *text)
{
  size_t r = some (text, text->n);
  switch (some (text, 8))
    {
    case 0:
      insert_record (text, r);
      break;
    case 1:
      copy_record (text, r, some (text, text->n));
      break;
    case 2:
      resize (text, text->starts[r], text->starts[r + 1] - text->starts[r], 0);
      break;
    case 3:
      change_bins (text, r);
      break;
    case 4:                     /* the header: version, spare bytes */
      put (text, GMON_VERSION_OFFSET, 4, some (text, 3));
      break;
    default:
      change_field (text, r);
    }
}

/* Changes a field of a BSD file: of its header, or any behind that.  */
static void
mutate_bsd (struct text *text)
{
  unsigned addr = text->wire.addr_size;
  size_t at = (some (text, 2) ? some (text, 2 * addr + 12) & ~3u
               : some (text, text->size) & ~3u);
  unsigned size = some (text, 2) ? addr : 4;
  put (text, at, size, odd_number (text, get (text, at, size)));
}

size_t
gmon_mutate (uint8_t *data, size_t size, size_t max, struct wire wire,
             unsigned int seed)
{
  struct text text = { .data = data, .size = size, .max = max, .wire = wire,
                       .random = seed + 0x9e3779b97f4a7c15 };
  bool is_magic = (size >= GMON_HEADER_SIZE
                   && memcmp (data, GMON_MAGIC, GMON_MAGIC_SIZE) == 0);
  uint64_t choice = some (&text, 10);
  if (is_magic)
    find_records (&text);
  if ((choice == 0 || size < 4) && LLVMFuzzerMutate)
    return LLVMFuzzerMutate (data, size, max);
  if (choice == 1 && size > 0)
    return size - some (&text, size < 20 ? size : 20);
  if (is_magic && text.n)
    mutate_records (&text);
  else if (size >= 4)
    mutate_bsd (&text);
  return text.size;
}

size_t
gmon_mutate_input (uint8_t *data, size_t size, size_t max, unsigned int seed)
{
  if (size < 2 || (seed % 16 == 0 && LLVMFuzzerMutate))
    return LLVMFuzzerMutate ? LLVMFuzzerMutate (data, size, max) : size;
  return 2 + gmon_mutate (data + 2, size - 2, max - 2, fuzz_wire (*data),
                          seed);
}
