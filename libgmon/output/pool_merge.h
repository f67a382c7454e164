/* pool_merge.h -- adds up two profiles of one program, byte by byte.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_POOL_MERGE_H
#define GMON_POOL_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* A function that gets an address in the file and a count above 0.  */
typedef void pool_counter (void *data, uintptr_t address, uint64_t count);

/* Calls SAMPLES with the start and the count of each bin of PROFILE that is not
   0, and CALLS with the callee and the count of each arc; both with DATA.
   Returns false if PROFILE is damaged.  */
bool pool_each_count (const struct pool_bytes *profile, pool_counter *samples,
                      pool_counter *calls, void *data);

#endif /* GMON_POOL_MERGE_H */
