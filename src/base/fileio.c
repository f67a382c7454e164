/* base/fileio.c -- reads and replaces whole files.

   SPDX-License-Identifier: GPL-3.0-or-later

   The size from fstat is only a hint: a file may shrink or grow during the
   read, pipes and /proc have size 0, and a sparse file has less data than its
   size.  */

#include <config.h>

#include "base/fileio.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/memory_file.h"

/* The most memory that is allocated for a file before any of it is read, since
   a large file may be a hole.  Up to this size one allocation is best: memory
   costs nothing before it is used, and growing would copy.  */
#define FIRST_MAX (64 * 1024 * 1024)

/* The least room for a read, in bytes.  */
#define READ_MIN 4096

int
file_open (const char *name, int flags, mode_t mode)
{
  int fd;

  do
    fd = open (name, flags | O_CLOEXEC, mode);
  while (fd < 0 && errno == EINTR);
  return fd;
}

/* Returns true if a read from FD or a write to it that failed with ERROR is to
   be tried again: a signal interrupted it, or FD was not ready.  In that case
   this function has waited for EVENT (POLLIN or POLLOUT).  FD may be
   non-blocking because another process that shares the pipe made it so.  */
static bool
was_waited (int fd, int error, short event)
{
  struct pollfd one = { .fd = fd, .events = event };

  if (error == EAGAIN || error == EWOULDBLOCK)
    return poll (&one, 1, -1) >= 0 || errno == EINTR;
  return error == EINTR;
}

ssize_t
file_read (int fd, void *data, size_t len)
{
  ssize_t n;

  do
    n = read (fd, data, len);
  while (n < 0 && was_waited (fd, errno, POLLIN));
  return n;
}

bool
file_is_unchanged (int fd, const struct stat *before)
{
  struct stat now;

  return (fstat (fd, &now) == 0 && now.st_size == before->st_size
          && now.st_mtim.tv_sec == before->st_mtim.tv_sec
          && now.st_mtim.tv_nsec == before->st_mtim.tv_nsec);
}

/* Grows BLOB so that it has room for NEED bytes.  Unlike array_reserve it
   returns false if there is no memory, so that the message can name the file
   that is too large.  */
static bool
make_room (struct blob *blob, size_t need)
{
  size_t cap = blob->cap < SIZE_MAX / 2 && 2 * blob->cap > need
               ? 2 * blob->cap : need;
  unsigned char *data;

  if (need <= blob->cap)
    return true;
  data = realloc (blob->data, cap);
  if (!data)
    return false;
  advise_huge_pages (data, cap);
  blob->data = data;
  blob->cap = cap;
  return true;
}

/* Reads FD up to its end into *BLOB.  HINT is the expected size and MAX the
   largest size allowed, both in bytes; MAX 0 means a device.  Returns NULL, or
   the reason for a failure.  */
static const char *
read_all (int fd, size_t hint, size_t max, struct blob *blob)
{
  /* The extra byte lets the read find the end of the file without growing.  */
  if (!make_room (blob, hint + 1))
    return strerror (ENOMEM);
  for (;;)
    {
      ssize_t n = file_read (fd, blob->data + blob->len,
                             blob->cap - blob->len);

      if (n <= 0)
        return n == 0 ? NULL : strerror (errno);
      blob->len += (size_t) n;
      if (blob->len > max)
        return max ? _("is longer than 1 GiB, and not a regular file; write"
                       " it to a file first")
                   : _("is a device, so it has no end");
      if (blob->len == blob->cap && !make_room (blob, blob->cap + READ_MIN))
        return strerror (ENOMEM);
    }
}

/* Reads the regular file FD from the offset AT as read_all does.  ST is the
   result of fstat before the read.  AT need not be 0: another process may have
   read a part of the standard input.  */
static const char *
read_regular (int fd, const struct stat *st, off_t at, struct blob *blob)
{
  size_t size = st->st_size > at ? (size_t) (st->st_size - at) : 0;
  const char *why = read_all (fd, size == 0 ? READ_MIN : size < FIRST_MAX ? size
                              : FIRST_MAX, size == 0 ? BLOB_PIPE_MAX
                              : SIZE_MAX, blob);

  if (!why && (blob->len < size || !file_is_unchanged (fd, st)))
    why = FILE_CHANGED;
  return why;
}

/* Reads FD as read_all does, with a size hint and limit that fit the kind of
   file.  */
