/* thread_timer.h -- functions shared by the clocks with one timer per thread.

   SPDX-License-Identifier: 0BSD

   Contracts are those of struct clock (clock.h).  A timer expires once; the
   end of our handler sets it again.  So if the program takes SIGPROF, each
   thread raises at most one more signal, and a tick of a thread never
   interrupts the handler of another tick.  The number of periods that have
   passed is computed from the clock's time, so no tick is lost while the
   signal is blocked.  */

#ifndef GMON_CLOCK_TIMER_H
#define GMON_CLOCK_TIMER_H

#include "clock/clock.h"

/* Returns CLOCK_MAX_RATE, the highest rate that GMON_OPTIONS accepts.  */
unsigned clock_timer_limit (void);

void clock_timer_close (struct sampler *sampler, int handle);

/* Returns the time from the start of a thread to its first tick: a random
   number of ns from 1 to one period, each equally likely.  So threads that are
   shorter than a period are counted correctly on average.  */
uint64_t clock_timer_phase (struct sampler *sampler);

/* Returns true if the timer of THREAD may have raised the signal with INFO.  A
   wrong "true" does no harm, since the clock's time shows how many periods
   have passed.  The number of the timer is not compared, because qemu-user
   reports the number on its host.  */
bool clock_timer_is_own (const struct clock_thread *thread,
                         const siginfo_t *info);

/* Returns how many ticks are due at TIME, in ns of the clock's time, and moves
   THREAD->due to the first tick after TIME.  */
unsigned clock_timer_count (const struct sampler *sampler,
                            struct clock_thread *thread, uint64_t time);

/* Sets the timer of THREAD for the next tick if it has expired.  */
void clock_timer_rearm (struct clock_thread *thread);

#endif /* GMON_CLOCK_TIMER_H */
