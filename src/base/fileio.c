/* base/fileio.c -- whole files in, whole files out.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  a file name.  Out: its bytes on the heap, or the file replaced.
   Called by profile/gmon_io, image/core, image/mapfile and report/src_print.
   What fstat says of a size is only a hint: files shrink and grow under the
   reader, pipes and /proc say 0, a sparse file claims what is not there.  */

#include <config.h>

#include "base/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

/* The most memory taken for a file before any of it was read.  */
#define FIRST_MAX (1024 * 1024)

/* The least free room a read is given.  */
#define READ_MIN 4096

/* Reads FD up to its end into *BLOB; false with errno set.  HINT is the
   expected size.  */
static bool
read_all (int fd, size_t hint, struct blob *blob)
{
  /* One byte more than expected: the end then shows without growing.  */
  blob->data = array_reserve (blob->data, &blob->cap, hint + 1, 1);
  for (;;)
    {
      ssize_t n = read (fd, blob->data + blob->len, blob->cap - blob->len);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return n == 0;
      blob->len += (size_t) n;
      if (blob->len == blob->cap)
        blob->data = array_reserve (blob->data, &blob->cap,
                                    blob->cap + READ_MIN, 1);
    }
}

/* read_all, with what can be told from the kind of file.  */
static bool
read_fd (int fd, struct blob *blob)
{
  struct stat st;
  size_t hint = READ_MIN;

  blob->seekable = lseek (fd, 0, SEEK_CUR) >= 0;

  if (fstat (fd, &st) < 0)
    return false;
  if (S_ISDIR (st.st_mode))
    {
      errno = EISDIR;
      return false;
    }
  if (S_ISREG (st.st_mode) && st.st_size > 0)
    hint = st.st_size < FIRST_MAX ? (size_t) st.st_size : FIRST_MAX;
  return read_all (fd, hint, blob);
}

bool
blob_reread (struct diag *diag, const char *name, struct blob *blob)
{
  bool is_stdin = strcmp (name, "-") == 0;
  int fd = is_stdin ? STDIN_FILENO : open (name, O_RDONLY | O_CLOEXEC);
  bool done = false;
  int error;

  blob->len = 0;
  if (fd >= 0)
    done = read_fd (fd, blob);
  error = errno;
  if (fd >= 0 && !is_stdin)
    close (fd);
  if (!done)
    diag_error (diag, "%s: %s", is_stdin ? "standard input" : name,
                strerror (error));
  return done;
}

bool
blob_read (struct diag *diag, const char *name, struct blob *blob)
{
  *blob = (struct blob) { .len = 0 };
  if (blob_reread (diag, name, blob))
    return true;
  blob_free (blob);
  return false;
}

void
blob_free (struct blob *blob)
{
  free (blob->data);
  *blob = (struct blob) { .len = 0 };
}

size_t
file_head (const char *name, void *data, size_t len)
{
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t n = 0;

  if (fd >= 0)
    {
      n = read (fd, data, len);
      close (fd);
    }
  return n > 0 ? (size_t) n : 0;
}

static bool
write_all (int fd, const unsigned char *data, size_t len)
{
  while (len)
    {
      ssize_t n = write (fd, data, len);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return false;
      data += n;
      len -= (size_t) n;
    }
  return true;
}

/* The template of a temporary file next to NAME, on the heap.  It does not
   grow out of NAME's own last part, which may be as long as names can be.  */
static char *
temp_name (const char *name)
{
  static const char base[] = ".gprof-XXXXXX";
  const char *slash = strrchr (name, '/');
  size_t dir_len = slash ? (size_t) (slash + 1 - name) : 0;
  char *temp = array_new (dir_len + sizeof base, 1);

  memcpy (temp, name, dir_len);
  memcpy (temp + dir_len, base, sizeof base);
  return temp;
}

/* Sets *MODE to the mode of the file NAME, or to what open would give a new
   one.  Returns NULL, or why NAME may not be replaced.  */
static const char *
mode_for (const char *name, mode_t *mode)
{
  struct stat st;
  mode_t mask;

  /* lstat: a link in a directory others may write to could lead anywhere.  */
  if (lstat (name, &st) == 0)
    {
      *mode = st.st_mode & 0777;
      /* A file that its owner made read-only stays as it is, although its
         directory would let it be renamed over.  */
      if (S_ISREG (st.st_mode))
        return access (name, W_OK) == 0 ? NULL : strerror (errno);
      return S_ISLNK (st.st_mode) ? "it is a symbolic link"
                                  : "it is not a regular file";
    }
  if (errno != ENOENT)
    return strerror (errno);
  mask = umask (0);             /* the only way to ask for it */
  umask (mask);
  *mode = 0666 & ~mask;
  return NULL;
}

/* Writes the temporary file TEMP and gives it the name NAME; false with errno
   set, and TEMP gone.  */
static bool
write_and_rename (char *temp, const char *name, mode_t mode, const void *data,
                  size_t len)
{
  int fd = mkostemp (temp, O_CLOEXEC);
  bool done;
  int error;

  if (fd < 0)
    return false;
  done = write_all (fd, data, len) && fchmod (fd, mode) == 0;
  done = close (fd) == 0 && done;
  done = done && rename (temp, name) == 0;
  if (!done)
    {
      error = errno;
      unlink (temp);
      errno = error;
    }
  return done;
}

bool
file_replace (struct diag *diag, const char *name, const void *data,
              size_t len)
{
  mode_t mode = 0;
  const char *refused = mode_for (name, &mode);
  char *temp;
  bool done;

  if (refused)
    {
      diag_error (diag, "%s: cannot be replaced: %s", name, refused);
      return false;
    }
  temp = temp_name (name);
  done = write_and_rename (temp, name, mode, data, len);
  if (!done)
    diag_error (diag, "%s: cannot be written: %s", name, strerror (errno));
  free (temp);
  return done;
}
