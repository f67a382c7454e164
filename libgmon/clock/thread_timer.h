/* thread_timer.h -- what the clocks with a timer for each thread share.

   SPDX-License-Identifier: 0BSD

   Contracts are those of struct clock (clock.h).  A timer expires once and is
   set again at the end of our handler: if the program takes SIGPROF, each
   thread raises at most one more, and no tick of a thread interrupts the
   handler of another tick.  How many periods have passed is seen from the
   clock, so nothing is lost while the signal is blocked.  */

#ifndef GMON_CLOCK_TIMER_H
#define GMON_CLOCK_TIMER_H

#include "clock/clock.h"

/* Any rate that GMON_OPTIONS can say.  */
unsigned clock_timer_limit (void);

void clock_timer_close (struct sampler *sampler, int handle);

/* A number of ns from 1 to a period, each equally likely: when a thread's first
   tick is, so that threads shorter than a period count as they should.  */
uint64_t clock_timer_phase (struct sampler *sampler);

/* May the timer of THREAD have raised the signal with INFO?  Another timer does
   no harm, since the clock says how much time has passed.  The number of the
   timer is not compared: qemu-user gives the one of its host.  */
bool clock_timer_is_own (const struct clock_thread *thread,
                         const siginfo_t *info);

/* How many periods have passed at TIME since the next tick was due; from now on
   due is one that is later.  */
unsigned clock_timer_count (const struct sampler *sampler,
                            struct clock_thread *thread, uint64_t time);

/* If the timer of THREAD has expired, sets it for the next tick.  */
void clock_timer_rearm (struct clock_thread *thread);

#endif /* GMON_CLOCK_TIMER_H */
