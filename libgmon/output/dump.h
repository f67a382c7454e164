/* dump.h -- when the profile is written to its file, and by which thread.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_DUMP_H
#define GMON_DUMP_H

#include <stdbool.h>

#include "arch/namespace.h"
#include "output/dump_state.h"

/* Writes the profile of DUMP to the file named by GMON_OPTIONS,
   GMON_OUT_PREFIX or the default name.  HOW is the occasion.  Returns true if
   the file was written; a failure causes a message on stderr.  While another
   thread is writing, waits for it.  Writes nothing if the profile has ended by
   then.  If this signal handler interrupted a write of the same thread:
   GMON_WRITE_MEANWHILE writes nothing; the other kinds abandon the interrupted
   write and write the file again.  A pool (pool.h) gets a profile once, so
   GMON_WRITE_MEANWHILE and GMON_WRITE_FIRST do nothing then.
   Async-signal-safe, keeps errno.  */
enum gmon_write
{
  GMON_WRITE_MEANWHILE,         /* the program goes on */
  GMON_WRITE_FIRST,             /* exit runs; another file may follow */
  GMON_WRITE_LAST,              /* the profile ends with this file */
  GMON_WRITE_NONE,              /* writes nothing; the profile ends with the
                                   file that was written before */
  GMON_WRITE_LEAVING            /* the process is about to end or to call exec:
                                   other threads that want to write wait, but
                                   at most a second */
};
bool gmon_write_file (struct dump *dump, enum gmon_write how);

/* Writes the profile of DUMP to the descriptor FD, which belongs to the caller,
   and not to its file.  Returns true if everything is written; a failure causes
   a message on stderr.  Waits for other threads as gmon_write_file does.
   Returns false, and writes nothing, if the profile has ended, or if this
   signal handler interrupted a write of the same thread.  Async-signal-safe,
   keeps errno.  */
bool gmon_write_descriptor (struct dump *dump, int fd);

/* Ends the profile of DUMP without a file: no write of it begins any more.
   Removes the file that this process wrote last, if it still has its name and
   is not a pool.  Waits for other threads as gmon_write_file does.
   Async-signal-safe, keeps errno.  */
void gmon_end_without_file (struct dump *dump);

/* Lets other threads write again, if the calling thread has written with
   GMON_WRITE_LEAVING and the process did not end.  Async-signal-safe.  */
void gmon_write_release (struct gmon_writer *writer);

#endif /* GMON_DUMP_H */
