/* unticked.h -- threads that use CPU time but never get a tick.

   SPDX-License-Identifier: 0BSD

   The ticks of a thread that blocks SIGPROF stay pending.  Its CPU time is
   known nevertheless.  Only for clock=cpu.  */

#ifndef GMON_UNTICKED_H
#define GMON_UNTICKED_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

struct sampler;
struct unticked;

/* Adds the CPU time of the calling thread since its last tick, if it is too
   long for a thread that gets its ticks.  Else the clock makes up for it
   (clock_cpu_thread_ends).  For the end of a thread.
   Async-signal-safe, makes no libc call.  */
void unticked_thread_ends (struct sampler *sampler);

/* Adds the CPU time of all threads since their last ticks in the same way.  For
   the end of the clock, before the handles are closed.  Async-signal-safe,
   makes no libc call.  */
void unticked_clock_stops (struct sampler *sampler);

/* Prints a message if threads, dead or alive, have got no tick during a
   notable part of the USED ns of CPU time of the process.  Names the one that
   lost most, and says what samples it.  Returns true if it did so.
   Async-signal-safe.  */
bool unticked_report (struct sampler *sampler, uint64_t used);

/* For the child after fork: removes what the threads of the parent lost.  */
void unticked_forget (struct unticked *unticked);

#endif /* GMON_UNTICKED_H */
