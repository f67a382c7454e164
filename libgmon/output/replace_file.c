/* replace_file.c -- opens, names and replaces the file of a profile.

   SPDX-License-Identifier: 0BSD

   In: the environment, the current directory, the options.  Out: a descriptor,
   or a reason why there is none.  Contracts are in replace_file.h.  All
   functions are async-signal-safe.

   The file names and the refusal of symbolic links are those of glibc's
   runtime.  A FIFO does not block the process, and a file size limit does not
   kill it (signal_guard.c).

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
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/replace_file.h"
#include "config/options.h"
#include "output/dump_state.h"
#include "output/job.h"
#include "output/process.h"
#include "output/stale_files.h"
#include "sys/descriptors.h"
#include "sys/message.h"
#include "sys/signal_guard.h"
#include "machine.h"

#define DEFAULT_NAME "gmon.out"

/* -- Names ---------------------------------------------------------------- */

/* Stores TEXT, with ".PID" appended if WITH_PID, in writer->name.  Returns
   false if it does not fit.  */
static bool
set_name (struct gmon_writer *writer, const char *text, bool with_pid)
{
  if (strlen (text) >= sizeof writer->name)
    return false;
  memcpy (writer->name, text, strlen (text) + 1);
  return !with_pid
         || options_add_pid (writer->name, sizeof writer->name,
                             machine_process_id ());
}

/* Stores the name made from the pattern of GMON_OPTIONS in writer->name.  With
   WITH_PID, appends ".PID" unless the pattern contains %p.  Returns false if
   the name does not fit.  */
static bool
name_by_pattern (struct dump *dump, bool with_pid)
{
  struct gmon_writer *writer = &dump->writer;
  uint32_t pid = machine_process_id ();
  bool has_pid;

  return options_name (&dump->options, dump->options.out, writer->name,
                       sizeof writer->name, pid, &has_pid)
         && (has_pid || !with_pid
             || options_add_pid (writer->name, sizeof writer->name, pid));
}

/* Stores the name that GMON_OPTIONS gives, or the default name, in
   writer->name.  Returns false if it is too long.  */
static bool
name_by_options (struct dump *dump, bool with_pid)
{
  if (dump->options.out != NULL)
    return name_by_pattern (dump, with_pid);
  return set_name (&dump->writer, DEFAULT_NAME, with_pid);
}

/* Appends host and process id to writer->name, so that no other process on any
   host has that name.  Returns false if it does not fit.  */
static bool
name_apart (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  size_t len = strlen (writer->name);
  bool has_pid;

  return options_name (&dump->options, ".%h.%p", writer->name + len,
                       sizeof writer->name - len, machine_process_id (),
                       &has_pid);
}

void
output_look (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;

  dump->job.any = dump->options.has_rank;
  if (dump->job.any && name_by_options (dump, false))
    job_start (&dump->job, writer->name);
}

/* Puts the directory in which the program was started before writer->name if
   the current directory is "/" and fork was called: a daemon's current
   directory is "/", and nobody looks for a profile there.  Applies to the
   parent of a fork as well, since musl's daemon changes to "/" before it
   forks.  Returns the number of characters that were put before the name.  */
static size_t
move_to_start (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;
  const char *directory = dump->process.directory;
  struct stat here, root;
  size_t len = strlen (directory);
  size_t name_len = strlen (writer->name);

  if (!dump->process.forked || getauxval (AT_SECURE) != 0 || len == 0
      || writer->name[0] == '/' || len + 1 + name_len >= sizeof writer->name
      || stat (".", &here) != 0 || stat ("/", &root) != 0
      || here.st_ino != root.st_ino || here.st_dev != root.st_dev)
    return 0;
  memmove (writer->name + len + 1, writer->name, name_len + 1);
  memcpy (writer->name, directory, len);
  writer->name[len] = '/';
  return len + 1;
}

/* -- Opening -------------------------------------------------------------- */

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

/* Returns the part of writer->name after the last slash.  */
static const char *
last_part (const struct gmon_writer *writer)
{
  const char *slash = strrchr (writer->name, '/');

  return slash != NULL ? slash + 1 : writer->name;
}

/* Returns the name of the profile relative to writer->dir.  */
static const char *
base_name (const struct gmon_writer *writer)
{
  return writer->dir == AT_FDCWD ? writer->name : last_part (writer);
}

/* Opens the directory of writer->name as writer->dir.  Returns false with
   errno set on failure.  O_PATH works for directories that may not be read,
   too.  */
