/* waits.h -- where threads are blocked.

   SPDX-License-Identifier: 0BSD

   A sampling thread polls the state of all other threads, about WAITS_RATE
   times a second.  It sends no signal, so no system call of the program is
   interrupted.  Its samples are in the recording (record/whole.h), beside those
   of the CPU.  */

#ifndef GMON_WAITS_H
#define GMON_WAITS_H

#include <stdbool.h>

#include "arch/namespace.h"
#include "record/whole.h"
#include "waits/waits_state.h"

/* Starts off-CPU sampling of the threads of the process that WHOLE, with its
   table of objects, is of.  HOST is used later.  Returns NULL, or why that
   cannot be done, for a message.  Opens a file for a moment: the caller has the
   lock of the descriptors.  Async-signal-safe.  */
const char *waits_start (struct waits *waits, struct whole *whole,
                         const struct waits_host *host);

/* Stops off-CPU sampling, until waits_start; recorded data is kept.
   Async-signal-safe, keeps errno.  */
void waits_stop (struct waits *waits);

/* Pauses off-CPU sampling if PAUSE, or resumes it.  Time in between does not
   count.  Async-signal-safe.  */
void waits_pause (struct waits *waits, bool pause);

/* Adds to the recording how long the waits of the moment have lasted.  The
   caller holds the lock of whole->objects and blocks all signals.
   Async-signal-safe.  */
void waits_charge (struct waits *waits);

/* Returns why not all waits were seen, for a message.  Returns NULL if all were
   seen, or if an earlier call has returned the reason.  */
const char *waits_trouble (struct waits *waits);

/* Drops all that was found, for a new profile.  */
void waits_restart (struct waits *waits);

/* For the child after fork, which has no sampling thread.  */
void waits_reset_in_child (struct waits *waits);

#endif /* GMON_WAITS_H */
