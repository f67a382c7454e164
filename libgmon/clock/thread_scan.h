/* thread_scan.h -- finds the threads that call no hook.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_CLOCK_WATCH_H
#define GMON_CLOCK_WATCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "clock/clock.h"

struct sampler;

/* Starts the search for threads that call no hook.  A second start does
   nothing.  This function and the functions below are async-signal-safe and
   make no libc call.  */
void clock_watch_start (struct sampler *sampler);

void clock_watch_stop (struct clock_watch *watch);

/* Returns true if the timer of WATCH has raised the signal with INFO.  For the
   handler of SIGPROF.  */
bool clock_watch_is_own (const struct clock_watch *watch,
                         const siginfo_t *info);

/* Arms the threads without a handle.  For the handler of SIGPROF, when the
   timer of the watch has expired.  Returns 0, or an errno value if the clock
   is not available for one of the threads.  */
int clock_watch_alarm (struct sampler *sampler);

/* Arms the threads without a handle if it is time to look for them, and then
   puts the alarm off.  For the handler of SIGPROF, after a tick of a thread
   that stands for NS ns of CPU time.  Returns 0, or an errno value if the
   clock is not available for one of the threads.  */
int clock_watch_ticked (struct sampler *sampler, uint64_t ns);

/* Says that thread ID, one of libgmon's own, never ticks, and looks for threads
   in place of the alarm.  0: there is no such thread any more.  */
void clock_watch_spare (struct sampler *sampler, uint32_t id);

/* For the thread ID: arms the threads without a handle, if their handles are
   timers.  Returns false if the clock is of the process; its signals would
   interrupt sleeping threads.  Uses no thread-local memory.  */
bool clock_watch_other (struct sampler *sampler);

#endif /* GMON_CLOCK_WATCH_H */
