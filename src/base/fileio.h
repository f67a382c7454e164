/* base/fileio.h -- whole files in, whole files out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef BASE_FILEIO_H
#define BASE_FILEIO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/diag.h"

/* The most bytes that are read from a file whose size is not known.  */
#define BLOB_PIPE_MAX (1024 * 1024 * 1024)

/* The contents of a file, on the heap.  */
struct blob
{
  unsigned char *data;
  size_t len;
  bool seekable;                /* the file was not a pipe */
  size_t cap;                   /* allocated bytes at DATA */
};

/* Reads the whole file NAME into *BLOB, whose old contents are ignored.  NAME
   "-" means the standard input, which may be a pipe.  Returns false after one
   diag_error that names the file and the reason.  It fails if the file changes
   during the read, and if the input has no end: a device, or a pipe with more
   than BLOB_PIPE_MAX bytes.  The caller frees *BLOB with blob_free.  */
bool blob_read (struct diag *diag, const char *name, struct blob *blob);

/* Reads NAME as blob_read does, but reuses the memory of *BLOB, which holds an
   earlier file or is all zeros, and grows it if necessary.  When many files
   are read in turn, that memory is already in the cache.  The caller frees
   *BLOB with blob_free, also after a failure.  */
bool blob_reread (struct diag *diag, const char *name, struct blob *blob);

void blob_free (struct blob *blob);

/* Opens NAME as open (2) does with FLAGS and O_CLOEXEC, and tries again if a
   signal interrupts it.  MODE is the mode of a new file.  Returns the
   descriptor, or -1 with errno set.  */
int file_open (const char *name, int flags, mode_t mode);

/* Reads at most LEN bytes from FD to DATA as read (2) does, but tries again if
   a signal interrupts it, and waits if FD is non-blocking.  Returns the number
   of bytes, 0 at the end of the file, or -1 with errno set.  */
ssize_t file_read (int fd, void *data, size_t len);

/* Writes all of the LEN bytes at DATA to FD.  Returns false with errno set if
   it cannot.  */
bool file_write (int fd, const void *data, size_t len);

/* The reason in the message about a file that changed during a read.  */
#define FILE_CHANGED _("changed while it was read; is it still being written?")

/* Returns true if the regular file FD still has the size and the modification
   time of BEFORE, which fstat returned when the file was opened.  */
bool file_is_unchanged (int fd, const struct stat *before);

/* Replaces the contents of the file NAME by the LEN bytes at DATA, or creates
   the file, atomically: any process sees either the complete old file or the
   complete new one, also if this process is killed.  If SYNC is true, that
   also holds if the machine loses power.

   The new file keeps the mode of the old one, and its owner and group as far
   as the process is allowed to set them.  If the group cannot be kept, the
   mode gives neither the old group nor the new one more than both the old
   group and all other users had.  If NAME is a symbolic link, the file that it
   leads to is replaced or created, and the link stays.  A link that belongs
   neither to the user nor to root is refused.  So is an existing NAME that is
   not a regular file or not writable.

   Returns false after one diag_error; the old file is then unchanged.  */
bool file_replace (struct diag *diag, const char *name, const void *data,
                   size_t len, bool sync);

/* As file_replace with SYNC.  If that fails, keeps the file in memory as one of
   DIAG (base/memory_file.h), and sets *WHY to the message, on the heap, if it
   is NULL.  */
void file_replace_or_keep (struct diag *diag, const char *name,
                           const void *data, size_t len, char **why);

/* Returns whether NAME is neither "-" nor a file, not even one that DIAG has in
   memory.  */
bool file_is_absent (const struct diag *diag, const char *name);

#endif /* BASE_FILEIO_H */
