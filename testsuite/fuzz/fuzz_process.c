/* fuzz_process.c -- a fuzz target: the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later

   Input: a byte (wire), then the records of a stream without its header and
   its last record, which the target adds: so every input has a digest that
   fits.  A stream that can be read is written, read and written again: both
   times it must be the same bytes.  */

#include <config.h>

#include "fuzz.h"

#include <stdlib.h>

#include "libgmon/gmon_digest.h"
#include "profile/process_read.h"
#include "profile/process_write.h"

/* Makes a stream of the SIZE bytes of records at DATA.  */
static void
make_stream (struct writer *w, const uint8_t *data, size_t size)
{
  const uint64_t len = (GMON_PROCESS_HEADER_SIZE + size
                        + GMON_RECORD_HEADER_SIZE + GMON_DIGEST_SIZE);

  wr_bytes (w, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE);
  wr_u64 (w, len);
  wr_u8 (w, GMON_PROCESS_VERSION);
  wr_u8 (w, w->wire.big_endian ? GMON_PROCESS_BIG : GMON_PROCESS_LITTLE);
  wr_u8 (w, (uint8_t) w->wire.addr_size);
  wr_u8 (w, 0);
  wr_u32 (w, GMON_PROCESS_STACKS);
  wr_bytes (w, data, size);
  wr_u8 (w, GMON_TAG_END);
  wr_u32 (w, GMON_DIGEST_SIZE);
  wr_u64 (w, gmon_process_digest (w->data, w->len));
}

/* Reads the stream FROM.  If it is good, appends the canonical stream to TO.
   Returns whether it is good.  */
static bool
read_and_write (const struct writer *from, struct writer *to)
{
  struct process_sum *sum = process_sum_new (true);
  size_t offset;
  bool good = process_read (sum, from->data, from->len, from->wire, &offset)
              == PROCESS_GOOD;

  if (offset > from->len)
    abort ();
  if (good)
    process_write (process_sum_finish (sum), to);
  process_sum_free (sum);
  return good;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wire wire = fuzz_wire (fuzz_byte (&data, &size));
  struct writer input, first, second;

  writer_init (&input, wire);
  writer_init (&first, wire);
  writer_init (&second, wire);
  make_stream (&input, data, size);
  if (read_and_write (&input, &first)
      && (!read_and_write (&first, &second) || first.len != second.len
          || memcmp (first.data, second.data, first.len) != 0))
    abort ();
  writer_free (&input);
  writer_free (&first);
  writer_free (&second);
  return 0;
}
