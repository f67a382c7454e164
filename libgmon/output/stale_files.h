/* stale_files.h -- temporary files that killed processes have left.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_RESTS_H
#define GMON_RESTS_H

#include <stdbool.h>

#include "arch/namespace.h"

struct dump;

/* A profile that is not complete, or not in its place yet, is called
   .NAME.gmon-tmp.0 or .NAME.gmon-tmp.HOST.PID: no usual pattern for profiles
   matches that.  */
#define RESTS_END ".gmon-tmp."

/* Removes the file NAME from the directory with the descriptor DIR, if it is a
   temporary profile whose writer does not live any more: it belongs to the
   user of this process, has no other name, and nobody holds the lock that its
   writer has until the file has its own name.  A set-id program removes
   nothing.  May be called in a signal handler, with the standard descriptors
   held (signal_guard.h).  */
void rests_remove (int dir, const char *name);

/* Does that with all temporary profiles in the directory of DUMP's writer,
   which is open, once in the life of a process.  A name that tells host and
   process must be of this host, and no such process may live.  Of a very large
   directory only the first part is looked at.  Uses the writer's buffer.  May
   be called as rests_remove.  */
void rests_remove_all (struct dump *dump);

#endif /* GMON_RESTS_H */
