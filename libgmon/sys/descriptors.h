/* descriptors.h -- keeps what we open out of the standard descriptors.

   SPDX-License-Identifier: 0BSD

   A program that has closed some of them counts on these numbers: it may write
   to them still, and the next file that it opens gets one.  The kernel gives
   the lowest number there is, so ours is one of them for a moment.  Who has it,
   and who looks which numbers are free, take turns, so that such a moment is
   not taken for a file of the program's.

   All are async-signal-safe and make no libc call.  */

#ifndef GMON_DESCRIPTORS_H
#define GMON_DESCRIPTORS_H

#include "arch/namespace.h"
#include "sys/bounded_lock.h"

#define DESCRIPTORS_STANDARD 3  /* 0, 1 and 2 */

/* Zero is a valid start, also after fork.  */
struct descriptors
{
  struct bounded_lock lock;
};

/* The calling thread's turn.  Waits for another's, which is short, but not for
   ever: that thread may be kept from running, be gone, or have left its turn by
   a jump out of a signal handler; then it loses it to this one.  */
void descriptors_begin (struct descriptors *descriptors);
void descriptors_end (struct descriptors *descriptors);

/* In a turn.  FD was just opened: itself, or, instead of a standard
   descriptor, a higher one of the same file.  A negative errno value, also if
   FD is one.  */
long descriptors_move_up (long fd);

#endif /* GMON_DESCRIPTORS_H */
