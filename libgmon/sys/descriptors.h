/* descriptors.h -- keeps our descriptors above the standard ones.

   SPDX-License-Identifier: 0BSD

   A program that has closed a standard descriptor relies on its number: the
   program may still write to it, and the next file that the program opens gets
   it.  The kernel gives a new file the lowest free number, so a file of ours
   has a standard number for a moment.  A thread that is in this moment, and a
   thread that checks which standard numbers are free, exclude each other by a
   lock.  So a file of ours is never mistaken for a file of the program.

   All functions are async-signal-safe and make no libc call.  */

#ifndef GMON_DESCRIPTORS_H
#define GMON_DESCRIPTORS_H

#include "arch/namespace.h"
#include "sys/bounded_lock.h"

#define DESCRIPTORS_STANDARD 3  /* 0, 1 and 2 */

/* An object of zeros is valid, also in the child after fork.  */
struct descriptors
{
  struct bounded_lock lock;
};

/* descriptors_begin takes the lock for the calling thread.  If another thread
   has the lock, waits for at most 0.1 s and then takes the lock away from that
   thread: it may be stopped, be gone, or have left by a jump out of a signal
   handler.  descriptors_end releases the lock.  */
void descriptors_begin (struct descriptors *descriptors);
void descriptors_end (struct descriptors *descriptors);

/* Moves FD, which was just opened, above the standard descriptors.  FD may be
   a negative errno value.  Returns FD if it is not a standard descriptor, else
   a higher descriptor of the same file, and FD is closed; a negative errno
   value on failure.  Only with the lock.  */
long descriptors_move_up (long fd);

#endif /* GMON_DESCRIPTORS_H */
