/* gmon_file.h -- who writes the profile to its file, and when.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_FILE_H
#define GMON_FILE_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bounded_lock.h"
#include "job.h"
#include "namespace.h"
#include "options.h"
#include "process.h"

struct descriptors;
struct gmon_profile;

/* The output side: a descriptor and what waits for it.  */
struct gmon_writer
{
  struct bounded_lock lock;     /* of the thread that writes */
  _Atomic int leaving;          /* has written, and is about to end us */
  int fd;
  int error;                    /* first errno value, 0 = none */
  size_t used;
  unsigned char buffer[32768];
  char name[PATH_MAX];
  int dir;                      /* where it is, O_PATH; 0: not open; AT_FDCWD:
                                   the names below have their directories */
  char temporary[PATH_MAX];     /* there, to be renamed; "": name itself */
  bool unnamed;                 /* the file gets that name when complete, */
  bool no_links;                /* which this write found impossible */
  bool lost;                    /* somebody has removed this write's file */
  bool replaces;                /* there was a file of that name */
  bool swept;                   /* this process has looked for rests */
  const char *told;             /* why the last write failed, NULL: it
                                   did not; */
  bool told_at_end;             /* also at an end, and */
  bool told_lost;               /* said: that there were calls too many */
};

/* What is written, by which process, and how the user wants it.  */
struct dump
{
  const struct gmon_profile *profile;
  struct descriptors *descriptors;      /* of the process */
  struct job job;
  struct process process;
  struct options options;       /* read at the first start */
  struct gmon_writer writer;
  _Atomic bool ended;           /* the last file of this profile is written */
};

/* The profile in DUMP to the file that GMON_OPTIONS, GMON_OUT_PREFIX or
   custom names; failures are said on stderr.  True: written.  Waits for another
   thread that is writing; nothing is written if the profile has ended by then.
   If the function that this signal handler interrupted is writing: meanwhile
   nothing is done, else that write is given up for this one.
   Async-signal-safe, keeps errno.  */
enum gmon_write
{
  GMON_WRITE_MEANWHILE,
  GMON_WRITE_FIRST,             /* more may come after it */
  GMON_WRITE_LAST,              /* the profile has ended with it, */
  GMON_WRITE_NONE,              /* or with what was written before */
  GMON_WRITE_LEAVING            /* others wait until the process ends, but at
                                   most a second */
};
bool gmon_write_file (struct dump *dump, enum gmon_write how);

/* If the calling thread was leaving, it is not any more.
   Async-signal-safe.  */
void gmon_write_stay (struct gmon_writer *writer);

#endif /* GMON_FILE_H */
