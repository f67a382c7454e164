/* job.h -- keeps processes of one job from overwriting each other's profiles.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_JOB_H
#define GMON_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* A file as it was at one moment.  This is not a struct of the C library, as
   those differ in size between source files with and without large file
   support.  */
struct job_file
{
  uint64_t device;
  uint64_t inode;               /* 0: there is no file */
  int64_t seconds;              /* time of the last change of the contents */
  int64_t nanoseconds;
};

struct descriptors;

struct job
{
  bool any;                     /* a launcher has given this process a rank */
  bool diverted;                /* this process writes to a name of its own */
  struct job_file start;        /* the time at which this process started; no
                                   other field is used */
  struct job_file before;       /* file that had the profile's name at the
                                   start */
  struct job_file own;          /* file that this process wrote last */
  uint32_t own_id;              /* id of the process that wrote it: after fork
                                   this may be the parent */
};

/* Stores the current time, and which file has the NAME that this process will
   write.  To be called at the start if JOB->any is set.  */
void job_start (struct job *job, const char *name);

/* Stores that the file on the descriptor FD is the one that this process wrote
   last.  */
void job_note_own (struct job *job, int fd);

/* Returns true if another process has written the file NAME, in the directory
   with the descriptor DIR, since this process started.  A file that existed at
   the start and is unchanged, a file of this process, and an older file do not
   count.  Returns false if JOB->any is false.  May be called in a signal
   handler.  */
bool job_is_others (const struct job *job, int dir, const char *name);

/* Returns true if the file NAME, in the directory with the descriptor DIR, is
   the one that this process, or its parent before fork, wrote last.  May be
   called in a signal handler.  */
bool job_is_own (const struct job *job, int dir, const char *name);

#define JOB_NO_LOCK (-1)        /* the file system has no such lock */
#define JOB_BUSY (-2)           /* another process held the lock all the time */
#define JOB_PATIENCE 1000       /* ms that a process of a job waits */

/* Takes a lock on the directory with the descriptor DIR.  While the lock is
   held, no other process of a job on this host gives its file a name in that
   directory.  Waits for about PATIENCE milliseconds.  DESCRIPTORS are those of
   this process.  Returns a descriptor for job_unlock, or JOB_NO_LOCK, or
   JOB_BUSY.  May be called in a signal handler.  */
int job_lock (struct descriptors *descriptors, int dir, unsigned patience);

/* Releases the lock that job_lock returned, and closes its descriptor.  A child
   that was forked meanwhile has the descriptor as well, but not the lock.  May
   be called in a signal handler.  */
void job_unlock (int lock);

#endif /* GMON_JOB_H */
