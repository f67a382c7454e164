/* job.c -- keeps processes of one job from overwriting each other's profiles.

   SPDX-License-Identifier: 0BSD

   Contracts are in job.h.

   Several processes of a job may get one file name: the ranks of
   MPI_Comm_spawn begin at 0 again, launchers that do not fit the MPI library
   give rank 0 to each process, and without %r all ranks have one name.  A file
   of an earlier run, however, is to be replaced.  That is the file that
   existed at the start, or a file that is older than the start.  The time of
   the start comes from the clock that file systems use for their times.  A
   file server's clock may differ, which matters only if the program has
   changed to another directory.  */

/* The file may be larger than 32 bits can express, see replace_file.c.  */
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "output/job.h"
#include "sys/descriptors.h"
#include "machine.h"

#define MILLION 1000000         /* nanoseconds of a millisecond */
#define LONGEST_WAIT 20         /* milliseconds between two attempts */

static struct job_file
job_file_of (const struct stat *status)
{
  return (struct job_file) { .device = status->st_dev,
                             .inode = status->st_ino,
                             .seconds = status->st_mtim.tv_sec,
                             .nanoseconds = status->st_mtim.tv_nsec };
}

static bool
job_file_is_older (const struct job_file *one, const struct job_file *other)
{
  return one->seconds < other->seconds
         || (one->seconds == other->seconds
             && one->nanoseconds < other->nanoseconds);
}

static bool
is_same (const struct job_file *one, const struct job_file *other)
{
  return one->inode == other->inode && one->device == other->device
         && one->seconds == other->seconds
         && one->nanoseconds == other->nanoseconds;
}

void
job_start (struct job *job, const char *name)
{
  struct timespec now = { 0, 0 };
  struct stat status;

  clock_gettime (CLOCK_REALTIME_COARSE, &now);
  job->start.seconds = now.tv_sec;
  job->start.nanoseconds = now.tv_nsec;
  if (fstatat (AT_FDCWD, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    job->before = job_file_of (&status);
}

void
job_note_own (struct job *job, int fd)
{
  struct stat status;

  if (fstat (fd, &status) != 0)
    return;
  job->own = job_file_of (&status);
  job->own_id = machine_process_id ();
}

bool
job_is_others (const struct job *job, int dir, const char *name)
{
  struct stat status;
  struct job_file file;

  if (!job->any || fstatat (dir, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return false;
  file = job_file_of (&status);
  return !is_same (&file, &job->before) && !is_same (&file, &job->own)
         && !job_file_is_older (&file, &job->start);
}

bool
job_is_own (const struct job *job, int dir, const char *name)
{
  struct stat status;
  struct job_file file;

  if (job->own.inode == 0
      || fstatat (dir, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return false;
  file = job_file_of (&status);
  return is_same (&file, &job->own);
}

int
job_lock (struct descriptors *descriptors, int dir, unsigned patience)
{
  unsigned wait = 1;
  int result = JOB_NO_LOCK;
  int fd;

  descriptors_begin (descriptors);
  fd = (int) descriptors_move_up (openat (dir, ".", O_RDONLY | O_DIRECTORY
                                                    | O_CLOEXEC));
  descriptors_end (descriptors);
  if (fd < 0)
    return JOB_NO_LOCK;
  /* Hundreds of processes that wait a millisecond each time would take the
     processor from the one that has the lock.  */
  for (unsigned waited = 0; waited < patience; waited += wait)
    {
      if (flock (fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
      result = errno == EWOULDBLOCK ? JOB_BUSY : JOB_NO_LOCK;
      if (result == JOB_NO_LOCK)
        break;
      wait = waited / 8 < LONGEST_WAIT ? waited / 8 + 1 : LONGEST_WAIT;
      nanosleep (&(struct timespec) { 0, (long) wait * MILLION }, NULL);
    }
  close (fd);
  return result;
}

void
job_unlock (int lock)
{
  flock (lock, LOCK_UN);
  close (lock);
}
