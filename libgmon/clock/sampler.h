/* sampler.h -- the sampler: samples the program's place at every tick of a
   clock.

   SPDX-License-Identifier: 0BSD

   One clock serves up to three users at once: the histogram of monstartup,
   profil and sprofil.  The clock runs while at least one of them is
   started.  */

#ifndef GMON_SAMPLER_H
#define GMON_SAMPLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "clock/sampler_state.h"

/* Chooses CLOCK, unless a clock is chosen already, and sets the rate of the
   chosen clock to RATE, in Hz; 0 means SAMPLER_USUAL_RATE.  If the rate is too
   high for the clock, prints a message and uses the highest possible rate.  */
void sampler_choose (struct sampler *sampler, const struct clock *clock,
                     unsigned rate);

/* Starts to call SINK for USER at every tick, instead of an earlier sink of
   USER.  Takes SIGPROF and starts the clock, even if fork has stopped it.

   If the program has a SIGPROF handler of its own, SAMPLER_GMON leaves the
   signal to the program: no ticks come, and a message is printed once.  The
   program itself calls profil and sprofil, so these two take the signal
   anyway.  If the clock cannot be started, its fallback is used and a message
   is printed.

   Returns 0, or an errno value with USER stopped.  Start and stop of one USER
   should not run concurrently.  If they do, SIGPROF still does not end the
   program.  */
int sampler_start (struct sampler *sampler, enum sampler_user user,
                   sampler_sink *sink);

/* Stops the calls for USER; does nothing if USER is not started.  Waits until
   a call in another thread has returned, but at most 0.1 s, since that thread
   may be lost by fork or by a fault in its sink.  When the last user stops,
   SIGPROF and its timer are given back to the program, unless the program has
   taken them itself.  Keeps errno.  */
void sampler_stop (struct sampler *sampler, enum sampler_user user);

/* Returns true if a thread must call sampler_new_thread in its first hook.  */
static inline bool
sampler_wants_threads (const struct sampler *sampler)
{
  return atomic_load (&sampler->running) && sampler->clock->open != NULL;
}

/* Counts the ticks that a SIGPROF stands for.  INFO and CONTEXT are the
   arguments of the signal handler.  Only for the handler in sampler->host,
   with all signals blocked (but SIGPROF, if the clock is per thread).  Keeps
   errno.  */
void sampler_on_signal (struct sampler *sampler, const siginfo_t *info,
                        const void *context);

/* Makes the clock tick in the calling thread, which has made its first call.
   If the clock is not available for this thread, its fallback, if there is
   one, is used for all threads, and a message is printed.  If the program has
   taken SIGPROF, the clock stops.  Async-signal-safe, keeps errno.  */
void sampler_new_thread (struct sampler *sampler);

/* sampler_exclude_thread declares that the calling thread may make no system
   call from now on.  A clock per thread stops in this thread; a clock per
   process goes on.  sampler_include_thread ends this state.  Both are
   async-signal-safe.  */
void sampler_exclude_thread (struct sampler *sampler);
void sampler_include_thread (struct sampler *sampler);

/* Returns true if the calling thread is excluded.  Makes no libc call.  */
static inline bool
sampler_excludes_thread (const struct sampler *sampler)
{
  return atomic_load (&clock_current) == &sampler->excluded;
}

/* Returns true if the sampler owns SIGPROF in this process.  */
bool sampler_has_signal (const struct sampler *sampler);

/* Does what sigaction (SIGPROF, ACTION, OLD) of the program does.  While the
   sampler owns SIGPROF, a handler in ACTION takes the signal away from it; any
   other ACTION is kept and takes effect when the clock stops.  Returns 0, or
   -1 with errno set, as sigaction does.  */
int sampler_program_action (struct sampler *sampler,
                            const struct sigaction *action,
                            struct sigaction *old);

/* At the end of the program: prints one message if clearly fewer ticks came
   than the CPU time of the process asks for.  Async-signal-safe, keeps
   errno.  */
void sampler_report (struct sampler *sampler);

/* Between sampler_lock and sampler_unlock no other thread changes the action
   of SIGPROF or the clock.  The caller must block all signals.  The parent
   takes the lock before fork and releases it after fork.  */
void sampler_lock (struct sampler *sampler);
void sampler_unlock (struct sampler *sampler);

/* Enters GUARD, which blocks all signals, and takes the lock; sampler_leave
   releases the lock and leaves GUARD.  Async-signal-safe.  */
struct guard;
void sampler_enter (struct sampler *sampler, struct guard *guard);
void sampler_leave (struct sampler *sampler, struct guard *guard);

/* For the child after fork, which inherits the action of SIGPROF but no timer:
   starts the clock again if it has users and SIGPROF is still ours.  Keeps
   errno.  */
void sampler_after_fork (struct sampler *sampler);

/* sampler_suspend is for use before exec: it gives SIGPROF and its timer back
   to the program.  Returns true if it did so; then sampler_resume must be
   called if exec fails.  Both keep errno.  */
bool sampler_suspend (struct sampler *sampler);
void sampler_resume (struct sampler *sampler);

/* Delivers to the sinks the samples that the clock has counted so far.  To be
   used before the profile is read or looked at.  Async-signal-safe, makes no
   libc call.  */
void sampler_flush (struct sampler *sampler);

/* Delivers TICK to all sinks.  Only clocks and sampler.c use it.
   Async-signal-safe, makes no libc call.  */
void sampler_deliver (struct sampler *sampler,
                      const struct sampler_tick *tick);

/* Returns the rate of the ticks in Hz: the rate that was asked for, or the
   highest rate of the clock if that is lower.  */
unsigned sampler_rate (const struct sampler *sampler);

#endif /* GMON_SAMPLER_H */
