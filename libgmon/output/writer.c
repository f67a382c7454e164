/* writer.c -- puts the bytes of a profile into the buffer of its writer.

   SPDX-License-Identifier: 0BSD

   Contracts are in writer.h.  */

#include <errno.h>
#include <unistd.h>

#include "output/writer.h"
#include "gmon_out.h"
#include "record/arc_list.h"

/* Number of blocks in one record: usually more than the program has, and small
   enough that the number of entries fits in 32 bits.  */
#define BLOCKS_OF_RECORD 1000000

void
writer_begin (struct gmon_writer *writer, int fd)
{
  writer->fd = fd;
  writer->error = 0;
  writer->used = 0;
}

void
writer_flush (struct gmon_writer *writer)
{
  size_t done = 0;

  while (writer->error == 0 && done < writer->used)
    {
      ssize_t n = write (writer->fd, writer->buffer + done,
                         writer->used - done);

      if (n > 0)
        done += (size_t) n;
      else if (n == 0)
        writer->error = EIO;
      else if (errno != EINTR)
        writer->error = errno;
    }
  writer->used = 0;
}

void
writer_put_bytes (struct gmon_writer *writer, const void *bytes, size_t len)
{
  const unsigned char *at = bytes;

  while (len > 0)
    {
      size_t part = len < sizeof writer->buffer ? len : sizeof writer->buffer;

      writer_put (writer, at, part);
      at += part;
      len -= part;
    }
}

/* -- Records -------------------------------------------------------------- */

void
writer_put_arc (struct gmon_writer *writer, const struct arc *arc)
{
  for (uint64_t left = arc->count; left > 0;)
    {
      uint32_t part = left > GMON_ARC_COUNT_MAX ? GMON_ARC_COUNT_MAX
                                                : (uint32_t) left;

      put_byte (writer, GMON_TAG_CG_ARC);
      put_address (writer, arc->from);
      put_address (writer, arc->self);
      put_u32 (writer, part);
      left -= part;
    }
}

/* Returns how many entries a block with COUNT needs, since the count of an
   entry has the width of an address.  Readers add up equal addresses.  */
static uint64_t
parts_of (uint64_t count)
{
  return count == 0 ? 0 : (count - 1) / UINTPTR_MAX + 1;
}

static void
put_block (struct gmon_writer *writer, uintptr_t address, uint64_t count)
{
  for (uint64_t parts = parts_of (count); parts > 0; parts--)
    {
      uintptr_t part = parts > 1 ? UINTPTR_MAX : (uintptr_t) count;

      put_address (writer, address);
      put_address (writer, part);
      count -= part;
    }
}

/* Writes the blocks FIRST to END - 1 of LIST in one record.  */
static void
put_block_record (struct gmon_writer *writer, const struct arc_list *list,
                  size_t first, size_t end)
{
  uint64_t entries = 0;

  for (size_t i = first; i < end; i++)
    entries += parts_of (list->arcs[i].count);
  put_byte (writer, GMON_TAG_BB_COUNT);
  put_u32 (writer, (uint32_t) entries);
  for (size_t i = first; i < end; i++)
    put_block (writer, list->arcs[i].from, list->arcs[i].count);
}

void
writer_put_blocks (struct gmon_writer *writer, const struct arc_list *list)
{
  for (size_t i = 0; i < list->len; i += BLOCKS_OF_RECORD)
    put_block_record (writer, list, i,
                      list->len - i > BLOCKS_OF_RECORD ? i + BLOCKS_OF_RECORD
                                                       : list->len);
}
