/* replace_file.h -- the file that a profile is written to.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_OUTPUT_H
#define GMON_OUTPUT_H

#include "arch/namespace.h"
#include "output/process.h"

struct dump;
struct gmon_writer;
struct guard;

/* At the start: notes what has the name that the profile is to get, if this is
   a process of a job (job.h).  */
void output_look (struct dump *dump);

/* A descriptor, none of the standard ones, for a file that is to become the one
   which GMON_OPTIONS, GMON_OUT_PREFIX or custom names, KIND says how; or -1 and
   *WHY a text.  The name is in dump->writer.  Between guard_enter and
   guard_leave of GUARD.  Async-signal-safe.  */
int output_open (struct dump *dump, enum process_file kind,
                 struct guard *guard, const char **why);

/* FD, from output_open, is complete, or has the ERROR: give it its name, or
   drop it.  0; an errno value; ECANCELED if a signal handler has written
   meanwhile; OUTPUT_AGAIN: the file could not get a name, open another one.
   Async-signal-safe.  */
#define OUTPUT_AGAIN (-1)
int output_finish (struct dump *dump, int fd, int error);

/* What was begun by output_open, and will not be finished as it was
   interrupted, leaves no file.  Async-signal-safe.  */
void output_give_up (struct gmon_writer *writer);

#endif /* GMON_OUTPUT_H */
