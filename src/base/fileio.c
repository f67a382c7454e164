/* base/fileio.c -- whole files in, whole files out.

   SPDX-License-Identifier: GPL-3.0-or-later

   In:  a file name.  Out: its bytes on the heap, or the file replaced.
   Called by profile/gmon_io, image/, file_list and report/src_print.
   What fstat says of a size is only a hint: files shrink and grow under the
   reader, pipes and /proc say 0, a sparse file claims what is not there.  */

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

/* The most memory taken for a file before any of it was read: it may be a hole.
   Memory is not there before it is used, and growing would copy.  */
#define FIRST_MAX (64 * 1024 * 1024)

/* The least free room a read is given.  */
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

/* Is ERROR, of a read from FD or write to it, nothing but a wait?  EVENT: for
   which.  Whoever shares a pipe with us may have made it one that does not
   wait by itself.  */
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

/* As array_reserve, but false if there is no memory: the file is to be named
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
  blob->data = data;
  blob->cap = cap;
  return true;
}

/* Reads FD up to its end into *BLOB, which is to have no more than MAX bytes;
   returns NULL, or why it cannot be had.  HINT is the expected size.  */
static const char *
read_all (int fd, size_t hint, size_t max, struct blob *blob)
{
  /* One byte more than expected: the end then shows without growing.  */
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
        return max ? _("has no end within 1 GiB; of that size only files are"
                       " read")
                   : _("is a device, so it has no end");
      if (blob->len == blob->cap && !make_room (blob, blob->cap + READ_MIN))
        return strerror (ENOMEM);
    }
}

/* read_all for a regular file, which was as ST, from AT on: somebody may have
   read from it before us.  */
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

/* read_all, with what can be told from the kind of file.  */
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
  /* Nothing is to be had of a device but, from /dev/null, nothing.  */
  return read_all (fd, READ_MIN,
                   S_ISCHR (st.st_mode) && !isatty (fd) ? 0 : BLOB_PIPE_MAX,
                   blob);
}

bool
blob_reread (struct diag *diag, const char *name, struct blob *blob)
{
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
        errno = ENOSPC;         /* or we would go on for ever */
      if (n <= 0)
        return false;
      from += n;
      len -= (size_t) n;
    }
  return true;
}

/* -- Replacing a file ------------------------------------------------------ */

/* What a file is to become.  */
struct new_file
{
  const char *name;
  mode_t mode;
  bool replaces;                /* a file of this */
  uid_t owner;
  gid_t group;
  const void *data;
  size_t len;
  bool sync;
  bool has_place;               /* its directory takes new files */
};

/* How often we look whether a name is free that others take, for a millisecond
   each time, and how often a file is written anew that they took away.  */
#define NAME_TRIES 1000
#define FILE_TRIES 16

/* As many symbolic links, one after the other, are followed: as Linux does.  */
#define LINKS_MAX 40

/* Elsewhere than on Linux: what open refuses to write to.  */
#ifndef O_TMPFILE
# define O_TMPFILE O_DIRECTORY
#endif


/* Gives NEW what is to stay of the file that has its name, which is no symbolic
   link, or the mode that open would give it.  Returns NULL, or why the name may
   not be replaced.  */
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
      /* A file that its owner made read-only stays as it is, although its
         directory would let it be renamed over.  */
      if (S_ISREG (st.st_mode))
        return access (new->name, W_OK) == 0 ? NULL : strerror (errno);
      return _("it is not a regular file");
    }
  if (errno != ENOENT)
    return strerror (errno);
  mask = umask (0);             /* the only way to ask for it */
  umask (mask);
  new->mode = 0666 & ~mask;
  return NULL;
}

/* Gives the file FD owner, group and mode of what it replaces, as if that had
   been written to.  Where the group cannot be kept, neither another one nor
   those who were in it get more than both it and all others had.  The mode
   comes last: until then only the owner may read.  */
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
  /* Who may give a file away (CAP_CHOWN) need not be allowed to change it then
     (CAP_FOWNER).  */
  return fchmod (fd, mode) == 0
         || (errno == EPERM && fchown (fd, st.st_uid, (gid_t) -1) == 0
             && fchmod (fd, mode) == 0);
}

/* BASE, which has its own NUL, in the directory of NAME; on the heap.  It does
   not grow out of NAME's own last part, which may be as long as names can
   be.  */
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

/* Sets *NAME, on the heap, to what the symbolic link *NAME leads to; SIZE is
   the length of that text.  False with errno set.  */
static bool
follow_link (char **name, size_t size)
{
  char *to = array_new (size + 1, 1), *path;
  ssize_t len = readlink (*name, to, size + 1);

  if (len >= 0 && (size_t) len > size)
    {
      errno = ESTALE;           /* another link since lstat */
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

/* Sets *NAME, on the heap, to the file that it leads to if it is a symbolic
   link; that file need not exist.  Returns NULL, or why the link is not
   followed: in a directory that several users may write to, the link of another
   user could lead to any file of this one.  */
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
      if (!follow_link (name, st.st_size > 0 ? (size_t) st.st_size
                        : READ_MIN))
        return strerror (errno);
    }
  return NULL;
}

/* The same name for the same file each time, so that what a run leaves that was
   killed does not stay.  */
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

/* Removes the file TEMP, or waits a little if who made it still has it open and
   so locked; false if it cannot be removed.  Of several that would remove one
   only one does, lest they remove the next one.  */
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

/* Gives the file FD, which has no name, the name TEMP, which a run that was
   killed may have left, or one that does the same now have for some
   microseconds; false with errno EAGAIN if others always had it, EOPNOTSUPP if
   it cannot be.  */
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

/* Fills the file FD, and closes it; false with errno set.  A LINK, unless NULL,
   is the name that it gets when it is whole.  */
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

/* Gives the file TEMP, if it is DONE, the name it is for; else it goes.  False
   with errno set.  */
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

/* Has no name until all is written, so that nothing is left if we are killed;
   between the link and the name one more file is there for some microseconds,
   with a lock until it is renamed, unless its system knows none.
   False with errno set: EOPNOTSUPP if the file has to have a name, EAGAIN if
   who does the same now took it away.  */
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
      int lock = fcntl (fd, F_DUPFD_CLOEXEC, 0);        /* outlives FD */

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

/* Writes NEW; reports errors as those of the file SHOWN.  */
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
