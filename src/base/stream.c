/* base/stream.c -- a file that is read at any place, piece by piece.

   SPDX-License-Identifier: GPL-3.0-or-later

   A window keeps a part of the file in memory, since libraries read many small
   pieces.  */

#include <config.h>

#include "base/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/fileio.h"

/* The size of the window in bytes.  Its offset in the file is a multiple of
   its size.  */
#define WINDOW 16384

struct stream
{
  int fd;
  struct stat st;               /* result of fstat when it was opened */
  int error;                    /* errno of the first read that failed, or 0 */
  bool is_cut;                  /* the file is shorter than when opened */
  uint64_t at;                  /* offset of the window in the file */
  size_t len;                   /* valid bytes in the window */
  unsigned char window[WINDOW];
};

/* Sets *ST to the result of fstat for FD.  Returns 0 if FD is a regular file,
   or the errno for stream_open to fail with.  */
static int
kind_error (int fd, struct stat *st)
{
  if (fstat (fd, st) != 0)
    return errno;
  if (S_ISREG (st->st_mode))
    return 0;
  return S_ISDIR (st->st_mode) ? EISDIR : EINVAL;
}

struct stream *
stream_open (const char *name)
{
  /* O_NONBLOCK: the open must not wait for the writer of a FIFO.  */
  int fd = file_open (name, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
  struct stream *stream;
  struct stat st;
  int error;

  if (fd < 0)
    return NULL;
  error = kind_error (fd, &st);
  if (error)
    {
      close (fd);
      errno = error;
      return NULL;
    }
  stream = array_new (1, sizeof *stream);
  stream->fd = fd;
  stream->st = st;
  return stream;
}

void
stream_close (struct stream *stream)
{
  if (!stream)
    return;
  close (stream->fd);
  free (stream);
}

/* Reads LEN bytes from the offset AT, or fewer at the end of the file.
   Returns their number, or -1 with errno set.  */
static ssize_t
read_at (struct stream *stream, unsigned char *data, size_t len, uint64_t at)
{
  size_t done = 0;

  while (done < len && at + done <= INT64_MAX)
    {
      ssize_t n = pread (stream->fd, data + done, len - done,
                         (off_t) (at + done));

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          if (!stream->error)
            stream->error = errno;
          return -1;
        }
      if (n == 0)
        break;
      done += (size_t) n;
    }
  stream->is_cut |= done < len && at + done < (uint64_t) stream->st.st_size;
  return (ssize_t) done;
}

/* Moves the window, if necessary, so that it covers the offset AT.  The window
   ends at the end of the file.  Returns false with errno set if the file
   cannot be read.  */
static bool
move_window (struct stream *stream, uint64_t at)
{
  ssize_t n;

  if (at - stream->at < stream->len)
    return true;
  stream->at = at - at % WINDOW;
  n = read_at (stream, stream->window, WINDOW, stream->at);
  stream->len = n < 0 ? 0 : (size_t) n;
  return n >= 0;
}

ssize_t
stream_read (struct stream *stream, void *data, size_t len, uint64_t at)
{
  unsigned char *to = data;
  size_t done = 0, n;

  if (len >= WINDOW)
    return read_at (stream, to, len, at);
  do
    {
      if (!move_window (stream, at + done))
        return -1;
      n = at + done - stream->at;
      n = n < stream->len ? stream->len - n : 0;
      if (n > len - done)
        n = len - done;
      memcpy (to + done, stream->window + (at + done - stream->at), n);
      done += n;
    }
  while (n > 0 && done < len);
  return (ssize_t) done;
}

int
stream_fd (const struct stream *stream)
{
  return stream->fd;
}

const struct stat *
stream_stat (const struct stream *stream)
{
  return &stream->st;
}

const char *
stream_trouble (const struct stream *stream)
{
  if (stream->error)
    return strerror (stream->error);
  if (stream->is_cut || !file_is_unchanged (stream->fd, &stream->st))
    return FILE_CHANGED;
  return NULL;
}
