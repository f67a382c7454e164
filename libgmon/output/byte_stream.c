/* byte_stream.c -- bytes in mapped memory, which grows.

   SPDX-License-Identifier: 0BSD

   Contracts are in byte_stream.h.  */

#include <string.h>

#include "output/byte_stream.h"
#include "gmon_process.h"
#include "machine.h"

#define FIRST_ROOM 65536

void
byte_stream_free (struct byte_stream *stream)
{
  if (stream->bytes != NULL)
    machine_unmap (stream->bytes, stream->room);
  *stream = (struct byte_stream) { 0 };
}

/* Makes room for LEN more bytes.  */
static bool
stream_make_room (struct byte_stream *stream, size_t len)
{
  struct byte_stream bigger = *stream;

  if (stream->failed || len <= stream->room - stream->used)
    return !stream->failed;
  bigger.room = stream->room != 0 ? stream->room : FIRST_ROOM;
  while (bigger.room - stream->used < len && bigger.room <= SIZE_MAX / 4)
    bigger.room *= 2;
  bigger.bytes = bigger.room - stream->used < len
                 ? NULL : machine_map (bigger.room);
  if (bigger.bytes == NULL)
    {
      stream->failed = true;
      return false;
    }
  if (stream->used != 0)
    memcpy (bigger.bytes, stream->bytes, stream->used);
  byte_stream_free (stream);
  *stream = bigger;
  return true;
}

void
stream_put (struct byte_stream *stream, const void *bytes, size_t len)
{
  if (len == 0 || !stream_make_room (stream, len))
    return;
  memcpy (stream->bytes + stream->used, bytes, len);
  stream->used += len;
}

void
stream_put_byte (struct byte_stream *stream, unsigned byte)
{
  unsigned char one = (unsigned char) byte;

  stream_put (stream, &one, 1);
}

void
stream_put_u (struct byte_stream *stream, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    stream_put_byte (stream, (unsigned) (value & 0x7f) | 0x80);
  stream_put_byte (stream, (unsigned) value);
}

void
stream_put_difference (struct byte_stream *stream, uint64_t value,
                       uint64_t *last)
{
  uint64_t rest = value - *last;
  uint64_t sign = (rest >> 63) != 0 ? UINT64_MAX : 0;

  *last = value;
  while ((rest ^ sign) >= 0x40)
    {
      stream_put_byte (stream, (unsigned) (rest & 0x7f) | 0x80);
      rest = rest >> 7 | (sign << 57);
    }
  stream_put_byte (stream, (unsigned) (rest & 0x7f));
}

void
stream_put_text (struct byte_stream *stream, const void *text, size_t len)
{
  stream_put_u (stream, len);
  stream_put (stream, text, len);
}

void
stream_put_string (struct byte_stream *stream, const char *text)
{
  stream_put_text (stream, text, strlen (text));
}

void
stream_put_field (struct byte_stream *stream, const char *text, size_t size)
{
  const char *end = memchr (text, '\0', size);

  stream_put_text (stream, text, end != NULL ? (size_t) (end - text) : size);
}

size_t
stream_begin (struct byte_stream *stream, unsigned tag)
{
  size_t start = stream->used;
  uint32_t length = 0;

  stream_put_byte (stream, tag);
  stream_put (stream, &length, sizeof length);
  return start;
}

void
stream_end (struct byte_stream *stream, size_t start)
{
  uint32_t length = (uint32_t) (stream->used - start
                                - GMON_RECORD_HEADER_SIZE);

  if (!stream->failed)
    memcpy (stream->bytes + start + 1, &length, sizeof length);
}
