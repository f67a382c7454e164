/* wait_thread.h -- the thread that polls blocked threads.

   SPDX-License-Identifier: 0BSD

   It is a thread of the process that the C library does not know: it has no
   thread-local memory of its own, blocks all signals, and has a table of
   descriptors of its own, which is empty at first.  So the program's
   descriptors stay closed when the program closes them, and no signal of the
   program comes to it.  */

#ifndef GMON_WAIT_THREAD_H
#define GMON_WAIT_THREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* An object of zeros is valid: there is no thread.  */
struct wait_thread
{
  _Atomic uint32_t id;          /* 0: it has ended; the kernel clears it */
  _Atomic uint32_t ends;        /* 1: it shall end */
  void *stack;                  /* stays mapped */
};

/* Makes the thread, which runs RUN (DATA) and ends when RUN returns.  RUN calls
   no function of libc but memcpy and memset, which the caller has called
   before.  Returns 0 or an errno value; ENOSYS on a machine without such
   threads.  Async-signal-safe.  */
int wait_thread_start (struct wait_thread *thread, void (*run) (void *data),
                       void *data);

/* Lets the thread end and waits until the kernel knows it no more, at most for
   2 s.  Does nothing if there is no thread.  Async-signal-safe, keeps
   errno.  */
void wait_thread_stop (struct wait_thread *thread);

/* The next two are for RUN.  Gives the calling thread its name, and a table of
   descriptors of its own.  Returns 0 or an errno value.  */
int wait_thread_settle (void);

/* Sleeps for NS ns, or until the thread shall end.  Returns false in this
   case.  */
bool wait_thread_sleep (struct wait_thread *thread, uint64_t ns);

#endif /* GMON_WAIT_THREAD_H */
