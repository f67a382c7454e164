/* finish_file.c -- gives the complete file of a profile its name.

   SPDX-License-Identifier: 0BSD

   Contracts are in replace_file.h.  All functions are async-signal-safe.  */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "output/replace_file.h"
#include "config/options.h"
#include "output/dump_state.h"
#include "output/file_name.h"
#include "output/job.h"
#include "output/pool.h"
#include "sys/descriptors.h"
#include "sys/message.h"
#include "machine.h"

#define LINKS 10

/* The directory of the calling thread's descriptors, since a thread need not
   share them with other threads.  Before Linux 3.17 this directory does not
   exist, and files without a name cannot get one.  */
#define DESCRIPTOR_PATH "/proc/thread-self/fd/"

/* Locks the file on FD and gives it a name: writer->name if no file has that
   name, with writer->temporary empty; else, or if one had it when the file was
   opened, the name in writer->temporary, from which it can be renamed.  All
   processes use the same temporary name (".NAME.gmon-tmp.0"), since any file
   that has it is complete.  A process that finds such a file removes it, even
   if there is nothing to replace any more: a killed process left it, or its
   process will name it again.  Returns false if the file gets no name.  */
static bool
link_up (struct dump *dump, int fd)
{
  struct gmon_writer *writer = &dump->writer;
  char path[sizeof DESCRIPTOR_PATH "-2147483648"];
  bool has_number;

  if (!file_name_temporary (dump, 0)
      || !options_name (&dump->options, DESCRIPTOR_PATH "%p", path,
                        sizeof path, (uint32_t) fd, &has_number))
    return false;
  flock (fd, LOCK_EX | LOCK_NB);
  for (int i = 0; i < LINKS; i++)
    {
      if (!writer->replaces
          && linkat (AT_FDCWD, path, writer->dir, file_name_base (writer),
                     AT_SYMLINK_FOLLOW) == 0)
        {
          unlinkat (writer->dir, writer->temporary, 0);
          writer->temporary[0] = '\0';
          return true;
        }
      if ((writer->replaces || errno == EEXIST)
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
                   file_name_base (writer)) == 0;
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

/* Returns the reason why this process must not replace the file writer->name,
   or NULL if it may.  LOCK is the result of job_lock.  A process that holds
   the lock for a second may be about to give its own file that name.  */
static const char *
reason_apart (const struct dump *dump, int lock)
{
  const struct gmon_writer *writer = &dump->writer;
  const char *base = file_name_base (writer);

  if (job_is_others (&dump->job, writer->dir, base))
    return ": another process of this job has written it";
  if (lock == JOB_BUSY && !dump->job.diverted
      && !job_is_own (&dump->job, writer->dir, base))
    return ": another process has the directory locked and may be writing it";
  return NULL;
}

/* If reason_apart, with the same LOCK, finds a reason, appends host and
   process id to writer->name, with a message on stderr.  Does nothing if the
   file of this process has its final name already.  Returns 0 or an errno
   value.  */
static int
keep_apart (struct dump *dump, int lock)
{
  struct gmon_writer *writer = &dump->writer;
  const char *reason;

  if (!writer->unnamed
      && (writer->temporary[0] == '\0'
          || strcmp (writer->temporary, file_name_base (writer)) == 0))
    return 0;
  reason = reason_apart (dump, lock);
  if (reason == NULL)
    return 0;
  gmon_message (writer->name, reason);
  if (!file_name_apart (dump))
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
  int lock = JOB_NO_LOCK;

  if (error == 0)
    error = close_twin (fd);
  if (error == 0 && dump->job.any)
    {
      if (writer->dir != AT_FDCWD)
        lock = job_lock (dump->descriptors, writer->dir, JOB_PATIENCE);
      error = keep_apart (dump, lock);
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
    job_unlock (lock);
  if (error != ECANCELED)
    {
      writer->temporary[0] = '\0';
      output_leave_directory (writer);
    }
  return error;
}

void
output_give_up (struct gmon_writer *writer)
{
  if (writer->temporary[0] != '\0' && !writer->unnamed)
    unlinkat (writer->dir, writer->temporary, 0);
  writer->temporary[0] = '\0';
  output_leave_directory (writer);
}

void
output_remove_own (struct dump *dump)
{
  if (dump->job.own_id == machine_process_id () && !pool_is_used (dump)
      && job_is_own (&dump->job, AT_FDCWD, dump->writer.name))
    unlinkat (AT_FDCWD, dump->writer.name, 0);
}
