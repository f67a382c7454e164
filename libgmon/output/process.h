/* process.h -- whose profile this is, and which file a process may write.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROCESS_H
#define GMON_PROCESS_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* Shared memory of a process that was started and of all that fork made of
   it.  */
struct process_family
{
  _Atomic uint32_t head;        /* who writes the file without a number; 0:
                                   nobody */
  _Atomic bool head_wrote;
  _Atomic uint32_t files;       /* children that have one */
  _Atomic int told;             /* that no more children may; not a bool:
                                   RISC-V exchanges no bytes */
};

struct process
{
  _Atomic uint32_t id;          /* whose profile this is; 0: not started */
  bool forked;                  /* it, or its parent, has called fork */
  bool child;                   /* made by fork */
  bool has_file;                /* is counted in family->files */
  struct process_family *family;        /* NULL: there was no memory */
  char directory[PATH_MAX];     /* the current one at the start, or "" */
};

enum process_file
{
  PROCESS_NO_FILE,
  PROCESS_FILE,                 /* under the name as it is */
  PROCESS_FILE_WITH_ID          /* with the process id appended */
};

/* Makes the calling process the one that is profiled, with a family of its own
   and the current directory.  Once in a process.  */
void process_begin (struct process *process);

/* Makes the calling process, a new child of the profiled one by fork, the one
   that is profiled.  Async-signal-safe.  */
void process_begin_child (struct process *process);

/* Returns true if the caller is in the process that is profiled; false in a
   child made by vfork, posix_spawn or clone, which may share the memory of that
   process, and before process_begin.  Async-signal-safe.  */
bool process_is_current (const struct process *process);

/* Which file this process may write, if at most LIMIT children may; a child
   that may not is told so, once for all.  Async-signal-safe.  */
enum process_file process_file (struct process *process, unsigned limit);

#endif /* GMON_PROCESS_H */
