/* process_stream.h -- the extension of the file for the whole process.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROCESS_STREAM_H
#define GMON_PROCESS_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "arch/namespace.h"

struct gmon_profile;

/* Bytes in mapped memory.  An object of zeros is valid and empty.  */
struct byte_stream
{
  unsigned char *bytes;
  size_t used;
  size_t room;
  bool failed;                  /* there was no memory for all bytes */
};

/* Makes the stream of gmon_process.h of PROFILE, of which PROFILE->whole is not
   NULL.  Returns false without memory.  In either case process_stream_free must
   free STREAM.  Takes the lock of the objects; all signals must be blocked.
   Async-signal-safe.  */
bool process_stream_make (struct byte_stream *stream,
                          const struct gmon_profile *profile);
void process_stream_free (struct byte_stream *stream);

#endif /* GMON_PROCESS_STREAM_H */
