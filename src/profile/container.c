/* profile/container.c -- bytes that arc records carry.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/container.h"

#include "libgmon/gmon_out.h"
#include "libgmon/gmon_process.h"

#define COUNT_SIZE 4

/* Returns the size of an arc record in bytes, with its tag.  */
static size_t
record_size (struct wire wire)
{
  return 1 + GMON_ARC_SIZE ((size_t) wire.addr_size);
}

bool
container_take (struct container *container, struct reader *r)
{
  unsigned char payload[GMON_CONTAINER_BYTES (8)];
  const size_t addr_size = r->wire.addr_size;
  const size_t offset = rd_offset (r) - 1;
  struct reader peek = *r;
  const unsigned char *from = rd_bytes (&peek, addr_size);
  const uint64_t self = rd_addr (&peek);
  const unsigned char *count = rd_bytes (&peek, COUNT_SIZE);

  if (peek.failed)
    return false;
  memcpy (payload, from, addr_size);
  memcpy (payload + addr_size, count, COUNT_SIZE);
  if (!container_is_used (container))
    {
      if (memcmp (payload, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE) != 0)
        return false;
      container->payload = container->file + offset;
      container->wire = r->wire;
      container->start = offset;
    }
  if (self != GMON_CONTAINER_SELF)
    container_interrupt (container, offset);
  memcpy (container->payload + container->len, payload, addr_size + COUNT_SIZE);
  container->len += addr_size + COUNT_SIZE;
  *r = peek;
  return true;
}

void
container_interrupt (struct container *container, size_t offset)
{
  if (container_is_used (container) && !container->broken_at)
    container->broken_at = offset;
}

size_t
container_offset (const struct container *container, size_t at)
{
  const struct wire wire = container->wire;

  return (container->start
          + at / GMON_CONTAINER_BYTES (wire.addr_size) * record_size (wire));
}

size_t
container_next (struct wire wire, const unsigned char *data, size_t len)
{
  const size_t unit = GMON_CONTAINER_BYTES ((size_t) wire.addr_size);
  struct reader r;
  uint64_t size, next;

  reader_init (&r, data + GMON_PROCESS_LENGTH_OFFSET,
               len - GMON_PROCESS_LENGTH_OFFSET, wire);
  size = rd_u64 (&r);
  next = size + (unit - size % unit) % unit;
  return (len - next > GMON_PROCESS_MAGIC_SIZE
          && memcmp (data + next, GMON_PROCESS_MAGIC, GMON_PROCESS_MAGIC_SIZE)
             == 0)
         ? (size_t) next : len;
}

/* Appends the SIZE bytes at offset AT of the LEN bytes at DATA to W, with
   zeros in place of bytes behind the end.  */
static void
write_piece (struct writer *w, const unsigned char *data, size_t len,
             size_t at, size_t size)
{
  size_t have = at < len ? len - at : 0;

  if (have > size)
    have = size;
  wr_bytes (w, data + (have ? at : 0), have);
  wr_zeros (w, size - have);
}

void
container_write (struct writer *w, const unsigned char *data, size_t len)
{
  const size_t addr_size = w->wire.addr_size;

  for (size_t at = 0; at < len; at += GMON_CONTAINER_BYTES (addr_size))
    {
      wr_u8 (w, GMON_TAG_CG_ARC);
      write_piece (w, data, len, at, addr_size);
      wr_addr (w, GMON_CONTAINER_SELF);
      write_piece (w, data, len, at + addr_size, COUNT_SIZE);
    }
}
