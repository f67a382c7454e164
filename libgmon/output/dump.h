/* dump.h -- who writes the profile to its file, and when.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_DUMP_H
#define GMON_DUMP_H

#include <stdbool.h>

#include "arch/namespace.h"
#include "output/dump_state.h"

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

#endif /* GMON_DUMP_H */
