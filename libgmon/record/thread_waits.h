/* thread_waits.h -- how long the threads were blocked.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_THREAD_WAITS_H
#define GMON_THREAD_WAITS_H

#include "arch/namespace.h"
#include "record/whole.h"
#include "sys/descriptors.h"

/* Sets the fields `measured', `blocked' and `queued' of the names of WHOLE from
   what the kernel tells about all threads that live now.  Names of threads that
   have had no sample are added.  A thread is blocked while it neither runs nor
   waits for a CPU.  The time before the start of WHOLE does not count.  If the
   kernel does not tell, nothing is measured.  The caller holds the lock of the
   objects.  Async-signal-safe, makes no libc call.  */
void thread_waits_collect (struct whole *whole,
                           struct descriptors *descriptors);

/* Notes in WHOLE what the main thread has run before the start, for
   thread_waits_collect.  */
void thread_waits_start (struct whole *whole, struct descriptors *descriptors);

#endif /* GMON_THREAD_WAITS_H */
