/* replace_file.c -- opens the file of a profile.

   SPDX-License-Identifier: 0BSD

   The result is a descriptor, or a reason why there is none; finish_file.c
   gives the file its name.  Contracts are in replace_file.h.  All functions
   are async-signal-safe.

   The refusal of symbolic links is that of glibc's runtime.  A FIFO does not
   block the process, and a file size limit does not kill it (signal_guard.c).

   A profile appears under its name only when it is complete.  It is written to
   a file without a name, which gets the name at the end; or, on file systems
   that have no such files, to a file with a temporary name.  All steps happen
   in one directory, which stays open meanwhile (writer->dir), because another
   thread may change the current directory at any moment.  Only if the program
   has left a single descriptor, that one is used for the file, and the
   directory is not opened.

   A program that runs with more rights than its user may run in a directory of
   that user.  There it makes new files and replaces its own files, but never
   writes into an existing file.  */

/* On a 32-bit machine an existing file may have a size or an inode number
   above 32 bits, or a time after 2038.  No type in libgmon's headers depends
   on these macros.  */
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

#include "output/replace_file.h"
#include "config/options.h"
#include "output/dump_state.h"
#include "output/file_name.h"
#include "output/job.h"
#include "output/pool.h"
#include "output/process.h"
#include "output/stale_files.h"
#include "sys/descriptors.h"
#include "sys/message.h"
#include "sys/signal_guard.h"
#include "machine.h"

void
output_look (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;

  dump->job.any = dump->options.has_rank && dump->options.pool == NULL;
  if (dump->job.any && file_name_by_options (dump, false))
    job_start (&dump->job, writer->name);
}

/* Opens NAME in the directory DIR for writing, with FLAGS added.  O_NONBLOCK
   makes the opening of a FIFO return at once; it has no effect on regular
   files.  Returns a descriptor, or -1 with errno set.  */
static int
open_quickly (int dir, const char *name, int flags)
{
  int fd;

  do
    fd = openat (dir, name,
                 flags | O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
                   | O_NOCTTY,
                 0666);
  while (fd < 0 && errno == EINTR);
  return fd;
}

/* Opens the directory of writer->name as writer->dir.  Returns false with
   errno set on failure.  O_PATH works for directories that may not be read,
   too.  */
static bool
enter_directory (struct gmon_writer *writer)
{
  const char *base = file_name_last_part (writer);
  size_t len = (size_t) (base - writer->name);
  int dir;

  memcpy (writer->temporary, writer->name, len);
  writer->temporary[len] = '\0';
  dir = open_quickly (AT_FDCWD, len != 0 ? writer->temporary : ".",
                      O_PATH | O_DIRECTORY);
  writer->temporary[0] = '\0';
  writer->unnamed = false;
  writer->dir = dir >= 0 ? dir : 0;
  if (dir >= 0 && *base == '\0')
    {
      errno = EISDIR;
      return false;
    }
  return dir >= 0;
}

/* Clears the field first: a signal handler that also writes must not close the
   descriptor again, as another thread may have that number by then.  */
void
output_leave_directory (struct gmon_writer *writer)
{
  int saved = errno;
  int dir = writer->dir;

  writer->dir = 0;
  atomic_signal_fence (memory_order_seq_cst);
  if (dir > 0)
    close (dir);
  errno = saved;
}

/* Gives the file on FD the owner, the group and the permissions in OLD.  A
   set-id program does not change owners.  Returns false with errno set on
   failure.  */
static bool
take_after (int fd, const struct stat *old)
{
  struct stat status;

  if (fstat (fd, &status) != 0)
    return false;
  if (status.st_uid != old->st_uid || status.st_gid != old->st_gid)
    {
      if (getauxval (AT_SECURE) != 0)
        {
          errno = EPERM;
          return false;
        }
      if (fchown (fd, old->st_uid, old->st_gid) != 0)
        return false;
    }
  return ((status.st_mode ^ old->st_mode) & 0777) == 0
         || fchmod (fd, old->st_mode & 0777) == 0;
}

/* Opens a file without a name in the directory of writer->name; if the process
   is killed, nothing is left of it.  Returns -1 if the directory cannot have
   such files.  */
static int
open_unnamed (const struct gmon_writer *writer)
{
  return writer->no_links || writer->dir == AT_FDCWD
           ? -1 : open_quickly (writer->dir, ".", O_TMPFILE);
}

/* Creates the file writer->temporary and locks it.  Returns a descriptor, or
   -1 with errno set.  EEXIST means that the file exists, or that rests_remove
   in another process is about to remove the new file.  The file is used
   without a lock if the file system (a network file system, for example) has
   none; then no process can tell whether it is stale.  */
