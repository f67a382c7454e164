/* serialize.h -- writes the profile in the format of gmon_out.h.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WRITE_H
#define GMON_WRITE_H

#include "arch/namespace.h"

struct gmon_profile;
struct gmon_writer;

/* Writes PROFILE to the descriptor FD in the format of gmon_out.h.  Uses the
   buffer of WRITER, which must not be used otherwise meanwhile.  Returns 0 or
   an errno value.  Calls write, and mmap to merge arcs; without memory for the
   merge it writes the arcs unmerged.  Other threads may go on counting.
   Async-signal-safe.  */
int gmon_write (struct gmon_writer *writer, const struct gmon_profile *profile,
                int fd);

#endif /* GMON_WRITE_H */
