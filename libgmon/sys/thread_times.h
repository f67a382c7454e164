/* thread_times.h -- what the kernel tells about the times of a thread.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_THREAD_TIMES_H
#define GMON_THREAD_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "sys/descriptors.h"

#define THREAD_NAME_SIZE 16     /* of the kernel, with the zero at the end */

struct thread_times
{
  char name[THREAD_NAME_SIZE];  /* filled up with zeros */
  uint64_t ran;                 /* CPU time in ns */
  uint64_t queued;              /* ns in which it could run, but had no CPU */
  uint64_t start;               /* CLOCK_BOOTTIME in ns, at most 10 ms late */
};

/* Stores the times of the thread of this process whose number in /proc is ID,
   a decimal number, in *TIMES.  Returns false if the thread has ended, or if
   the kernel does not tell.  Takes two files; DESCRIPTORS guards the standard
   numbers.  Async-signal-safe, makes no libc call.  */
bool thread_times_read (struct descriptors *descriptors, const char *id,
                        struct thread_times *times);

/* Does so for `ran' and `queued' only, and takes one file.  */
bool thread_times_read_short (struct descriptors *descriptors, const char *id,
                              struct thread_times *times);

#endif /* GMON_THREAD_TIMES_H */
