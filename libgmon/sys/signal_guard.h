/* signal_guard.h -- protects the libc calls of the runtime from the program.

   SPDX-License-Identifier: 0BSD */

#ifndef GMON_GUARD_H
#define GMON_GUARD_H

#include <signal.h>
#include <stdbool.h>

#include "arch/namespace.h"
#include "sys/descriptors.h"

struct guard
{
  sigset_t before;              /* the thread's signal mask before */
  bool held_back;               /* true if the mask was changed */
  sigset_t pending;             /* signals pending at the start */
  int cancel;                   /* the thread's cancelability before */
  int held[DESCRIPTORS_STANDARD];
  int held_count;
};

/* Protects the calling thread until guard_leave: no signal handler runs in it,
   except for faults, and it cannot be cancelled.  So an operation that was
   begun is finished, even if the program leaves its handlers by longjmp, and
   functions like _exit are no cancellation points although we write in them.
   Each guard_enter needs one guard_leave; pairs may be nested.  Both functions
   are async-signal-safe.  */
void guard_enter (struct guard *guard);

/* Ends guard_enter.  ERROR is the errno value of a failed write since then, or
   0.  The signal that the kernel sends with such an error (SIGXFSZ with EFBIG,
   SIGPIPE with EPIPE) is dropped, unless it was pending before.  Keeps
   errno.  */
void guard_leave (struct guard *guard, int error);

/* Between guard_enter and guard_leave: occupies the standard descriptors that
   the program has closed, until guard_release.  So no file that is opened
   meanwhile gets such a number, to which other threads may write.  If another
   thread has just had a file there, that number is not occupied, and this
   function must be called again.  guard_release must come before
   guard_leave.  */
void guard_hold_standard (struct guard *guard,
                          struct descriptors *descriptors);
void guard_release (struct guard *guard);

#endif /* GMON_GUARD_H */
