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

/* Starts to look for threads.  A second start does nothing.  This and the
   functions below are async-signal-safe and make no libc call.  */
void clock_watch_start (struct sampler *sampler);

void clock_watch_stop (struct clock_watch *watch);

/* In SIGPROF's handler: returns whether the timer of the watch has raised the
   signal with INFO.  */
bool clock_watch_is_own (const struct clock_watch *watch,
                         const siginfo_t *info);

/* In SIGPROF's handler, if the timer of the watch has expired: arms the threads
   without a handle.  Returns 0, or an errno value if the clock cannot be had
   for one of them.  */
int clock_watch_alarm (struct sampler *sampler);

/* In SIGPROF's handler, after a tick of a thread that stands for NS of CPU
   time: arms the threads without a handle if it is time to look for them, and
   puts the alarm off.  Returns what clock_watch_alarm returns.  */
int clock_watch_ticked (struct sampler *sampler, uint64_t ns);

#endif /* GMON_CLOCK_WATCH_H */
