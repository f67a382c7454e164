/* timer.h -- the kernel's timers and clocks, by system calls.

   SPDX-License-Identifier: 0BSD

   libc's functions are in a library of their own before glibc 2.34, and cannot
   say which thread is meant.  All are async-signal-safe, make no libc call and
   touch only general registers.  Timers end with exec, and a forked child has
   none.  */

#ifndef GMON_TIMERS_H
#define GMON_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"

/* A timer on CLOCK (a clockid_t) that raises SIGNAL: in THREAD of this process,
   or, if that is 0, in any.  The signals carry timers_value as their
   si_value.  Not negative, or minus an errno value.  */
int timers_create (int clock, int signal, uint32_t thread);

/* Let TIMER expire once, in NS from now, more than 0.  If there is no such
   timer any more, nothing happens.  */
void timers_set (int timer, uint64_t ns);

/* By which the signals of these timers, with a thread or without, are known:
   another part of the program may have its own, and an emulator other
   numbers than si_timerid and (on mips) si_code say.  Other signals carry
   NULL, or what a program queues.  */
const void *timers_value (bool of_thread);

void timers_delete (int timer);

/* What CLOCK says, in ns.  */
uint64_t timers_now (int clock);

/* The clock of the CPU time of THREAD of this process.  */
int timers_cpu_clock (uint32_t thread);

/* NUMBER divided by BY, without libgcc's help on 32-bit machines; quick if the
   result is small.  */
uint64_t timers_divide (uint64_t number, uint64_t by);

#endif /* GMON_TIMERS_H */
