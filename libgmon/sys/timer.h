/* timer.h -- timers and clocks of the kernel, by system calls.

   SPDX-License-Identifier: 0BSD

   libc's functions are not used: before glibc 2.34 they are in a library of
   their own, and they cannot direct a timer to a given thread.  All functions
   are async-signal-safe, make no libc call and touch only general registers.
   Timers end with exec, and a forked child has none.  */

#ifndef GMON_TIMERS_H
#define GMON_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* Makes a timer on CLOCK, a clockid_t, that raises SIGNAL: in THREAD of this
   process, or in any thread if THREAD is 0.  The signal carries timers_value
   as its si_value.  Returns the number of the timer, not negative, or minus an
   errno value.  */
int timers_create (int clock, int signal, uint32_t thread);

/* Lets TIMER expire once, in NS ns from now; 0 stops it.  Does nothing if
   there is no such timer any more.  */
void timers_set (int timer, uint64_t ns);

/* Returns true if TIMER is not to expire: it has, or it is stopped.  Uses the
   system call of timers_set, which a filter of system calls allows where the
   timer has been set.  */
bool timers_has_expired (int timer);

/* Returns the si_value of the signals of these timers: of timers with a thread
   if OF_THREAD is true, else of timers without.  The pointer is unique to
   libgmon; signals of other origin carry NULL or a value of the program.  The
   program may have timers of its own, and an emulator may report wrong values
   of si_timerid and (on mips) si_code.  So libgmon knows its signals by this
   value only.  */
const void *timers_value (bool of_thread);

void timers_delete (int timer);

/* Returns the time of CLOCK, in ns; 0 if there is no such clock, as that of a
   thread that has ended.  */
uint64_t timers_now (int clock);

/* Returns the clockid_t of the CPU time of THREAD of this process.  */
int timers_cpu_clock (uint32_t thread);

/* Returns NUMBER / BY, without libgcc's division on 32-bit machines.  Fast if
   the result is small.  BY must not be 0.  */
uint64_t timers_divide (uint64_t number, uint64_t by);

#endif /* GMON_TIMERS_H */
