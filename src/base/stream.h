/* base/stream.h -- a file that is read at any place, piece by piece.

   SPDX-License-Identifier: GPL-3.0-or-later

   This is for object files, which libraries read through callbacks.  A stream
   remembers the first failure, so that it can be reported later, however the
   library handled it.  */

#ifndef BASE_STREAM_H
#define BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

struct stream;

/* Opens the regular file NAME; stream_close closes and frees the stream.
   Returns NULL with errno set on failure: EISDIR for a directory, EINVAL for
   any other file that is not regular.  */
struct stream *stream_open (const char *name);
void stream_close (struct stream *stream);      /* STREAM may be NULL */

/* Reads LEN bytes from the offset AT into DATA.  Returns the number of bytes
   read, which is less than LEN at the end of the file, or -1 with errno
   set.  */
ssize_t stream_read (struct stream *stream, void *data, size_t len,
                     uint64_t at);

/* Return the descriptor of the stream, valid until stream_close, and the
   result of fstat from when the stream was opened, borrowed.  */
int stream_fd (const struct stream *stream);
const struct stat *stream_stat (const struct stream *stream);

/* Returns NULL if all that was read so far is reliable.  Otherwise returns the
   reason, borrowed until the next call: a read failed, or the file has changed
   since it was opened.  */
const char *stream_trouble (const struct stream *stream);

#endif /* BASE_STREAM_H */
