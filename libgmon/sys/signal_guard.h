/* signal_guard.h -- keeps what the runtime does in libc out of the program's
   way.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_GUARD_H
#define GMON_GUARD_H

#include <signal.h>
#include <stdbool.h>

#include "arch/namespace.h"
#include "sys/descriptors.h"

struct guard
{
  sigset_t before;              /* the thread's mask, */
  bool held_back;               /* unless it could not be changed */
  sigset_t pending;             /* signals that wait for it already */
  int cancel;                   /* its cancelability */
  int held[DESCRIPTORS_STANDARD];
  int held_count;
};

/* Until guard_leave no signal handler runs in this thread, but for faults, and
   the thread cannot be cancelled: so whatever is begun is finished, by a
   program that might leave its handler by longjmp, and functions like _exit
   are no cancellation points although we write in them.  For every enter there
   is one leave, also within each other.  Both are async-signal-safe.  */
void guard_enter (struct guard *guard);

/* ERROR is what a write in between has met, or 0: the signal that came with it
   (EFBIG: SIGXFSZ, EPIPE: SIGPIPE) is dropped, unless one was due before.
   Keeps errno.  */
void guard_leave (struct guard *guard, int error);

/* Between enter and leave: no file that is opened before guard_release gets a
   standard descriptor that the program has closed, since other threads may
   write there; unless another thread of the program had a file there just now,
   and this has to be called again.  Needs guard_release before guard_leave.  */
void guard_hold_standard (struct guard *guard,
                          struct descriptors *descriptors);
void guard_release (struct guard *guard);

#endif /* GMON_GUARD_H */
