/* wait_records.h -- the record WAITS of the extension.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WAIT_RECORDS_H
#define GMON_WAIT_RECORDS_H

#include "arch/namespace.h"
#include "output/byte_stream.h"
#include "record/tally.h"
#include "record/thread_names.h"

/* Scales the time of each entry of WAITS, a list with the keys of whole.h, so
   that the times of each of NAMES add up to what the kernel says: of the time
   in which it was looked at if HAS_GAPS, else of the whole time.
   Async-signal-safe.  */
void wait_records_scale (struct tallies *waits,
                         const struct thread_name *names, bool has_gaps);

/* Appends the record of WAITS, which is sorted, to STREAM.  The indices of
   threads are those of the file.  Async-signal-safe.  */
void wait_records_put (struct byte_stream *stream,
                       const struct tallies *waits);

#endif /* GMON_WAIT_RECORDS_H */
