/* whole_process.h -- records the whole process, unless stacks=off.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WHOLE_PROCESS_LIFE_H
#define GMON_WHOLE_PROCESS_LIFE_H

#include <stdbool.h>

#include "arch/namespace.h"

struct sampler_tick;

/* Makes gmon.whole, unless GMON_OPTIONS says stacks=off.  Without memory there
   is only the classic profile; with a filter of system calls, or on a machine
   whose stacks are not understood, samples have no callers.  With stacks=on a
   message says so.  Not async-signal-safe.  */
void whole_start (void);

/* Says that the program is about to filter its system calls.
   Async-signal-safe, keeps errno.  */
void whole_expect_filter (void);

/* Returns true if samples get the call stacks of their contexts.  */
bool whole_has_stacks (void);

/* Measures what the hook costs, if gmon.whole exists.  The profile must be on.
   Async-signal-safe.  */
void whole_calibrate (void);

/* Drops all that is recorded, if gmon.whole exists, for a new start.  */
void whole_restart (void);

/* Does what whole_restart does, in the child after fork.  */
void whole_reset_in_child (void);

/* Records a sample, if gmon.whole exists.  A sample of a thread that may make
   no system call is counted as lost.  Async-signal-safe.  */
void whole_tick (const struct sampler_tick *tick);

/* Says that the calling thread ends, if gmon.whole exists: it is counted, even
   if it has no sample.  Async-signal-safe.  */
void whole_thread_ends (void);

/* Looks which objects are loaded, if gmon.whole exists.  Moves the counts of
   objects that are not loaded any more from their addresses to their
   identities, so that other objects can be loaded there.  Keeps errno.  Not
   async-signal-safe.  */
void whole_look (void);

/* Do what whole_look does, for a thread before it calls dlclose, and
   afterwards, when another thread may have loaded another object at the address
   already.  Keep errno.  Not async-signal-safe.  */
void whole_before_unload (void);
void whole_unloaded (void);

/* The functions below are in blocked_threads.c.  The first begins to poll
   blocked threads if GMON_OPTIONS says wait=on.  If that cannot be done, a
   message says why.  Async-signal-safe, keeps errno.  */
void blocked_start (void);

/* Ends the polling.  Returns true if threads were polled.  Async-signal-safe,
   keeps errno.  */
bool blocked_stop (void);

/* Stops the polling for a while (PAUSE), or goes on, as moncontrol says.
   Async-signal-safe.  */
void blocked_pause (bool pause);

/* Does what blocked_stop does before a call that the sampling thread would be
   in the way of.  If it returns true, blocked_resume must follow the call: it
   polls again when the last of such calls has ended, if it polled before.  Both
   are async-signal-safe and keep errno.  */
bool blocked_suspend (void);
void blocked_resume (void);

/* Prints a message, once, if the looking has not seen all.  Async-signal-safe,
   keeps errno.  */
void blocked_report (void);

#endif /* GMON_WHOLE_PROCESS_LIFE_H */
