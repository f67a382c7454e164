/* base/fileio.h -- whole files in, whole files out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_FILEIO_H
#define BASE_FILEIO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/diag.h"

/* The most that is read of what does not say how much it is.  */
#define BLOB_PIPE_MAX (1024 * 1024 * 1024)

/* The contents of a file, on the heap.  */
struct blob
{
  unsigned char *data;
  size_t len;
  bool seekable;                /* it did not come by a pipe */
  size_t cap;                   /* bytes there is room for */
};

/* Reads all of NAME ("-": the standard input, also a pipe) into *BLOB.  False
   after one diag_error that names the file and the reason.  A file that changes
   meanwhile is one; so is what has no end, that is a device, and a pipe behind
   BLOB_PIPE_MAX bytes.  */
bool blob_read (struct diag *diag, const char *name, struct blob *blob);

/* The same into the memory of *BLOB, which was read before or is all zeros, as
   far as that reaches: of many files, each finds the memory of the last in the
   cache.  After a failure it is still to be freed.  */
bool blob_reread (struct diag *diag, const char *name, struct blob *blob);

void blob_free (struct blob *blob);

/* open with FLAGS and O_CLOEXEC, whatever signals come.  MODE is that of a new
   file.  */
int file_open (const char *name, int flags, mode_t mode);

/* read, whatever signals come: at most LEN bytes of FD, 0 at its end, -1 with
   errno set.  */
ssize_t file_read (int fd, void *data, size_t len);

/* Writes all of the LEN bytes at DATA to FD; false with errno set.  */
bool file_write (int fd, const void *data, size_t len);

/* What to say of a file that is not as it was.  */
#define FILE_CHANGED _("changed while it was read; is it still being written?")

/* Has the regular file FD the size and the time of BEFORE, what fstat said when
   it was opened?  */
bool file_is_unchanged (int fd, const struct stat *before);

/* Makes NAME hold just the LEN bytes at DATA, atomically: whoever looks sees
   the old file or the new one, whole, also if we are killed; with SYNC also if
   the machine is switched off.  The old one's mode is kept, and its owner and
   group as far as we may; without its group the mode gives no group more than
   all others had.  If NAME is a symbolic link, the file that it leads to is
   replaced or made, and the link stays; a link that belongs neither to the user
   nor to root is refused.  A NAME that is there but no regular file, or not
   writable, is refused.  False after one diag_error; the old file is then
   untouched.  */
bool file_replace (struct diag *diag, const char *name, const void *data,
                   size_t len, bool sync);

#endif /* BASE_FILEIO_H */
