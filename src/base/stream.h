/* base/stream.h -- a file that is read at any place, piece by piece.

   SPDX-License-Identifier: GPL-3.0-or-later

   For object files, which libraries read: what goes wrong is kept, so that it
   can be told afterwards, whatever the library made of it.  */

#ifndef BASE_STREAM_H
#define BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

struct stream;

/* Opens NAME.  NULL with errno set if it cannot be opened, or is no regular
   file: EISDIR for a directory, EINVAL for what else there is.  */
struct stream *stream_open (const char *name);
void stream_close (struct stream *stream);      /* NULL: nothing */

/* Reads LEN bytes from offset AT on into DATA.  Returns how many there were:
   fewer at the end of the file; -1 with errno set if it cannot be read.  */
ssize_t stream_read (struct stream *stream, void *data, size_t len,
                     uint64_t at);

/* Its descriptor, as long as it is open, and what it was when it was
   opened.  */
int stream_fd (const struct stream *stream);
const struct stat *stream_stat (const struct stream *stream);

/* Why what was read so far cannot be relied on: it could not be read, or has
   changed meanwhile.  NULL: it can be.  Borrowed until the next call.  */
const char *stream_trouble (const struct stream *stream);

#endif /* BASE_STREAM_H */
