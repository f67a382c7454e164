/* stale_files.h -- removes temporary files that killed processes left behind.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_RESTS_H
#define GMON_RESTS_H

#include <stdbool.h>

#include "arch/namespace.h"

struct dump;

/* A profile that is incomplete, or does not have its final name yet, is called
   .NAME.gmon-tmp.0 or .NAME.gmon-tmp.HOST.PID.  No usual pattern for profiles
   matches such a name.  */
#define RESTS_END ".gmon-tmp."

/* Removes the temporary profile NAME from the directory with the descriptor
   DIR if its writer does not live any more: the file belongs to the user of
   this process, has no other name, and is not locked (a writer locks its file
   until the file has its final name).  A set-id program removes nothing.  May
   be called in a signal handler, with the standard descriptors held
   (signal_guard.h).  */
void rests_remove (int dir, const char *name);

/* Applies rests_remove to all temporary profiles in the directory of DUMP's
   writer, which must be open.  Does so once in the life of a process.  A file
   whose name contains a host and a process id is removed only if the host is
   this one and the process does not exist.  Only about the first 200 names in
   the directory are looked at.  Uses the writer's buffer.  May be called in a
   signal handler, with the standard descriptors held.  */
void rests_remove_all (struct dump *dump);

#endif /* GMON_RESTS_H */
