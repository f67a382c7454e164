/* replace_file.h -- opens and replaces the file of a profile.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_OUTPUT_H
#define GMON_OUTPUT_H

#include "arch/namespace.h"
#include "output/process.h"

struct dump;
struct gmon_writer;
struct guard;

/* If this is a process of a job (job.h), stores which file has the name that
   the profile will get.  To be called at the start.  */
void output_look (struct dump *dump);

/* Opens a file, a new one if possible, which output_finish will turn into the
   file named by GMON_OPTIONS, GMON_OUT_PREFIX or the default name.  KIND says
   whether the name gets the process id.  Stores the name in dump->writer.
   Returns a descriptor, never a standard one; or -1 with a text in *WHY.  To
   be called between guard_enter and guard_leave of GUARD.
   Async-signal-safe.  */
int output_open (struct dump *dump, enum process_file kind,
                 struct guard *guard, const char **why);

/* Closes FD, which output_open returned, and gives the file its name; or drops
   the file if ERROR, the errno value of a failed write, is not 0.  Returns 0
   or an errno value; ECANCELED if a signal handler has written the profile in
   the meantime; OUTPUT_AGAIN if the file could not get its name and the caller
   should open another one.  Async-signal-safe.  */
#define OUTPUT_AGAIN (-1)
int output_finish (struct dump *dump, int fd, int error);

/* Removes the file that output_open began and that will not be finished, as a
   signal handler interrupted its write.  Async-signal-safe.  */
void output_give_up (struct gmon_writer *writer);

/* Removes the file that this process wrote last, if it still has the name
   writer->name and nothing was written to it since.  Async-signal-safe.  */
void output_remove_own (struct dump *dump);

/* Closes the directory of WRITER's file, which output_open opened.  Keeps
   errno.  For output_finish and output_give_up only.  Async-signal-safe.  */
void output_leave_directory (struct gmon_writer *writer);

#endif /* GMON_OUTPUT_H */