static int
create_locked (const struct gmon_writer *writer)
{
  struct stat status;
  int fd = open_quickly (writer->dir, writer->temporary, O_CREAT | O_EXCL);

  if (fd >= 0
      && (flock (fd, LOCK_EX | LOCK_NB) != 0
            ? errno == EWOULDBLOCK
            : fstat (fd, &status) == 0 && status.st_nlink == 0))
    {
      close (fd);
      fd = -1;
      errno = EEXIST;
    }
  return fd;
}

#define TEMPORARIES 10
#define ID_STEP (UINT32_C (1) << 23)    /* twice the largest process id */

/* Creates a locked file with a temporary name, which is stored in
   writer->temporary.  Removes a stale file with that name, or tries up to
   TEMPORARIES names.  Returns a descriptor, or -1 with errno set.  */
static int
open_temporary (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  uint32_t id = machine_process_id ();
  int fd = -1;

  for (int i = 0; i < TEMPORARIES && fd < 0; i++, id += ID_STEP)
    {
      if (!file_name_temporary (dump, id))
        return -1;
      fd = create_locked (writer);
      if (fd < 0 && errno == EEXIST)
        {
          rests_remove (writer->dir, writer->temporary);
          fd = create_locked (writer);
        }
      if (fd < 0 && errno != EEXIST)
        return -1;
    }
  return fd;
}

/* Closes FD, to which nothing has been written, and removes its temporary
   file.  Keeps errno.  */
static void
drop_new (struct gmon_writer *writer, int fd)
{
  int saved = errno;

  close (fd);
  if (writer->temporary[0] != '\0' && !writer->unnamed)
    unlinkat (writer->dir, writer->temporary, 0);
  writer->temporary[0] = '\0';
  writer->unnamed = false;
  errno = saved;
}

/* Opens a new file that will become writer->name, with owner and permissions
   of OLD unless that is NULL.  Returns a descriptor, or -1 with errno set if
   no file can be made in the directory.  */
static int
open_new (struct dump *dump, const struct stat *old)
{
  struct gmon_writer *writer = &dump->writer;
  int fd = open_unnamed (writer);

  writer->unnamed = fd >= 0;
  if (fd < 0)
    fd = open_temporary (dump);
  if (fd >= 0 && old != NULL && !take_after (fd, old))
    {
      drop_new (writer, fd);
      return -1;
    }
  if (fd < 0)
    writer->temporary[0] = '\0';
  return fd;
}

/* Opens a file for writer->name, which does not exist yet.  If no temporary
   name can be had, for example because the name is too long for one, opens the
   file under writer->name; an incomplete file is removed again.  Returns a
   descriptor, or -1 with errno set.  */
static int
open_first (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  int fd = open_new (dump, NULL);

  if (fd < 0)
    {
      const char *base = file_name_base (writer);

      fd = open_quickly (writer->dir, base, O_CREAT | O_EXCL);
      if (fd >= 0)
        memcpy (writer->temporary, base, strlen (base) + 1);
    }
  return fd;
}

/* Returns true if ERROR, from an attempt to make a new file, will occur again
   as long as the directory and the old file do not change; then the old file
   is overwritten in place.  After any other error the old file is kept.  */
static bool
is_lasting (int error)
{
  return error != ENOSPC && error != EDQUOT && error != EIO && error != ENOMEM
         && error != EMFILE && error != ENFILE && error != EINTR;
}

/* Opens a file to replace the existing file writer->name, whose status is OLD:
   a new one, or the existing file itself, emptied, if the directory takes no
   new file.  A file with several links is overwritten, since a replacement
   would leave the old contents under the other names.  A file without links
   has just been replaced by another process.  Returns a descriptor, or -1 with
   a text in *WHY.  */
static int
open_instead (struct dump *dump, const struct stat *old,
              const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  int fd = -1;

  errno = EMLINK;
  if (old->st_nlink <= 1)
    fd = open_new (dump, old);
  if (fd < 0 && is_lasting (errno))
    {
      if (getauxval (AT_SECURE) != 0)
        {
          *why = "somebody else's, and this program is set-id";
          return -1;
        }
      if (pool_is_used (dump))
        {
          *why = "a new file cannot take its place";
          return -1;
        }
      if (job_is_others (&dump->job, writer->dir, file_name_base (writer)))
        {
          *why = "another process of this job has written it";
          return -1;
        }
      fd = open_quickly (writer->dir, file_name_base (writer), O_TRUNC);
    }
  if (fd < 0)
    *why = gmon_error_text (errno);
  return fd;
}

/* Returns the reason why the file writer->name, whose status is OLD, cannot be
   replaced, or NULL if it can.  The file is not opened for this test: a reader
   of a FIFO would see the end of its input, a device may do anything, and data
   that other threads write to a standard descriptor they have closed would get
   into the file.  If a system call filter forbids faccessat, the file is not
   refused.  */
