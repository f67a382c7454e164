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

#endif /* GMON_DUMP_STATE_H */
