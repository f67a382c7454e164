/* process_stream.h -- the extension of the file for the whole process.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_PROCESS_STREAM_H
#define GMON_PROCESS_STREAM_H

#include <stdbool.h>

#include "arch/namespace.h"
#include "output/byte_stream.h"

struct gmon_profile;

/* Makes the stream of gmon_process.h of PROFILE, of which PROFILE->whole is not
   NULL.  Returns false without memory.  In either case byte_stream_free must
   free STREAM.  Takes the lock of the objects; all signals must be blocked.
   Async-signal-safe.  */
bool process_stream_make (struct byte_stream *stream,
                          const struct gmon_profile *profile);

#endif /* GMON_PROCESS_STREAM_H */
