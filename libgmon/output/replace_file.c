/* replace_file.c -- the name of the file, its opening, and what may go wrong.

   SPDX-License-Identifier: 0BSD

   In: the environment, the current directory, the options.  Out: a descriptor,
   or a reason why there is none.  Contracts are in replace_file.h.  Called by
   dump.c; async-signal-safe.  The names and the refusal of symbolic links are
   what users of glibc's runtime know; a FIFO does not block us, a file size
   limit does not kill the process (signal_guard.c), and a file is there whole
   or not at all: it is written without a name and gets it when it is complete;
   or, where the file system has no such files, under another one.  All of this
   is done in one directory, which is open meanwhile (writer->dir): another
   thread may change the current one at any moment.  Only where the program has
   left a single descriptor it is that of the file.

   A program that runs with more rights than its user may stand in a directory
   of that user: there it makes new files, and replaces its own, but never
   writes to a file that was there.  */

/* On a 32-bit machine the file that is there may have a size or an inode number
   over 32 bits, or a time after 2038.  The headers of ours have no type that
   this changes.  */
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

/* TEXT, and ".PID" if WITH_PID, in writer->name; false if it does not fit.  */
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

/* The name that GMON_OPTIONS gives, or the usual one; false if it is too
   long.  */
static bool
name_by_options (struct dump *dump, bool with_pid)
{
  if (dump->options.out != NULL)
    return name_by_pattern (dump, with_pid);
  return set_name (&dump->writer, DEFAULT_NAME, with_pid);
}

/* Makes the name one that no other process has, on no host.  False: it does not
   fit.  */
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

/* A daemon's current directory is "/", where nobody looks for a profile: it
   goes to where the program was started.  So does that of a parent, since
   musl's daemon goes to "/" before it forks.  Returns how many characters were
   put before the name.  */
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

/* O_NONBLOCK makes the opening of a FIFO end at once; on regular files it means
   nothing.  */
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

/* What writer->name is called in its directory.  */
static const char *
last_part (const struct gmon_writer *writer)
{
  const char *slash = strrchr (writer->name, '/');

  return slash != NULL ? slash + 1 : writer->name;
}

/* What it is called for calls that take writer->dir.  */
static const char *
base_name (const struct gmon_writer *writer)
{
  return writer->dir == AT_FDCWD ? writer->name : last_part (writer);
}

/* From now on writer->dir is the directory of writer->name.  False: errno says
   why not.  O_PATH: it need not be one that may be read.  */
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

/* Keeps errno.  A handler that writes, too, must not close it again: the number
   may be another thread's by then.  */
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

/* Make the file on FD like the one with the status OLD to look at.  False:
   errno says why.  */
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

/* A name beside writer->name, to writer->temporary: of the process ID, or that
   of link_up if ID is 0.  False: it is too long.  */
static bool
name_temporary (struct dump *dump, uint32_t id)
{
  struct gmon_writer *writer = &dump->writer;
  const char *base = base_name (writer);
  const char *last = last_part (writer);
  size_t before = (size_t) (last - base);       /* of AT_FDCWD: directories */
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

/* A file without a name in the directory of writer->name; nothing is left of it
   if we are killed.  -1: there is no such thing here.  */
static int
open_unnamed (const struct gmon_writer *writer)
{
  return writer->no_links || writer->dir == AT_FDCWD
           ? -1 : open_quickly (writer->dir, ".", O_TMPFILE);
}

/* A new file writer->temporary with a lock.  -1 with errno EEXIST: there is
   one, or rests_remove is about to remove it.  Without locks (some network file
   systems have none) nobody can tell that it is a rest.  */
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

/* Nothing was to be written to FD.  Keeps errno.  */
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

/* A new file that is to become writer->name, with owner and permissions of OLD
   unless NULL.  -1: none can be made here, errno says why.  */
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

/* There is no file yet.  Where no other name can be had, a long one, it
   is removed again if it does not get complete.  */
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

/* Would ERROR, of making a new file, meet us as long as the directory and the
   old file are as they are?  Else that may be kept.  */
static bool
is_lasting (int error)
{
  return error != ENOSPC && error != EDQUOT && error != EIO && error != ENOMEM
         && error != EMFILE && error != ENFILE && error != EINTR;
}

/* The file with the status OLD is there: a descriptor to write to instead, or
   one of itself, made empty, where the directory takes no new file.  One with
   other names is not replaced, as they would stay with the old contents.  */
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

/* Why the file writer->name, with the status OLD, cannot be replaced, or NULL.
   It is not opened for that: who reads from a FIFO takes the end of our visit
   for the end of what comes, a device may do anything, and what other threads
   write to a standard descriptor they have closed would get into the file.
   Where a filter of system calls forbids the question, it is no refusal.  */
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

/* What open_regular returns, with writer->dir as it is.  -1 and *WHY NULL:
   errno says why.  */
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

/* A descriptor for writer->name and *WHY NULL, or -1 and *WHY a text.  */
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

/* Open the file named so far.  A program that has changed its root does not
   find the directory where it was started.  */
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

/* By the pattern of GMON_OPTIONS; else, as glibc, by the prefix if that works,
   and only the failure of the default name is worth a message.  */
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

/* A thread of the program may have filled a hole among the standard descriptors
   for a moment, and may have written to the file now.  */
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

/* Our own descriptors, which a thread need not share with the others.  Before
   Linux 3.17 there is no such directory, and no such file then.  */
#define DESCRIPTOR_PATH "/proc/thread-self/fd/"

/* Give the file on FD, which is locked from now on, its name, or, if there is
   one to replace, another from which it can be renamed.  All processes use the
   same, since whatever has it is complete: who finds it removes what was left
   by one that was killed, or by one that has to give way, even if there is
   nothing to replace any more.  */
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

/* Some file systems tell at a close only that something could not be written.
   Returns that, or 0.  */
static int
close_twin (int fd)
{
  int twin = fcntl (fd, F_DUPFD_CLOEXEC, DESCRIPTORS_STANDARD);

  return twin >= 0 && close (twin) != 0 && errno != EINTR ? errno : 0;
}

static bool
rename_temporary (const struct gmon_writer *writer)
{
  return renameat (writer->dir, writer->temporary, writer->dir,
                   base_name (writer)) == 0;
}

/* The file on FD is complete, and has no name: give it writer->name.  What it
   returns is output_finish's.  */
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
      /* Another process took the name to give it to its own file.  That may be
         there by now, or that process was killed.  */
      if (error == ENOENT)
        error = 0;
      else
        unlinkat (writer->dir, writer->temporary, 0);
    }
  return error != 0 ? error : EBUSY;
}

/* The same for a file that has another name, which it keeps, and its lock,
   until it has its own; ERROR: so far.  A file that somebody has removed
   meanwhile is written once more.  */
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

/* If another process of this job has written the file since this process was
   started, this one gets another name, which is said.  That cannot be done
   where the file has its name already.  0 or an errno value.  */
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
