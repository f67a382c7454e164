/* pool_merge.h -- adds up two profiles of one program, byte by byte.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_POOL_MERGE_H
#define GMON_POOL_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "arch/namespace.h"

struct gmon_writer;

/* The bytes of a file in the format of gmon_out.h, as this machine writes it.
   They belong to the caller.  */
struct pool_bytes
{
  unsigned char *start;
  size_t size;
};

/* Puts the sum of the profiles OLD and OWN to WRITER: one record for each range
   of the histogram, unless counts need more; one arc for each pair; blocks; and
   the extensions (gmon_process.h) of OLD, then that of OWN.  Returns NULL, or
   the reason why they cannot be added, a text; then the bytes put so far have
   no meaning.  Failures of writing are in WRITER->error.  Gets memory by mmap
   alone.  Async-signal-safe.  */
const char *pool_merge (struct gmon_writer *writer,
                        const struct pool_bytes *old,
                        const struct pool_bytes *own);

#endif /* GMON_POOL_MERGE_H */
