/* process.h -- the process that is profiled, and the file that it may write.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROCESS_H
#define GMON_PROCESS_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* Memory shared by a process that was started and all its descendants by
   fork.  */
struct process_family
{
  _Atomic uint32_t head;        /* id of the process that writes the file
                                   without a process id in its name; 0: none */
  _Atomic bool head_wrote;      /* the head has written a file */
  _Atomic uint32_t files;       /* number of children that write a file */
  _Atomic int warned;           /* 1: a message has said that no more children
                                   write files.  Not a bool, as RISC-V cannot
                                   exchange single bytes */
};

struct process
{
  _Atomic uint32_t id;          /* id of the profiled process, 0: none yet */
  bool forked;                  /* this process or its parent called fork */
  bool child;                   /* fork made this process */
  bool is_preloaded;            /* the program may have no call hooks: libgmon
                                   was preloaded and started by itself */
  bool has_hooks;               /* it has some, maybe not one that is called */
  bool has_file;                /* this process is counted in family->files */
  _Atomic bool wrote;           /* it has written a file without a process id
                                   in its name */
  struct process_family *_Atomic family;        /* NULL before the first fork,
                                                   and without memory */
  char directory[PATH_MAX];     /* current directory at the start, or "" */
};

enum process_file
{
  PROCESS_NO_FILE,              /* must not write */
  PROCESS_FILE,                 /* the name without a process id */
  PROCESS_FILE_WITH_ID          /* the process id is appended */
};

/* Makes the calling process the profiled one, and stores its current
   directory.  To be called once in a process.  */
void process_begin (struct process *process);

/* To be called before a fork by the profiled process: makes the family, unless
   there is one.  Without memory there is none.  Async-signal-safe; any number
   of threads may be in it.  */
void process_before_fork (struct process *process);

/* Makes the calling process, a new child that the profiled process made by
   fork, the profiled one.  Async-signal-safe.  */
void process_begin_child (struct process *process);

/* Returns true in the process that is profiled.  Returns false before
   process_begin, and in a child made by vfork, posix_spawn or clone, which may
   share the memory of the profiled process.  Async-signal-safe.  */
bool process_is_current (const struct process *process);

/* Returns which file this process may write if at most LIMIT children may
   write one.  The first child that exceeds a LIMIT above 0 prints a message on
   stderr, once in a family.  Async-signal-safe.  */
enum process_file process_file (struct process *process, unsigned limit);

#endif /* GMON_PROCESS_H */