static bool
enter_directory (struct gmon_writer *writer)
{
  const char *base = last_part (writer);
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

/* Closes writer->dir; keeps errno.  Clears the field first: a signal handler
   that also writes must not close the descriptor again, as another thread may
   have that number by then.  */
static void
leave_directory (struct gmon_writer *writer)
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

/* Stores a temporary name in the directory of writer->name in
   writer->temporary: with host and ID, or, if ID is 0, the name that link_up
   uses.  Returns false with errno set if the name is too long.  */
static bool
name_temporary (struct dump *dump, uint32_t id)
{
  struct gmon_writer *writer = &dump->writer;
  const char *base = base_name (writer);
  const char *last = last_part (writer);
  size_t before = (size_t) (last - base);       /* of directories */
  size_t len = (size_t) (last - base) + 1 + strlen (last);
  bool has_number;

  if (len < sizeof writer->temporary)
    {
      memcpy (writer->temporary, base, before);
      writer->temporary[before] = '.';
      memcpy (writer->temporary + before + 1, last, strlen (last));
      if (options_name (&dump->options,
                        id == 0 ? RESTS_END "0" : RESTS_END "%h.%p",
                        writer->temporary + len,
                        sizeof writer->temporary - len, id, &has_number))
        return true;
    }
  writer->temporary[0] = '\0';
  errno = ENAMETOOLONG;
  return false;
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
      if (!name_temporary (dump, id))
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
drop (struct gmon_writer *writer, int fd)
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
      drop (writer, fd);
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
      const char *base = base_name (writer);

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
   would leave the old contents under the other names.  Returns a descriptor,
   or -1 with a text in *WHY.  */
static int
open_instead (struct dump *dump, const struct stat *old,
              const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  int fd = -1;

  errno = EMLINK;
  if (old->st_nlink == 1)
    fd = open_new (dump, old);
  if (fd < 0 && is_lasting (errno))
    {
      if (getauxval (AT_SECURE) != 0)
        {
          *why = "somebody else's, and this program is set-id";
          return -1;
        }
      if (job_is_others (&dump->job, writer->dir, base_name (writer)))
        {
          *why = "another process of this job has written it";
          return -1;
        }
      fd = open_quickly (writer->dir, base_name (writer), O_TRUNC);
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
  if (faccessat (writer->dir, base_name (writer), W_OK, AT_EACCESS) != 0
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
  writer->replaces = fstatat (writer->dir, base_name (writer), &old,
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
          leave_directory (writer);
          writer->dir = AT_FDCWD;
          fd = open_in_directory (dump, why);
        }
    }
  if (fd < 0 && *why == NULL)
    *why = gmon_error_text (errno);
  if (fd < 0)
    leave_directory (writer);
  return fd;
}

/* Opens the file writer->name, in the start directory if move_to_start chooses
   that.  If it cannot be opened there, tries the name without that directory:
   a program that has changed its root directory does not find the directory
   where it was started.  Returns as open_regular.  */
static int
open_named (struct dump *dump, const char **why)
{
  struct gmon_writer *writer = &dump->writer;
  size_t moved;
  int fd;

  if (dump->job.diverted && !name_apart (dump))
    {
      *why = gmon_error_text (ENAMETOOLONG);
      return -1;
    }
  moved = move_to_start (dump);
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
      && set_name (writer, prefix, true))
    fd = open_named (dump, why);
  if (fd >= 0)
    return fd;
  if (name_by_options (dump, with_id))
    return open_named (dump, why);
  set_name (writer, "out=", false);
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
      drop (&dump->writer, fd);
      leave_directory (&dump->writer);
      guard_release (guard);
      fd = -1;
      *why = "would get a standard descriptor";
    }
  if (fd >= 0 && (dump->writer.replaces || !dump->writer.unnamed))
    rests_remove_all (dump);
  guard_release (guard);
  return fd;
}

/* -- Ending --------------------------------------------------------------- */

#define LINKS 10

/* The directory of the calling thread's descriptors, since a thread need not
   share them with other threads.  Before Linux 3.17 this directory does not
   exist, and files without a name cannot get one.  */
#define DESCRIPTOR_PATH "/proc/thread-self/fd/"

/* Locks the file on FD and gives it a name: writer->name if no file has that
   name, with writer->temporary empty; else the name in writer->temporary, from
   which it can be renamed.  All processes use the same temporary name
   (".NAME.gmon-tmp.0"), since any file that has it is complete.  A process
   that finds such a file removes it, even if there is nothing to replace any
   more: a killed process left it, or its process will name it again.  Returns
   false if the file gets no name.  */
static bool
link_up (struct dump *dump, int fd)
{
  struct gmon_writer *writer = &dump->writer;
  char path[sizeof DESCRIPTOR_PATH "-2147483648"];
  bool has_number;

  if (!name_temporary (dump, 0)
      || !options_name (&dump->options, DESCRIPTOR_PATH "%p", path,
                        sizeof path, (uint32_t) fd, &has_number))
    return false;
  flock (fd, LOCK_EX | LOCK_NB);
  for (int i = 0; i < LINKS; i++)
    {
      if (linkat (AT_FDCWD, path, writer->dir, base_name (writer),
                  AT_SYMLINK_FOLLOW) == 0)
        {
          unlinkat (writer->dir, writer->temporary, 0);
          writer->temporary[0] = '\0';
          return true;
        }
      if (errno == EEXIST
          && linkat (AT_FDCWD, path, writer->dir, writer->temporary,
                     AT_SYMLINK_FOLLOW) == 0)
        return true;
      if (errno != EEXIST
          || (unlinkat (writer->dir, writer->temporary, 0) != 0
              && errno != ENOENT))
        return false;
    }
  return false;
}

/* Closes a duplicate of FD, since some file systems report only at a close
   that data could not be written.  Returns that errno value, or 0.  */
static int
close_twin (int fd)
{
  int twin = fcntl (fd, F_DUPFD_CLOEXEC, DESCRIPTORS_STANDARD);

  return twin >= 0 && close (twin) != 0 && errno != EINTR ? errno : 0;
}

/* Renames the temporary file to writer->name.  Returns false with errno set on
   failure.  */
static bool
rename_temporary (const struct gmon_writer *writer)
{
  return renameat (writer->dir, writer->temporary, writer->dir,
                   base_name (writer)) == 0;
}

/* Gives the complete file on FD, which has no name, the name writer->name.
   Returns as output_finish.  */
static int
name_unnamed (struct dump *dump, int fd)
{
  struct gmon_writer *writer = &dump->writer;
  int error = 0;

  for (int i = 0; i < LINKS && error == 0; i++)
    {
      if (!link_up (dump, fd))
        return writer->error == ECANCELED ? ECANCELED : OUTPUT_AGAIN;
      if (writer->temporary[0] == '\0' || rename_temporary (writer))
        return writer->error;
      error = errno;
      if (writer->error == ECANCELED)
        return ECANCELED;
      /* Another process removed the temporary name to use it for its own file.
         That file may have replaced the profile by now, or the process was
         killed before.  */
      if (error == ENOENT)
        error = 0;
      else
        unlinkat (writer->dir, writer->temporary, 0);
    }
  return error != 0 ? error : EBUSY;
}

/* Gives the file with the name writer->temporary the name writer->name, or
   removes it if ERROR is not 0.  The file keeps its temporary name and its
   lock until it is renamed.  Returns as output_finish; returns OUTPUT_AGAIN
   the first time that the file has been removed, so that it is written
   again.  */
static int
name_named (struct gmon_writer *writer, int error)
{
  if (error == 0 && !rename_temporary (writer))
    error = errno;
  if (writer->error == ECANCELED)
    return ECANCELED;
  if (error == ENOENT && !writer->lost)
    {
      writer->lost = true;
      return OUTPUT_AGAIN;
    }
  if (error != 0)
    unlinkat (writer->dir, writer->temporary, 0);
  return error;
}

/* If another process of this job has written the file writer->name since this
   process started, appends host and process id to writer->name, with a message
   on stderr.  Does nothing if the file of this process has its final name
   already.  Returns 0 or an errno value.  */
static int
keep_apart (struct dump *dump)
{
  struct gmon_writer *writer = &dump->writer;

  if ((!writer->unnamed
       && (writer->temporary[0] == '\0'
           || strcmp (writer->temporary, base_name (writer)) == 0))
      || !job_is_others (&dump->job, writer->dir, base_name (writer)))
    return 0;
  gmon_message (writer->name, ": another process of this job has written it");
  if (!name_apart (dump))
    return ENAMETOOLONG;
  dump->job.diverted = true;
  gmon_message (writer->name, ": is written instead; %r, %h or %p in"
                " GMON_OPTIONS=out= gives each process its own name");
  return 0;
}

int
output_finish (struct dump *dump, int fd, int error)
{
  struct gmon_writer *writer = &dump->writer;
  int lock = -1;

  if (error == 0)
    error = close_twin (fd);
  if (error == 0 && dump->job.any)
    {
      if (writer->dir != AT_FDCWD)
        lock = job_lock (dump->descriptors, writer->dir);
      error = keep_apart (dump);
    }
  if (error != ECANCELED && writer->unnamed)
    {
      if (error == 0)
        error = name_unnamed (dump, fd);
      writer->no_links = writer->no_links || error == OUTPUT_AGAIN;
    }
  else if (error != ECANCELED && writer->temporary[0] != '\0')
    error = name_named (writer, error);
  if (error == 0)
    job_note_own (&dump->job, fd);
  close (fd);
  if (lock >= 0)
    close (lock);
  if (error != ECANCELED)
    {
      writer->temporary[0] = '\0';
      leave_directory (writer);
    }
  return error;
}

void
output_give_up (struct gmon_writer *writer)
{
  if (writer->temporary[0] != '\0' && !writer->unnamed)
    unlinkat (writer->dir, writer->temporary, 0);
  writer->temporary[0] = '\0';
  leave_directory (writer);
}
