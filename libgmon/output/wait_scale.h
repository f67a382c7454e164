/* wait_scale.h -- off-CPU times as the kernel knows them.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WAIT_SCALE_H
#define GMON_WAIT_SCALE_H

#include <stdbool.h>

#include "arch/namespace.h"
#include "record/tally.h"
#include "record/thread_names.h"

/* Scales the off-CPU times of SAMPLES, a list with the keys of whole.h, so that
   those of each of NAMES add up to what the kernel says: of the time in which
   it was polled if HAS_GAPS, else of the whole time.  Async-signal-safe.  */
void wait_scale (struct tallies *samples, const struct thread_name *names,
                 bool has_gaps);

#endif /* GMON_WAIT_SCALE_H */