static const char *
refusal (const struct gmon_writer *writer, const struct stat *old)
{
  if (S_ISLNK (old->st_mode))
    return gmon_error_text (ELOOP);
  if (S_ISDIR (old->st_mode))
    return gmon_error_text (EISDIR);
  if (!S_ISREG (old->st_mode))
    return "not a regular file";
  if (faccessat (writer->dir, file_name_base (writer), W_OK, AT_EACCESS) != 0
      && (errno == EACCES || errno == EROFS || errno == ETXTBSY))
    return gmon_error_text (errno);
  return NULL;
}

/* Opens a file for writer->name, with writer->dir as it is.  Returns a
   descriptor; or -1 with a text in *WHY, or with *WHY NULL and errno set.  */
static int
open_in_directory (struct dump *dump, const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  struct stat old;

  *why = NULL;
  writer->replaces = fstatat (writer->dir, file_name_base (writer), &old,
                              AT_SYMLINK_NOFOLLOW) == 0;
  if (!writer->replaces)
    return errno == ENOENT ? open_first (dump) : -1;
  *why = refusal (writer, &old);
  return *why == NULL ? open_instead (dump, &old, why) : -1;
}

/* Opens a file for writer->name.  Returns a descriptor and sets *WHY to NULL,
   or returns -1 and sets *WHY to a text.  */
static int
open_regular (struct dump *dump, const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  int fd = -1;

  *why = NULL;
  if (enter_directory (writer))
    {
      fd = open_in_directory (dump, why);
      if (fd < 0 && (errno == EMFILE || errno == ENFILE))
        {
          output_leave_directory (writer);
          writer->dir = AT_FDCWD;
          fd = open_in_directory (dump, why);
        }
    }
  if (fd < 0 && *why == NULL)
    *why = gmon_error_text (errno);
  if (fd < 0)
    output_leave_directory (writer);
  return fd;
}

/* Opens the file writer->name, in the start directory if
   file_name_move_to_start chooses that.  If it cannot be opened there, tries
   the name without that directory: a program that has changed its root
   directory does not find the directory where it was started.  Returns as
   open_regular.  */
static int
open_named (struct dump *dump, const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  size_t moved;
  int fd;

  if (dump->job.diverted && !file_name_apart (dump))
    {
      *why = gmon_error_text (ENAMETOOLONG);
      return -1;
    }
  moved = file_name_move_to_start (dump);
  fd = open_regular (dump, why);
  if (fd >= 0 || moved == 0)
    return fd;
  memmove (writer->name, writer->name + moved,
           strlen (writer->name + moved) + 1);
  return open_regular (dump, why);
}

/* Opens the file named by the pattern of GMON_OPTIONS.  Without a pattern, as
   glibc does, tries the name made from GMON_OUT_PREFIX and then the default
   name; only the failure of the default name gets a message.  Returns as
   open_regular.  */
static int
open_by_options (struct dump *dump, enum process_file kind,
                 const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  const char *prefix = options_variable ("GMON_OUT_PREFIX=");
  bool with_id = kind == PROCESS_FILE_WITH_ID;
  int fd = -1;

  if (dump->options.out == NULL && prefix != NULL
      && file_name_set (writer, prefix, true))
    fd = open_named (dump, why);
  if (fd >= 0)
    return fd;
  if (file_name_by_options (dump, with_id))
    return open_named (dump, why);
  file_name_set (writer, "out=", false);
  *why = gmon_error_text (ENAMETOOLONG);
  return -1;
}

#define HOLDS 10

/* Tries up to HOLDS times.  Another thread may use the number of a closed
   standard descriptor for a moment, so that guard_hold_standard does not
   occupy it, and close it again.  If the file then gets that number, other
   threads may have written to it: the file is dropped.  */
int
output_open (struct dump *dump, enum process_file kind,
             struct guard *guard, const char **why)
{
  int fd = -1;

  for (int i = 0; i < HOLDS; i++)
    {
      guard_hold_standard (guard, dump->descriptors);
      fd = open_by_options (dump, kind, why);
      if (fd < 0
          || (fd >= DESCRIPTORS_STANDARD
              && (dump->writer.dir >= DESCRIPTORS_STANDARD
                  || dump->writer.dir == AT_FDCWD)))
        break;
      drop_new (&dump->writer, fd);
      output_leave_directory (&dump->writer);
      guard_release (guard);
      fd = -1;
      *why = "would get a standard descriptor";
    }
  if (fd >= 0 && (dump->writer.replaces || !dump->writer.unnamed))
    rests_remove_all (dump);
  guard_release (guard);
  return fd;
}
