/* process.h -- whose profile this is, and which file a process may write.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROCESS_H
#define GMON_PROCESS_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "namespace.h"

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

/* From now on this process is the one that is profiled; once in a process.
   Registers what is to be done after fork.  Not async-signal-safe.  */
void process_start (void);

/* Is the caller in the process that is profiled, not in a child made by vfork,
   posix_spawn or clone, which may share its memory?  False before
   process_start.  Async-signal-safe.  */
bool process_is_ours (void);

/* Which file this process may write, if at most LIMIT children may; a child
   that may not is told so, once for all.  Async-signal-safe.  */
enum process_file process_file (struct process *process, unsigned limit);

#endif /* GMON_PROCESS_H */
