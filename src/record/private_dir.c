/* record/private_dir.c -- a directory that only this run uses.

   SPDX-License-Identifier: GPL-3.0-or-later

   Its parent may belong to somebody else, who can rename the directory and put
   a symbolic link in its place.  So it is known by its descriptor, and nothing
   is removed by way of its name but the empty directory itself.  */

#include <config.h>

#include "record/private_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <libiberty.h>

#include "base/arena.h"
#include "base/variable.h"

/* Characters that GMON_OPTIONS and LD_PRELOAD give a meaning of their own.  */
#define SPECIAL ",%: \t\n"

struct private_dir
{
  char *path;                   /* absolute, heap */
  int fd;                       /* of the directory, closed at exec */
};

/* Returns true if all users may rename what is in the directory PARENT.  */
static bool
is_open_to_all (const char *parent)
{
  struct stat st;

  return (stat (parent, &st) == 0 && (st.st_mode & S_IWOTH)
          && !(st.st_mode & S_ISVTX));
}

/* Opens the directory PATH, which was just made.  Returns -1 with errno set if
   it is not the user's own.  */
static int
open_own (const char *path)
{
  struct stat st;
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (fd >= 0 && (fstat (fd, &st) != 0 || st.st_uid != geteuid ()
                  || (st.st_mode & 077)))
    {
      close (fd);
      errno = EPERM;
      fd = -1;
    }
  return fd;
}

/* Profiles may need so many bytes.  */
#define ROOM_LEAST (1 << 20)

/* Returns true if the file system of the directory PARENT is full.  */
static bool
is_full (const char *parent)
{
  struct statvfs st;

  return (statvfs (parent, &st) == 0 && st.f_blocks
          && (double) st.f_bavail * (double) st.f_frsize < ROOM_LEAST);
}

/* Returns the directory to make another one in: TMPDIR or /tmp, or if that is
   full one with room, after a note.  The end of a long run is too late for an
   error.  */
static const char *
parent_with_room (struct diag *diag)
{
  static const char *const others[] = { "/tmp", "/var/tmp", "/dev/shm" };
  const char *parent = variable ("TMPDIR");

  if (!parent || parent[0] != '/' || strpbrk (parent, SPECIAL))
    parent = "/tmp";
  if (!is_full (parent))
    return parent;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (access (others[i], W_OK | X_OK) == 0 && !is_full (others[i])
        && !is_open_to_all (others[i]))
      {
        diag_note (diag, "%s is full: the profiles are in %s", parent,
                   others[i]);
        return others[i];
      }
  return parent;
}

struct private_dir *
private_dir_make (struct diag *diag)
{
  const char *parent = parent_with_room (diag);
  struct private_dir *dir;

  if (is_open_to_all (parent))
    {
      diag_error (diag, "%s: no directory is made there, as all users may write"
                  " to it and it has no sticky bit: anybody could replace that"
                  " directory; set TMPDIR to another one, or type 'chmod +t"
                  " %s'", parent, parent);
      return NULL;
    }
  dir = array_new (1, sizeof *dir);
  dir->path = concat (parent, "/gprof-run-XXXXXX", NULL);
  dir->fd = mkdtemp (dir->path) ? open_own (dir->path) : -1;
  if (dir->fd >= 0)
    return dir;
  diag_error (diag, "%s: no directory can be made there: %s; set TMPDIR to"
              " another one", parent, strerror (errno));
  free (dir->path);
  free (dir);
  return NULL;
}

const char *
private_dir_path (const struct private_dir *dir)
{
  return dir->path;
}

/* Removes the files of DIR that private_dir_remove may remove.  */
static void
remove_files (const struct private_dir *dir, const char *prefix)
{
  DIR *stream = fdopendir (dup (dir->fd));
  struct dirent *entry;

  if (!stream)
    return;
  rewinddir (stream);
  while ((entry = readdir (stream)))
    if (strncmp (entry->d_name + (entry->d_name[0] == '.'), prefix,
                 strlen (prefix)) == 0)
      unlinkat (dir->fd, entry->d_name, 0);
  closedir (stream);
}

/* Returns true if the path of DIR still leads to it.  */
static bool
is_in_place (const struct private_dir *dir)
{
  struct stat own, there;

  return (fstat (dir->fd, &own) == 0 && lstat (dir->path, &there) == 0
          && own.st_dev == there.st_dev && own.st_ino == there.st_ino);
}

void
private_dir_remove (struct private_dir *dir, const char *prefix,
                    struct diag *diag)
{
  remove_files (dir, prefix);
  if (!is_in_place (dir))
    diag_warning (diag, "%s: is not removed, as somebody has put something else"
                  " in its place", dir->path);
  else if (rmdir (dir->path) != 0)
    diag_warning (diag, "%s: cannot be removed: %s", dir->path,
                  strerror (errno));
  close (dir->fd);
  free (dir->path);
  free (dir);
}
