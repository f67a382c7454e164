/* pool.c -- one file for all processes of a host.

   SPDX-License-Identifier: 0BSD

   Contracts are in pool.h.

   The pool is replaced like any other file: the sum goes to a new file, which
   then gets the name.  So a process that is killed at any moment leaves the
   old pool as it was.  A lock on the directory, which the kernel drops with the
   process, keeps two processes from adding to the same old pool.

   The own profile is written to a file in memory first, since the sum takes
   both as bytes.  Whatever prevents the sum makes the process write a file of
   its own, whose name is that of the pool with host and process id behind it:
   nothing is lost, and nothing is counted twice.  */

#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "output/pool.h"
#include "machine.h"
#include "output/dump_state.h"
#include "output/file_name.h"
#include "output/job.h"
#include "output/pool_merge.h"
#include "output/profile_parts.h"
#include "output/serialize.h"
#include "output/writer.h"
#include "sys/descriptors.h"
#include "sys/message.h"

#define PATIENCE 30000          /* milliseconds that a process waits */
#define CLOSE_ON_EXEC 1         /* of memfd_create */

bool
pool_is_used (const struct dump *dump)
{
  return dump->options.pool != NULL && !dump->job.diverted;
}

/* Moves FD, just opened between descriptors_begin and here, out of the way.
   Returns a descriptor, or -1 with errno set.  */
static int
kept_away (struct dump *dump, long fd)
{
  fd = descriptors_move_up (fd);
  descriptors_end (dump->descriptors);
  if (fd >= 0)
    return (int) fd;
  errno = (int) -fd;
  return -1;
}

/* Reads all of the file on FD into BYTES, memory of its own.  Returns 0 or an
   errno value.  */
static int
read_bytes (struct pool_bytes *bytes, int fd)
{
  struct stat status;
  size_t done = 0;

  *bytes = (struct pool_bytes) { NULL, 0 };
  if (fstat (fd, &status) != 0)
    return errno;
  if (!S_ISREG (status.st_mode) || status.st_size <= 0
      || (uint64_t) status.st_size > SIZE_MAX / 2)
    return EINVAL;
  bytes->size = (size_t) status.st_size;
  bytes->start = machine_map (bytes->size);
  if (bytes->start == NULL)
    return ENOMEM;
  while (done < bytes->size)
    {
      ssize_t n = pread (fd, bytes->start + done, bytes->size - done,
                         (off_t) done);

      if (n > 0)
        done += (size_t) n;
      else if (n == 0)
        return EIO;
      else if (errno != EINTR)
        return errno;
    }
  return 0;
}

static void
drop_bytes (struct pool_bytes *bytes)
{
  if (bytes->start != NULL)
    machine_unmap (bytes->start, bytes->size);
}

/* Reads the profile of this process, as its file would be, into OWN.  Returns
   0 or an errno value.  */
static int
read_own (struct dump *dump, struct pool_bytes *own)
{
  int error;
  int fd;

  descriptors_begin (dump->descriptors);
  fd = kept_away (dump, machine_syscall (SYS_memfd_create, (long) "gmon",
                                         CLOSE_ON_EXEC, 0, 0, 0, 0));
  if (fd < 0)
    return errno;
  error = gmon_write (&dump->writer, dump->profile, fd);
  if (error == 0)
    error = read_bytes (own, fd);
  close (fd);
  return error;
}

/* Reads the pool into OLD.  Returns 0 or an errno value, ENOENT if there is
   none.  */
static int
read_pool (struct dump *dump, struct pool_bytes *old)
{
  const struct gmon_writer *writer = &dump->writer;
  int error;
  int fd;

  descriptors_begin (dump->descriptors);
  fd = openat (writer->dir, file_name_base (writer),
               O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  fd = kept_away (dump, fd < 0 ? -errno : fd);
  if (fd < 0)
    return errno;
  error = read_bytes (old, fd);
  close (fd);
  return error;
}

/* Takes the lock of the directory.  Returns false if there is none, or if
   another process keeps it.  */
static bool
enter_pool (struct dump *dump)
{
  int lock = job_lock (dump->descriptors, dump->writer.dir, PATIENCE);

  dump->pool_lock = lock >= 0 ? lock : 0;
  return lock >= 0;
}

static const char *
add_own (struct dump *dump, int fd, const struct pool_bytes *own)
{
  struct gmon_writer *writer = &dump->writer;
  struct pool_bytes old = { NULL, 0 };
  int error = read_pool (dump, &old);
  const char *why = NULL;

  writer_begin (writer, fd);
  if (error == 0)
    why = pool_merge (writer, &old, own);
  else if (error == ENOENT)
    writer_put_bytes (writer, own->start, own->size);
  else
    why = gmon_error_text (error);
  if (why == NULL)
    writer_flush (writer);
  drop_bytes (&old);
  return why == NULL && writer->error != 0 ? gmon_error_text (writer->error)
                                           : why;
}

const char *
pool_write (struct dump *dump, int fd)
{
  struct pool_bytes own = { NULL, 0 };
  const char *why;
  int error = read_own (dump, &own);

  if (error != 0)
    why = gmon_error_text (error);
  else if (!enter_pool (dump))
    why = "the directory cannot be locked";
  else
    why = add_own (dump, fd, &own);
  drop_bytes (&own);
  return why;
}

void
pool_leave (struct dump *dump)
{
  int lock = dump->pool_lock;

  dump->pool_lock = 0;
  if (lock > 0)
    job_unlock (lock);
}

void
pool_divert (struct dump *dump, const char *why)
{
  dump->job.diverted = true;
  gmon_message (dump->writer.name, ": the profile is not added: ", why,
                "; it is written to a file of its own beside it");
}
