/* serialize.h -- the profile as bytes.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WRITE_H
#define GMON_WRITE_H

#include "arch/namespace.h"

struct arcs;
struct blocks;
struct gmon_writer;
struct pchist;
struct sampler;
struct text;

/* All that a profile consists of, while it is being recorded.  */
struct gmon_profile
{
  const struct text *text;
  const struct arcs *arcs;
  const struct blocks *blocks;
  const struct pchist *hist;
  const struct sampler *sampler;        /* names the unit of the histogram */
};

/* Writes PROFILE to the descriptor FD in the format of gmon_out.h, through the
   buffer of WRITER, which belongs to the caller meanwhile.  Returns 0 or an
   errno value.  Uses write, and mmap to merge arcs; without memory for that it
   writes them as they come.  Other threads may go on counting.
   Async-signal-safe.  */
int gmon_write (struct gmon_writer *writer, const struct gmon_profile *profile,
                int fd);

#endif /* GMON_WRITE_H */
