/* writer.c -- puts the bytes of a profile into the buffer of its writer.

   SPDX-License-Identifier: 0BSD

   In: bytes.  Out: calls of write.  Contracts are in writer.h.  */

#include <errno.h>
#include <unistd.h>

#include "output/writer.h"

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
