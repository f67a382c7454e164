/* dump_state.h -- the data of the output: the file, its name, the process.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_DUMP_STATE_H
#define GMON_DUMP_STATE_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "config/options.h"
#include "output/job.h"
#include "output/process.h"
#include "sys/bounded_lock.h"

struct descriptors;
struct gmon_profile;

/* The file that is being written: its descriptor, its names and the bytes that
   are still to be written.  */
struct gmon_writer
{
  struct bounded_lock lock;     /* held by the thread that writes */
  _Atomic int leaving;          /* the thread with the lock has written its
                                   file and is about to end the process */
  int fd;                       /* the file that is being written */
  int error;                    /* first errno value, 0 = none */
  size_t used;                  /* bytes in the buffer */
  unsigned char buffer[32768];
  char name[PATH_MAX];          /* of the profile */
  /* Directory of the file, opened with O_PATH; 0: not open.  AT_FDCWD: there
     was no descriptor left for it, and the names are used with their
     directories.  */
  int dir;
  /* Name of the temporary file in that directory, which will be renamed; "" if
     there is none.  */
  char temporary[PATH_MAX];
  bool unnamed;                 /* the file has no name until it is complete */
  bool no_links;                /* this write could not name such a file */
  bool lost;                    /* the temporary file has been removed */
  bool replaces;                /* a file with the name existed before */
  bool looked_for_stale;        /* this process has looked for stale temporary
                                   files */
  const char *last_warning;     /* reason of the last failed write, NULL if the
                                   last write succeeded */
  bool warned_at_exit;          /* a message at the end of the process gave
                                   that reason */
  bool warned_arcs_lost;        /* a message reported calls without memory */
};

/* The profile to be written, the process that may write it, and the user's
   options for it.  */
struct dump
{
  const struct gmon_profile *profile;
  struct descriptors *descriptors;      /* descriptors of the process */
  struct job job;
  struct process process;
  struct options options;       /* read at the first start */
  struct gmon_writer writer;
  int pool_lock;                /* descriptor of the lock (pool.h), or 0 */
  _Atomic bool ended;           /* the last file of this profile is written */
};

#endif /* GMON_DUMP_STATE_H */
