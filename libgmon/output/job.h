/* job.h -- processes of one job do not write over each other's profiles.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_JOB_H
#define GMON_JOB_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* A file as it was at one moment.  Not a struct of the C library, which may
   have another size where files are large.  */
struct job_file
{
  uint64_t device;
  uint64_t inode;               /* 0: there is no file */
  int64_t seconds;              /* of the last change of its contents */
  int64_t nanoseconds;
};

struct descriptors;

struct job
{
  bool any;                     /* a launcher has given this process a rank */
  bool diverted;                /* this process has another name for its file */
  struct job_file start;        /* only the time: the start of this process */
  struct job_file before;       /* what had the file's name at the start */
  struct job_file own;          /* what this process has written last */
};

/* Notes the time, and which file has the NAME that this process is to write.
   To be called at the start, if JOB->any.  */
void job_start (struct job *job, const char *name);

/* Notes that the file on FD is the one that this process has written last.  */
void job_note_own (struct job *job, int fd);

/* Has another process written the file NAME, in the directory with the
   descriptor DIR, since this process was started?  That is not so for a file
   that was there at the start, nor for one of this process.  False if JOB->any
   is false.  May be called in a signal handler.  */
bool job_is_others (const struct job *job, int dir, const char *name);

/* From now on, until the descriptor that is returned is closed, no other
   process of a job on this host gives a file of the directory DIR its name.
   -1: the file system has no such lock, or another process has held it for a
   second.  DESCRIPTORS are those of this process.  May be called in a signal
   handler.  */
int job_lock (struct descriptors *descriptors, int dir);

#endif /* GMON_JOB_H */
