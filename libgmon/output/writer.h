/* writer.h -- puts the bytes of a profile into the buffer of its writer.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WRITER_H
#define GMON_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arch/namespace.h"
#include "output/dump_state.h"

struct arc;
struct arc_list;

/* All functions are async-signal-safe.  The first failed write is stored in
   WRITER->error; nothing is written after it.  */

/* Makes WRITER ready for bytes that go to FD, with an empty buffer.  */
void writer_begin (struct gmon_writer *writer, int fd);

/* Writes the buffer to the descriptor.  */
void writer_flush (struct gmon_writer *writer);

/* Appends the LEN bytes at BYTES, of any number.  */
void writer_put_bytes (struct gmon_writer *writer, const void *bytes,
                       size_t len);

/* Appends arc records for ARC: several if its count is over 32 bits.  */
void writer_put_arc (struct gmon_writer *writer, const struct arc *arc);

/* Appends records of the blocks of LIST, whose addresses are in the field from;
   none if LIST is empty.  */
void writer_put_blocks (struct gmon_writer *writer,
                        const struct arc_list *list);

/* Appends LEN bytes to the buffer.  LEN is smaller than the buffer.  */
static inline void
writer_put (struct gmon_writer *writer, const void *bytes, size_t len)
{
  if (len > sizeof writer->buffer - writer->used)
    writer_flush (writer);
  memcpy (writer->buffer + writer->used, bytes, len);
  writer->used += len;
}

static inline void
put_byte (struct gmon_writer *writer, unsigned char byte)
{
  writer_put (writer, &byte, 1);
}

static inline void
put_u32 (struct gmon_writer *writer, uint32_t value)
{
  writer_put (writer, &value, sizeof value);
}

static inline void
put_address (struct gmon_writer *writer, uintptr_t value)
{
  writer_put (writer, &value, sizeof value);
}

#endif /* GMON_WRITER_H */
