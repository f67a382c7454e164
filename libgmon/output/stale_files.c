/* stale_files.c -- removes temporary files that killed processes left behind.

   SPDX-License-Identifier: 0BSD

   Contracts are in stale_files.h.

   A file must not be removed while its writer lives.  The writer's lock
   (flock) protects it from all processes of the same kernel, even from
   processes in other containers, where the writer has another process id.  A
   network file system may have no locks, or locks that other hosts do not see.
   So the name of a file that is being written contains the host, and only that
   host removes the file.  A file named ...gmon-tmp.0 is complete and only
   waits for its rename.  If it is removed before, its writer gives it that
   name again (replace_file.c).  */

/* The file may be larger than 32 bits can express, see replace_file.c.  */
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/stale_files.h"
#include "output/dump_state.h"
#include "sys/directory.h"
#include "machine.h"

/* How many bytes of directory entries are read at once, and how often: about
   200 names.  File systems with large directories sort what they return, and
   need 0.2 us for a name.  */
#define LOOK_SIZE 4096
#define LOOKS 2

/* Returns true if STATUS is that of a regular file of this user with one
   link.  */
static bool
is_candidate (const struct stat *status)
{
  return S_ISREG (status->st_mode) && status->st_uid == geteuid ()
         && status->st_nlink == 1;
}

/* A file that cannot be locked is kept, since its writer may live.  Another
   file may have got the name before the lock is taken; so the name is looked
   up again.  */
void
rests_remove (int dir, const char *name)
{
  struct stat there, opened;
  int fd;

  if (getauxval (AT_SECURE) != 0
      || fstatat (dir, name, &there, AT_SYMLINK_NOFOLLOW) != 0
      || !is_candidate (&there))
    return;
  fd = openat (dir, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
                            | O_NOCTTY);
  if (fd < 0)
    return;
  if (flock (fd, LOCK_EX | LOCK_NB) == 0 && fstat (fd, &opened) == 0
      && fstatat (dir, name, &there, AT_SYMLINK_NOFOLLOW) == 0
      && there.st_ino == opened.st_ino && there.st_dev == opened.st_dev)
    unlinkat (dir, name, 0);
  close (fd);
}

/* Returns true if TEXT, the part of a name after RESTS_END, means a writer
   that does not exist any more or a complete file.  HOST is the name of this
   host.  */
static bool
rest_is_gone (const char *text, const char *host)
{
  size_t len = strlen (host);
  uint32_t id = 0;

  if (strcmp (text, "0") == 0)
    return true;
  if (strncmp (text, host, len) != 0 || text[len] != '.')
    return false;
  for (text += len + 1; *text >= '0' && *text <= '9'; text++)
    id = id * 10 + (uint32_t) (*text - '0');
  return *text == '\0' && id != 0
         && machine_syscall (SYS_kill, id, 0, 0, 0, 0, 0) == -ESRCH;
}

/* Returns true if NAME is that of a temporary profile that this host may
   remove.  */
static bool
is_rest (const char *name, const char *host)
{
  const char *end = NULL;

  if (*name != '.')
    return false;
  for (const char *at = name; (at = strstr (at, RESTS_END)) != NULL; at++)
    end = at;
  return end != NULL && rest_is_gone (end + strlen (RESTS_END), host);
}

/* Applies rests_remove to the temporary profiles in the writer's directory,
   for which FD is open.  */
static void
remove_among (struct dump *dump, int fd)
{
  struct gmon_writer *writer = &dump->writer;
  struct directory all
    = { fd, LOOKS, writer->buffer, LOOK_SIZE, 0, 0 };
  const char *name;

  while ((name = directory_next (&all)) != NULL)
    if (is_rest (name, dump->options.host))
      rests_remove (writer->dir, name);
}

void
rests_remove_all (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  int fd;

  if (writer->looked_for_stale || writer->dir == AT_FDCWD
      || getauxval (AT_SECURE) != 0)
    return;
  writer->looked_for_stale = true;
  fd = openat (writer->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  remove_among (dump, fd);
  close (fd);
}
