/* clock_watch.h -- finds the threads that call no hook.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_CLOCK_WATCH_H
#define GMON_CLOCK_WATCH_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "namespace.h"

struct sampler;

struct clock_watch
{
  _Atomic int timer;            /* plus 1; 0: none */
  uint32_t links;               /* of the kernel's list, at the last scan */
  /* All in ns of CPU time.  */
  uint64_t period;              /* until the next look */
  uint64_t waited;              /* of the process, since the last scan */
  uint64_t scan;                /* what that has cost */
  uint64_t setting;             /* what to set the timer has cost */
};

/* Look from time to time; a second start does nothing.  */
void clock_watch_start (struct clock_watch *watch);

void clock_watch_stop (struct clock_watch *watch);

/* In SIGPROF's handler: is the signal with INFO the watch's?  Then threads
   without a handle are armed.  *ERROR: 0, or the clock cannot be had for one.
   All of these are async-signal-safe and make no libc call.  */
bool clock_watch_tick (struct sampler *sampler, const siginfo_t *info,
                       int *error);

#endif /* GMON_CLOCK_WATCH_H */
