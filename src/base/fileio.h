/* base/fileio.h -- whole files in, whole files out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_FILEIO_H
#define BASE_FILEIO_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

/* The contents of a file, on the heap.  */
struct blob
{
  unsigned char *data;
  size_t len;
  bool seekable;                /* it did not come by a pipe */
  size_t cap;                   /* bytes there is room for */
};

/* Reads all of NAME ("-": the standard input, also a pipe) into *BLOB.  False
   after one diag_error that names the file and the reason.  */
bool blob_read (struct diag *diag, const char *name, struct blob *blob);

/* The same into the memory of *BLOB, which was read before or is all zeros, as
   far as that reaches: of many files, each finds the memory of the last in the
   cache.  After a failure it is still to be freed.  */
bool blob_reread (struct diag *diag, const char *name, struct blob *blob);

void blob_free (struct blob *blob);

/* Reads at most LEN bytes from the start of NAME into DATA and returns how many
   there were; 0 also where it cannot be read.  For a guess at what it is.  */
size_t file_head (const char *name, void *data, size_t len);

/* Makes NAME hold just the LEN bytes at DATA, atomically: a temporary file in
   the same directory is written and renamed, so that whoever looks sees the
   old file or the new one, whole; the old one's mode is kept.  A NAME that is
   there but no regular file, or not writable, is refused.  False after one
   diag_error; the old file is then untouched.  */
bool file_replace (struct diag *diag, const char *name, const void *data,
                   size_t len);

#endif /* BASE_FILEIO_H */
