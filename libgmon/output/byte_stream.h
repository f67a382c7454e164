/* byte_stream.h -- bytes in mapped memory, which grows.

   SPDX-License-Identifier: 0BSD

   All functions are async-signal-safe.  */

#ifndef GMON_BYTE_STREAM_H
#define GMON_BYTE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"

/* An object of zeros is valid and empty.  */
struct byte_stream
{
  unsigned char *bytes;
  size_t used;
  size_t room;
  bool failed;                  /* there was no memory for all bytes */
};

/* Appends LEN bytes, or one.  Without memory STREAM->failed becomes true, and
   nothing is appended any more.  */
void stream_put (struct byte_stream *stream, const void *bytes, size_t len);
void stream_put_byte (struct byte_stream *stream, unsigned byte);

/* Appends VALUE as U of gmon_process.h.  */
void stream_put_u (struct byte_stream *stream, uint64_t value);

/* Appends the difference of VALUE from *LAST as S, and sets *LAST to VALUE.  */
void stream_put_difference (struct byte_stream *stream, uint64_t value,
                            uint64_t *last);

/* Appends a string: LEN bytes; or up to a zero, which is not part of it; or a
   field of SIZE bytes, which ends with a zero unless it is full.  */
void stream_put_text (struct byte_stream *stream, const void *text,
                      size_t len);
void stream_put_string (struct byte_stream *stream, const char *text);
void stream_put_field (struct byte_stream *stream, const char *text,
                       size_t size);

/* Begins a record with TAG.  Returns its place.  */
size_t stream_begin (struct byte_stream *stream, unsigned tag);

/* Ends the record whose place is START.  */
void stream_end (struct byte_stream *stream, size_t start);

/* Frees the memory and makes STREAM empty.  */
void byte_stream_free (struct byte_stream *stream);

#endif /* GMON_BYTE_STREAM_H */
