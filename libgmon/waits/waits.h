/* waits.h -- where threads are blocked.

   SPDX-License-Identifier: 0BSD

   A thread of ours looks at all others, about WAITS_RATE times a second.  It
   sends no signal, so no system call of the program is interrupted.  What it
   finds stands in the recording (record/whole.h), beside the samples.  */

#ifndef GMON_WAITS_H
#define GMON_WAITS_H

#include <stdbool.h>

#include "arch/namespace.h"
#include "record/whole.h"
#include "waits/waits_state.h"

/* Begins to look at the threads of the process that WHOLE, with its table of
   objects, is of.  HOST is used later.  Returns NULL, or why that cannot be
   done, for a message.  Opens a file for a moment: the caller has the lock of
   the descriptors.  Async-signal-safe.  */
const char *waits_start (struct waits *waits, struct whole *whole,
                         const struct waits_host *host);

/* Ends that, until waits_start.  What was found stays.  Async-signal-safe,
   keeps errno.  */
void waits_stop (struct waits *waits);

/* Stops the looking for a while, or goes on.  Time in between does not count.
   Async-signal-safe.  */
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

/* For the child after fork, which has no looking thread.  */
void waits_reset_in_child (struct waits *waits);

#endif /* GMON_WAITS_H */