static const char *
read_fd (int fd, struct blob *blob)
{
  struct stat st;
  off_t at = lseek (fd, 0, SEEK_CUR);

  blob->seekable = at >= 0;
  if (fstat (fd, &st) < 0)
    return strerror (errno);
  if (S_ISDIR (st.st_mode))
    return strerror (EISDIR);
  if (S_ISREG (st.st_mode))
    return read_regular (fd, &st, at, blob);
  /* Among the character devices only a terminal may have data; /dev/null is
     empty, and any other one fails.  */
  return read_all (fd, READ_MIN,
                   S_ISCHR (st.st_mode) && !isatty (fd) ? 0 : BLOB_PIPE_MAX,
                   blob);
}

static bool
copy_memory (const struct memory_file *file, struct blob *blob)
{
  if (!make_room (blob, file->len + 1))
    return false;
  memcpy (blob->data, file->data, file->len);
  blob->len = file->len;
  blob->seekable = true;
  return true;
}

bool
blob_reread (struct diag *diag, const char *name, struct blob *blob)
{
  const struct memory_file *kept = memory_file_find (diag_files (diag), name);
  if (kept && copy_memory (kept, blob))
    return true;
  bool is_stdin = strcmp (name, "-") == 0;
  int fd = is_stdin ? STDIN_FILENO : file_open (name, O_RDONLY, 0);
  const char *why;

  blob->len = 0;
  why = fd < 0 ? strerror (errno) : read_fd (fd, blob);
  if (fd >= 0 && !is_stdin)
    close (fd);
  if (why)
    diag_error (diag, "%s: %s", is_stdin ? _("standard input") : name, why);
  return !why;
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

bool
file_write (int fd, const void *data, size_t len)
{
  const unsigned char *from = data;

  while (len)
    {
      ssize_t n = write (fd, from, len);

      if (n < 0 && was_waited (fd, errno, POLLOUT))
        continue;
      if (n == 0)
        errno = ENOSPC;         /* otherwise the loop would not end */
      if (n <= 0)
        return false;
      from += n;
      len -= (size_t) n;
    }
  return true;
}

/* -- Replacing a file ----------------------------------------------------- */

/* The file to write.  */
struct new_file
{
  const char *name;
  mode_t mode;
  bool replaces;                /* the name exists; owner and group are set */
  uid_t owner;
  gid_t group;
  const void *data;
  size_t len;
  bool sync;
  bool has_place;               /* new files can be made in its directory */
};

/* NAME_TRIES: the number of times that link_as tries to get the temporary name
   while other processes use it, up to a millisecond each time.  FILE_TRIES:
   the number of times that the file is written because another process removed
   the temporary file.  */
#define NAME_TRIES 1000
#define FILE_TRIES 16

/* The longest chain of symbolic links that is followed, as in Linux.  */
#define LINKS_MAX 40

/* Systems without O_TMPFILE: open fails for a directory and O_WRONLY.  */
#ifndef O_TMPFILE
# define O_TMPFILE O_DIRECTORY
#endif


/* Sets mode, owner and group of NEW from the existing file with its name,
   which is not a symbolic link.  If there is no such file, sets the mode that
   open would set.  Returns NULL, or the reason why the file must not be
   replaced.  */
static const char *
look_at_old (struct new_file *new)
{
  struct stat st;
  mode_t mask;

  if (lstat (new->name, &st) == 0)
    {
      new->replaces = true;
      new->mode = st.st_mode & 0777;
      new->owner = st.st_uid;
      new->group = st.st_gid;
      /* A read-only file must not be replaced, although rename would replace
         it.  */
      if (S_ISREG (st.st_mode))
        return access (new->name, W_OK) == 0 ? NULL : strerror (errno);
      return _("it is not a regular file");
    }
  if (errno != ENOENT)
    return strerror (errno);
  mask = umask (0);             /* the only way to read the mask */
  umask (mask);
  new->mode = 0666 & ~mask;
  return NULL;
}

/* Sets owner, group and mode of the file FD to those of the file it replaces,
   as if the old file had been rewritten.  If the group cannot be set, the mode
   gives the group and all other users only what both the old group and all
   other users had.  The mode is set last: until then only the owner may read
   the file.  Returns false with errno set on failure.  */
static bool
take_after_old (int fd, const struct new_file *new)
{
  struct stat st;
  mode_t mode = new->mode;

  if (fstat (fd, &st) != 0)
    return false;
  if (new->replaces && (st.st_uid != new->owner || st.st_gid != new->group)
      && fchown (fd, new->owner, new->group) != 0
      && st.st_gid != new->group
      && fchown (fd, (uid_t) -1, new->group) != 0)
    mode &= 0700 | ((mode >> 3 & mode & 07) * 011);
  /* After fchown to another owner (CAP_CHOWN) the process may lack the right
     to change the mode (CAP_FOWNER); then the owner is set back.  */
  return fchmod (fd, mode) == 0
         || (errno == EPERM && fchown (fd, st.st_uid, (gid_t) -1) == 0
             && fchmod (fd, mode) == 0);
}

/* Returns the path of the file BASE in the directory of NAME, on the heap.  A
   temporary name must not be the last part of NAME plus a suffix, since that
   part may already have the greatest length allowed.  */
static char *
beside (const char *name, const char *base)
{
  const char *slash = strrchr (name, '/');
  size_t dir_len = slash ? (size_t) (slash + 1 - name) : 0;
  char *path = array_new (dir_len + strlen (base) + 1, 1);

  memcpy (path, name, dir_len);
  memcpy (path + dir_len, base, strlen (base) + 1);
  return path;
}

/* Replaces *NAME, the path of a symbolic link on the heap, by the path of the
   file that the link leads to.  SIZE is the length of the link's text.
   Returns false with errno set on failure.  */
static bool
fileio_follow_link (char **name, size_t size)
{
  char *to = array_new (size + 1, 1), *path;
  ssize_t len = readlink (*name, to, size + 1);

  if (len >= 0 && (size_t) len > size)
    {
      errno = ESTALE;           /* the link was replaced after lstat */
      len = -1;
    }
  if (len < 0)
    {
      free (to);
      return false;
    }
  to[len] = '\0';
  path = *to == '/' ? xstrdup (to) : beside (*name, to);
  free (to);
  free (*name);
  *name = path;
  return true;
}

/* Replaces *NAME, a path on the heap, by the path of the file that it leads to
   if it is a symbolic link.  That file need not exist.  Returns NULL, or the
   reason why the link is not followed.  Links of other users are not followed:
   in a directory that several users may write to, such a link could lead to
   any file of this user.  */
static const char *
follow_links (char **name)
{
  struct stat st;

  for (int i = 0; lstat (*name, &st) == 0 && S_ISLNK (st.st_mode); i++)
    {
      if (i == LINKS_MAX)
        return strerror (ELOOP);
      if (st.st_uid != geteuid () && st.st_uid != 0)
        return _("it is a symbolic link of another user");
      if (!fileio_follow_link (name, st.st_size > 0 ? (size_t) st.st_size
                               : READ_MIN))
        return strerror (errno);
    }
  return NULL;
}

/* Returns the temporary name for the file NAME, on the heap.  It depends on
   NAME only, so that a later run replaces the file that a killed run has
   left.  */
static char *
lasting_temp (const char *name)
{
  const char *slash = strrchr (name, '/');
  uint64_t hash = UINT64_C (0xCBF29CE484222325);
  char base[32];

  for (const char *p = slash ? slash + 1 : name; *p; p++)
    hash = (hash ^ (unsigned char) *p) * UINT64_C (0x100000001B3);
  snprintf (base, sizeof base, ".gprof-%016" PRIx64, hash);
  return beside (name, base);
}

/* Removes the file TEMP.  If the process that made it still has it open, and
   so locked, waits a millisecond instead.  Returns false if TEMP cannot be
   removed.  The lock makes sure that only one of several processes removes
   TEMP; otherwise another could remove the next file of that name.  */
static bool
make_free (const char *temp)
{
  const struct timespec pause = { 0, 1000000 };
  int fd = file_open (temp, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
  struct stat st, now;
  bool is_free = true;

  if (fd < 0)
    return errno == ENOENT || unlink (temp) == 0 || errno == ENOENT;
  if (flock (fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    nanosleep (&pause, NULL);
  else if (fstat (fd, &st) == 0 && lstat (temp, &now) == 0
           && st.st_dev == now.st_dev && st.st_ino == now.st_ino)
    is_free = unlink (temp) == 0 || errno == ENOENT;
  close (fd);
  return is_free;
}

/* Gives the unnamed file FD the name TEMP.  TEMP may exist: a killed run may
   have left it, or another process that replaces the same file may use it for
   some microseconds.  Returns false with errno EAGAIN if other processes used
   TEMP at every try, EOPNOTSUPP if FD cannot get the name.  */
static bool
link_as (int fd, const char *temp)
{
  char from[32];

  snprintf (from, sizeof from, "/proc/self/fd/%d", fd);
  for (int i = 0; i < NAME_TRIES; i++)
    if (linkat (AT_FDCWD, from, AT_FDCWD, temp, AT_SYMLINK_FOLLOW) == 0)
      return true;
    else if (errno != EEXIST || !make_free (temp))
      {
        errno = EOPNOTSUPP;
        return false;
      }
  errno = EAGAIN;
  return false;
}

/* Writes the data, owner and mode of NEW to the file FD, and closes it.  If
   LINK is not NULL, gives the complete file the name LINK.  Returns false with
   errno set on failure; FD is closed then too.  */
static bool
fill_and_close (int fd, const struct new_file *new, const char *link)
{
  bool done = (file_write (fd, new->data, new->len)
               && take_after_old (fd, new)
               && (!new->sync || fsync (fd) == 0 || errno == EINVAL)
               && (!link || link_as (fd, link)));
  int error = errno;

  if (close (fd) != 0 && done)
    return false;
  errno = error;
  return done;
}

/* Renames the file TEMP to the name of NEW if DONE is true.  If DONE is false
   or rename fails, removes TEMP and returns false; errno is that of rename, or
   unchanged.  */
static bool
rename_or_remove (const char *temp, const struct new_file *new, bool done)
{
  int error;

  if (done && rename (temp, new->name) == 0)
    return true;
  error = errno;
  unlink (temp);
  errno = error;
  return false;
}

/* Replaces the file of NEW through a file that has no name until it is
   complete, so that nothing is left if the process is killed.  The complete
   file has a temporary name for some microseconds before it is renamed.  It is
   locked until then, if the file system supports locks.  Returns false with
   errno set: EOPNOTSUPP if unnamed files are not supported, EAGAIN if another
   process removed the temporary file or always used its name.  */
static bool
replace_by_unnamed (struct new_file *new)
{
  char *dir = beside (new->name, "."), *temp = lasting_temp (new->name);
  int fd = file_open (dir, O_TMPFILE | O_WRONLY, 0600);
  bool done = false;

  if (fd < 0)
    {
      new->has_place = false;
      if (errno == EISDIR || errno == EINVAL)   /* an old kernel */
        errno = EOPNOTSUPP;
    }
  else
    {
      int lock = fcntl (fd, F_DUPFD_CLOEXEC, 0);        /* open after FD */

      flock (fd, LOCK_EX | LOCK_NB);
      done = rename_or_remove (temp, new, fill_and_close (fd, new, temp));
      if (!done && errno == ENOENT)
        errno = EAGAIN;
      int error = errno;
      if (lock >= 0)
        close (lock);
      errno = error;
    }
  free (dir);
  free (temp);
  return done;
}

static bool
replace_by_named (struct new_file *new)
{
  char *temp = beside (new->name, ".gprof-XXXXXX");
  int fd = mkostemp (temp, O_CLOEXEC);
  bool done = false;

  new->has_place = fd >= 0;
  if (fd >= 0)
    done = rename_or_remove (temp, new, fill_and_close (fd, new, NULL));
  free (temp);
  return done;
}

static bool
replace (struct new_file *new)
{
  for (int i = 0; i < FILE_TRIES; i++)
    if (replace_by_unnamed (new))
      return true;
    else if (errno != EAGAIN)
      break;
  return ((errno == EAGAIN || errno == EOPNOTSUPP)
          && replace_by_named (new));
}

/* Writes the file NEW.  On failure calls diag_error, with SHOWN as the name of
   the file, and returns false.  */
static bool
write_new (struct diag *diag, struct new_file *new, const char *shown)
{
  const char *refused = look_at_old (new);

  if (refused)
    diag_error (diag, "%s: cannot be replaced: %s", shown, refused);
  else if (replace (new))
    return true;
  else if (new->has_place)
    diag_error (diag, "%s: cannot be written: %s", shown, strerror (errno));
  else
    diag_error (diag, "%s: cannot be written: no file can be made in its"
                " directory: %s", shown, strerror (errno));
  return false;
}

bool
file_replace (struct diag *diag, const char *name, const void *data,
              size_t len, bool sync)
{
  char *target = xstrdup (name), *shown = NULL;
  const char *refused = follow_links (&target);
  struct new_file new = { .name = target, .data = data, .len = len,
                          .sync = sync, .has_place = true };
  bool done = false;

  if (refused)
    diag_error (diag, "%s: cannot be replaced: %s", name, refused);
  else
    {
      if (strcmp (target, name) != 0)
        shown = concat (name, " -> ", target, NULL);
      done = write_new (diag, &new, shown ? shown : name);
    }
  free (shown);
  free (target);
  return done;
}

void
file_replace_or_keep (struct diag *diag, const char *name, const void *data,
                      size_t len, char **why)
{
  struct diag *quiet = diag_new ("", NULL);

  if (!file_replace (quiet, name, data, len, true))
    {
      memory_file_keep (diag_make_files (diag), name, data, len);
      if (!*why)
        *why = xstrdup (diag_last (quiet));
    }
  diag_free (quiet);
}

bool
file_is_absent (const struct diag *diag, const char *name)
{
  return (strcmp (name, "-") != 0 && !memory_file_find (diag_files (diag), name)
          && access (name, F_OK) != 0 && errno == ENOENT);
}
