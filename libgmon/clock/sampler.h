/* sampler.h -- the clock that asks where the program is.

   SPDX-License-Identifier: 0BSD

   One clock serves up to three users at once (the histogram of monstartup,
   profil, sprofil); it runs while any of them is started.  */

#ifndef GMON_SAMPLER_H
#define GMON_SAMPLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "clock/sampler_state.h"

/* Use CLOCK, unless one is in use; RATE in Hz, 0 for the usual.  A rate that
   CLOCK cannot give is said on stderr and cut.  */
void sampler_choose (struct sampler *sampler, const struct clock *clock,
                     unsigned rate);

/* From now on call SINK for USER, instead of any earlier sink of USER; takes
   SIGPROF and starts the clock, also if that was lost by fork.  If the program
   has a handler of its own, it keeps the signal, and there are no ticks, which
   is said once on stderr; but profil and sprofil, which it has called itself,
   take it.  Where the clock cannot be had, another one is used, and that
   is said on stderr.  0, or an errno value with USER stopped.
   One USER's start and stop are not for concurrent use, but neither harm the
   program if they are: SIGPROF does not end it.  */
int sampler_start (struct sampler *sampler, enum sampler_user user,
                   sampler_sink *sink);

/* No more calls for USER: waits for one that is under way in another thread,
   but at most 0.1 s, in case that thread was lost by fork or by a fault in its
   sink.  The last user gives SIGPROF and its timer back to the program, unless
   that has taken them itself.  A user not started: no effect.  errno is
   kept.  */
void sampler_stop (struct sampler *sampler, enum sampler_user user);

/* Does a thread that has made its first call have to be told to the clock?  */
static inline bool
sampler_wants_threads (const struct sampler *sampler)
{
  return atomic_load (&sampler->running) && sampler->clock->open != NULL;
}

/* Counts the ticks that the signal SIGPROF with INFO and CONTEXT, the arguments
   of its handler, stands for.  Only for the handler of the host, with all
   signals blocked.  Keeps errno.  */
void sampler_on_signal (struct sampler *sampler, const siginfo_t *info,
                        const void *context);

/* The calling thread has made its first call.  If the clock cannot be had for
   it, the fallback, if there is one, is used for all threads, and that is said;
   if SIGPROF was taken by the program, the clock stops.  Async-signal-safe,
   keeps errno.  */
void sampler_new_thread (struct sampler *sampler);

/* The calling thread may make no system call from now on: a clock of each
   thread stops there, and that of the process goes on.  sampler_include_thread
   takes that back.  Both are async-signal-safe.  */
void sampler_exclude_thread (struct sampler *sampler);
void sampler_include_thread (struct sampler *sampler);

/* Is the calling thread excluded?  Makes no libc call.  */
static inline bool
sampler_excludes_thread (const struct sampler *sampler)
{
  return atomic_load (&clock_current) == &sampler->excluded;
}

/* Is SIGPROF ours, in this process?  */
bool sampler_has_signal (const struct sampler *sampler);

/* It is, and the program calls sigaction for it.  A handler takes it from us;
   anything else is noted for when the clock stops.  As sigaction.  */
int sampler_program_action (struct sampler *sampler,
                            const struct sigaction *action,
                            struct sigaction *old);

/* At the end: say once on stderr if clearly less ticks came than the process
   used CPU time.  Async-signal-safe, keeps errno.  */
void sampler_report (struct sampler *sampler);

/* With all signals held back: no other thread changes SIGPROF's action, or the
   clock, until sampler_leave_turn.  For fork in the parent, from before it to
   after it.  */
void sampler_take_turn (struct sampler *sampler);
void sampler_leave_turn (struct sampler *sampler);

/* After fork, in the child, which inherits SIGPROF's action but no timer: the
   timer again, if anybody is started and the action is still ours.  errno is
   kept.  */
void sampler_after_fork (struct sampler *sampler);

/* Before exec: gives SIGPROF and its timer back to the program, if we have
   them; true: they are to be resumed if it fails.  errno is kept.  */
bool sampler_suspend (struct sampler *sampler);
void sampler_resume (struct sampler *sampler);

/* What the clock has counted so far goes to the sinks: before the profile is
   read, or looked at.  Async-signal-safe, makes no libc call.  */
void sampler_flush (struct sampler *sampler);

/* For a clock: TICKS at PC, to all sinks.  As sampler_flush.  */
void sampler_deliver (struct sampler *sampler, uintptr_t pc, unsigned ticks);

/* Ticks per second: what was asked for, or what the clock can.  */
unsigned sampler_rate (const struct sampler *sampler);

#endif /* GMON_SAMPLER_H */
