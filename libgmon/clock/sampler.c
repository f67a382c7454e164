/* sampler.c -- takes SIGPROF and hands its ticks to the sinks.

   SPDX-License-Identifier: 0BSD

   Contracts are in sampler.h.  */

#include <errno.h>
#include <stddef.h>
#include <time.h>

#include "clock/sampler.h"
#include "arch/atomic64.h"
#include "clock/thread_scan.h"
#include "clock/unticked.h"
#include "sys/message.h"
#include "sys/signal_guard.h"
#include "sys/timer.h"
#include "machine.h"

/* Odd, so that multiplying by it is a bijection on 32 bits.  */
#define RANDOM_FACTOR 0x85ebca6bu

#define HANDLER_WAITS 100       /* waits of 1 ms each */

#define LOCK_PATIENCE 1000      /* milliseconds */

/* -- The lock ------------------------------------------------------------- */

/* A thread changes the action of SIGPROF or the clock only while it holds the
   lock.  Otherwise a thread that starts the clock while another thread gives
   the signal back could leave timers behind that end the program.  A thread
   that forks also holds the lock, because the child gets a copy of the actions
   and a copy of the memory at different moments.  While a thread holds the
   lock, no signal handler runs in it, and it cannot be cancelled.  The wait
   for the lock is bounded: its owner may be stopped, or may have kept the lock
   when it left by a jump from the handler of a fault.  */
void
sampler_lock (struct sampler *sampler)
{
  bounded_lock_take (&sampler->lock, LOCK_PATIENCE);
}

void
sampler_unlock (struct sampler *sampler)
{
  bounded_lock_release (&sampler->lock);
}

void
sampler_enter (struct sampler *sampler, struct guard *guard)
{
  guard_enter (guard);
  sampler_lock (sampler);
}

void
sampler_leave (struct sampler *sampler, struct guard *guard)
{
  sampler_unlock (sampler);
  guard_leave (guard, 0);
}

/* -- The signal ----------------------------------------------------------- */

void
sampler_deliver (struct sampler *sampler, const struct sampler_tick *tick)
{
  wide_add (&sampler->ticks, tick->ticks);
  for (int user = 0; tick->ticks != 0 && user < SAMPLER_USERS; user++)
    {
      sampler_sink *sink = atomic_load (&sampler->sinks[user]);

      if (sink != NULL)
        sink (tick);
    }
}

static void use_fallback (struct sampler *sampler, const struct clock *clock,
                          int error);

/* Delivers the ticks that the signal with INFO and CONTEXT stands for.  THREAD
   is the block of the calling thread, or NULL.  */
static void
sampler_tick (struct sampler *sampler, const struct clock *clock,
              struct clock_thread *thread, const siginfo_t *info,
              const void *context)
{
  struct sampler_tick sample = { .pc = machine_context_pc (context),
                                 .context = context };
  uint64_t ns;
  int error;

  sample.ticks = clock->ticks (sampler, thread, info);
  ns = (uint64_t) sample.ticks * sampler->period;
  if (clock->counts != NULL && !clock->counts (thread, ns, context))
    wide_add (&sampler->ticks, sample.ticks);
  else
    sampler_deliver (sampler, &sample);
  if (clock->flush != NULL)
    ns = sampler->perf.plan.attr[1].sample_period;
  if (clock->open != NULL && ns != 0
      && (error = clock_watch_ticked (sampler, ns)) != 0)
    use_fallback (sampler, clock, error);
  if (ns != 0 && atomic_load (&sampler->sinks[SAMPLER_GMON]) != NULL
      && !sampler_excludes_thread (sampler))
    sampler->host->after_tick ();
  if (thread != NULL && clock->rearm != NULL)
    clock->rearm (thread);
}

static void
handle (struct sampler *sampler, const siginfo_t *info, const void *context)
{
  const struct clock *clock = sampler->clock;
  int error;

  if (clock->open == NULL)
    sampler_tick (sampler, clock, NULL, info, context);
  else if (sampler_excludes_thread (sampler))
    return;
  else if (!clock_watch_is_own (&sampler->watch, info))
    sampler_tick (sampler, clock, clock_thread_self (sampler), info, context);
  else if ((error = clock_watch_alarm (sampler)) != 0)
    use_fallback (sampler, clock, error);
}

/* Prints once that the program's own ITIMER_PROF would have ended the program
   without libgmon, if the signal with INFO comes from that timer.  The kernel
   raises SIGPROF with this code for no other reason, unless ITIMER_PROF is the
   clock.  */
static void
report_timer (struct sampler *sampler, const siginfo_t *info)
{
  if (info->si_code == SI_KERNEL && sampler->clock != &clock_itimer
      && sampler_has_signal (sampler)
      && sampler->program.sa_handler == SIG_DFL
      && !atomic_exchange (&sampler->told_timer, 1))
    gmon_message ("ITIMER_PROF: the program's own timer has expired; without"
                  " libgmon SIGPROF would end the program here");
}

void
sampler_on_signal (struct sampler *sampler, const siginfo_t *info,
                   const void *context)
{
  int saved = errno;

  atomic_fetch_add (&sampler->handlers, 1);
  if (atomic_load (&sampler->running))
    handle (sampler, info, context);
  report_timer (sampler, info);
  atomic_fetch_sub (&sampler->handlers, 1);
  errno = saved;
}

static void
wait_for_handlers (const struct sampler *sampler)
{
  const struct timespec pause = { 0, 1000000 };

  for (int i = 0; i < HANDLER_WAITS && atomic_load (&sampler->handlers) != 0;
       i++)
    nanosleep (&pause, NULL);
}

/* Does what sigaction for SIGPROF does without libgmon.  Unlike libgmon's own
   sigaction, which the program calls, it does not hide libgmon's action.  */
static int
change_action (const struct sampler *sampler, const struct sigaction *action,
               struct sigaction *old)
{
  return libc_sigaction (sampler->host->libc_signals, SIGPROF, action, old);
}

static bool
is_ours (const struct sampler *sampler, const struct sigaction *action)
{
  return (action->sa_flags & SA_SIGINFO) != 0
         && action->sa_sigaction == sampler->host->handler;
}

/* Returns true if the program has its own handler of SIGPROF.  */
static bool
is_taken (const struct sampler *sampler)
{
  struct sigaction current;

  return change_action (sampler, NULL, &current) == 0
         && !is_ours (sampler, &current)
         && ((current.sa_flags & SA_SIGINFO) != 0
             || (current.sa_handler != SIG_DFL
                 && current.sa_handler != SIG_IGN));
}

static bool
has_signal (const struct sampler *sampler)
{
  struct sigaction current;

  return change_action (sampler, NULL, &current) == 0
         && is_ours (sampler, &current);
}

/* Takes SIGPROF.  Returns 0 or an errno value.

   With a clock per thread, a tick and the alarm of the watch can be pending
   for one thread at once.  The tick comes first.  If its handler blocked
   SIGPROF, the kernel would hand the alarm, which is directed to the process,
   over to a sleeping thread, and so end a system call of that thread.  So with
   such a clock the handler blocks all signals but SIGPROF.  The handler of the
   alarm then runs before the first instruction of the handler of the tick.  */
static int
take_signal (struct sampler *sampler)
{
  struct sigaction ours = { .sa_flags = SA_RESTART | SA_SIGINFO };
  struct sigaction old;

  ours.sa_sigaction = sampler->host->handler;
  sigfillset (&ours.sa_mask);
  if (sampler->clock->open != NULL)
    {
      ours.sa_flags |= SA_NODEFER;
      sigdelset (&ours.sa_mask, SIGPROF);
    }
  if (change_action (sampler, &ours, &old) != 0)
    return errno;
  if (!is_ours (sampler, &old))
    sampler->program = old;
  sampler->process = machine_process_id ();
  return 0;
}

/* -- The clock ------------------------------------------------------------ */

static bool
in_use (const struct sampler *sampler)
{
  for (int user = 0; user < SAMPLER_USERS; user++)
    if (atomic_load (&sampler->sinks[user]) != NULL)
      return true;
  return false;
}

/* Sets `running' after the process's part of the clock was started and before
   threads are armed.  stop_clock clears it before handles are closed
   (clock.h).  */
static int
start_clock (struct sampler *sampler)
{
  const struct clock *clock = sampler->clock;
  int error = clock->start != NULL ? clock->start (sampler) : 0;

  if (error != 0)
    return error;
  if (!atomic_exchange (&sampler->running, 1))
    sampler->cpu_start = timers_now (CLOCK_PROCESS_CPUTIME_ID);
  if (clock->open == NULL)
    return 0;
  clock_watch_start (sampler);
  return clock_threads_start (sampler, CLOCK_THREAD_OLD);
}

void
sampler_flush (struct sampler *sampler)
{
  if (atomic_load (&sampler->running) && sampler->clock->flush != NULL)
    clock_threads_flush (sampler);
}

static void
stop_clock (struct sampler *sampler)
{
  const struct clock *clock = sampler->clock;

  if (atomic_exchange (&sampler->running, 0))
    {
      sampler->cpu_used += timers_now (CLOCK_PROCESS_CPUTIME_ID)
                           - sampler->cpu_start;
      unticked_clock_stops (sampler);
    }
  clock_watch_stop (&sampler->watch);
  if (clock->open != NULL)
    clock_threads_stop (sampler);
  if (clock->stop != NULL)
    clock->stop (sampler);
}

/* Stops the clock and removes all users, since the program has taken SIGPROF.
   Prints a message once.  */
static void
leave_clock (struct sampler *sampler)
{
  if (atomic_load (&sampler->running))
    stop_clock (sampler);
  for (int user = 0; user < SAMPLER_USERS; user++)
    atomic_store (&sampler->sinks[user], NULL);
  if (!atomic_exchange (&sampler->warned, 1))
    gmon_message ("SIGPROF: the program has its own handler; no more samples");
}

/* Sets the action of SIGPROF to ACTION.  Returns 0, or -1 as sigaction does.
   A signal that is pending when the clock stops would end a program whose
   action is the default one.  So SIGPROF is first ignored, which discards the
   signal.  */
static int
give_signal (struct sampler *sampler, const struct sigaction *action)
{
  struct sigaction ignore = { .sa_handler = SIG_IGN };
  int result;

  change_action (sampler, &ignore, NULL);
  result = change_action (sampler, action, NULL);
  if (sampler->clock->give_back != NULL)
    sampler->clock->give_back (sampler);
  return result;
}

/* Stops the clock and gives SIGPROF back to the program.  Returns false if
   SIGPROF is no longer ours: the program has taken it, or another thread that
   is about to call exec has given it back.  */
static bool
give_clock_back (struct sampler *sampler)
{
  if (!has_signal (sampler))
    {
      if (atomic_load (&sampler->running))
        leave_clock (sampler);
      return false;
    }
  stop_clock (sampler);
  give_signal (sampler, &sampler->program);
  return true;
}

static void
set_rate (struct sampler *sampler, unsigned rate)
{
  unsigned limit = sampler->clock->limit ();
  char text[GMON_NUMBER_SIZE];

  if (rate > limit)
    {
      rate = limit;
      gmon_message ("GMON_OPTIONS: rate: clock ", sampler->clock->name,
                    " gives at most ", gmon_number_text (text, limit),
                    " samples per second, which is used");
    }
  sampler->rate = rate;
  sampler->period = 1000000000 / sampler_rate (sampler);
}

/* Replaces the clock, which failed with ERROR, by its fallback.  Does not
   start the fallback.  */
static void
change_clock (struct sampler *sampler, int error)
{
  const struct clock *next = sampler->clock->fallback;

  gmon_message ("clock: ", sampler->clock->name, ": ",
                gmon_error_text (error));
  gmon_message ("clock: ", next->name, ": is used instead");
  stop_clock (sampler);
  sampler->clock = next;
  set_rate (sampler, sampler->rate);
  if (has_signal (sampler))
    take_signal (sampler);
}

/* Replaces CLOCK, which has run and failed with ERROR, by its fallback and
   starts the fallback.  Does nothing if another thread has already replaced
   it.  If there is no fallback, prints a message once.  */
static void
use_fallback (struct sampler *sampler, const struct clock *clock, int error)
{
  struct guard guard;

  sampler_enter (sampler, &guard);
  if (atomic_load (&sampler->running) && sampler->clock == clock)
    {
      if (clock->fallback != NULL)
        {
          change_clock (sampler, error);
          start_clock (sampler);
        }
      else if (!atomic_exchange (&sampler->failed, 1))
        gmon_message ("no samples of a thread: ", clock->name, ": ",
                      gmon_error_text (error));
    }
  sampler_leave (sampler, &guard);
}

/* Takes SIGPROF and starts the clock, even if both were done before: a forked
   child has no clock, and the program may have taken the signal in
   between.  */
static int
sampler_take_clock (struct sampler *sampler)
{
  int error = take_signal (sampler);

  if (error != 0)
    return error;
  while ((error = start_clock (sampler)) != 0
         && sampler->clock->fallback != NULL)
    change_clock (sampler, error);
  if (error != 0)
    give_clock_back (sampler);
  return error;
}

/* -- Users ---------------------------------------------------------------- */

void
sampler_choose (struct sampler *sampler, const struct clock *clock,
                unsigned rate)
{
  if (sampler->clock == NULL)
    {
      sampler->clock = clock;
      sampler->kernel_tick = 1000000000 / clock_itimer.limit ();
      atomic_store (&sampler->random,
                    (uint32_t) timers_now (CLOCK_MONOTONIC) * RANDOM_FACTOR);
    }
  set_rate (sampler, rate);
}

int
sampler_start (struct sampler *sampler, enum sampler_user user,
               sampler_sink *sink)
{
  int saved = errno;
  int error = 0;
  struct guard guard;

  sampler_enter (sampler, &guard);
  if (sampler->clock == NULL)
    sampler_choose (sampler, &clock_cpu, 0);
  if (user == SAMPLER_GMON && is_taken (sampler))
    leave_clock (sampler);
  else
    {
      atomic_store (&sampler->sinks[user], sink);
      error = sampler_take_clock (sampler);
      if (error != 0)
        atomic_store (&sampler->sinks[user], NULL);
    }
  sampler_leave (sampler, &guard);
  errno = saved;
  return error;
}

void
sampler_stop (struct sampler *sampler, enum sampler_user user)
{
  int saved = errno;
  struct guard guard;
  bool stopped;

  sampler_flush (sampler);
  sampler_enter (sampler, &guard);
  stopped = atomic_exchange (&sampler->sinks[user], NULL) != NULL;
  if (stopped && !in_use (sampler))
    give_clock_back (sampler);
  sampler_leave (sampler, &guard);
  if (stopped)
    wait_for_handlers (sampler);
  errno = saved;
}

/* Leaves the clock to the program if the program has taken SIGPROF.  Checks
   that while it holds the lock, since another thread may be starting or
   stopping the clock.  */
static void
leave_if_taken (struct sampler *sampler)
{
  struct guard guard;

  sampler_enter (sampler, &guard);
  if (atomic_load (&sampler->running) && !has_signal (sampler))
    leave_clock (sampler);
  sampler_leave (sampler, &guard);
}

void
sampler_new_thread (struct sampler *sampler)
{
  int saved = errno;
  const struct clock *clock = sampler->clock;
  int error;

  if (!has_signal (sampler))
    leave_if_taken (sampler);
  else if ((error = clock_thread_start (sampler)) != 0)
    use_fallback (sampler, clock, error);
  errno = saved;
}

void
sampler_exclude_thread (struct sampler *sampler)
{
  struct clock_thread *thread = atomic_load (&clock_current);

  if (thread != NULL)
    thread->seen = UINT64_MAX;
  atomic_store (&clock_current, &sampler->excluded);
}

/* The thread's timer may have expired while the thread was excluded, so the
   thread gets a new timer.  */
void
sampler_include_thread (struct sampler *sampler)
{
  atomic_store (&clock_current, NULL);
  if (sampler_wants_threads (sampler))
    {
      struct clock_thread *thread;

      sampler_new_thread (sampler);
      thread = atomic_load (&clock_current);
      if (thread != NULL)
        thread->seen = timers_now (CLOCK_THREAD_CPUTIME_ID);
    }
}

bool
sampler_has_signal (const struct sampler *sampler)
{
  return atomic_load (&sampler->running)
         && sampler->process == machine_process_id ();
}

#ifndef SA_INTERRUPT
# define SA_INTERRUPT 0
#endif

/* Returns ACTION as the program would read it back from the kernel.  The
   kernel does not keep all bits of the mask and all flags.  libc adds a flag
   of its own, as it did for our action.  */
static struct sigaction
as_kept (const struct sampler *sampler, const struct sigaction *action)
{
  struct sigaction kept = *action;
  struct sigaction ours;

  sigdelset (&kept.sa_mask, SIGKILL);
  sigdelset (&kept.sa_mask, SIGSTOP);
  kept.sa_flags &= ~SA_INTERRUPT;
  if (change_action (sampler, NULL, &ours) == 0)
    kept.sa_flags |= ours.sa_flags & ~(SA_RESTART | SA_SIGINFO | SA_NODEFER);
  return kept;
}

/* Does what sigaction (SIGPROF, ACTION, OLD) of the program does while SIGPROF
   is ours.  The caller holds the lock.  */
static int
take_action (struct sampler *sampler, const struct sigaction *action,
             struct sigaction *old)
{
  struct sigaction before = sampler->program;

  if (action != NULL && (action->sa_handler == SIG_DFL
                         || action->sa_handler == SIG_IGN))
    sampler->program = as_kept (sampler, action);
  else if (action != NULL)
    {
      stop_clock (sampler);
      if (give_signal (sampler, action) != 0)
        {
          sampler_take_clock (sampler);
          return -1;
        }
      leave_clock (sampler);
    }
  if (old != NULL)
    *old = before;
  return 0;
}

int
sampler_program_action (struct sampler *sampler,
                        const struct sigaction *action, struct sigaction *old)
{
  struct guard guard;
  int result;

  sampler_enter (sampler, &guard);
  result = sampler_has_signal (sampler)
           ? take_action (sampler, action, old)
           : change_action (sampler, action, old);
  sampler_leave (sampler, &guard);
  return result;
}

/* All children of a process get a copy of its random number.  With the same
   first phase in all of them, short ones would all have a tick, or none.  */
void
sampler_after_fork (struct sampler *sampler)
{
  int saved = errno;
  bool ran;

  atomic_fetch_add (&sampler->random, machine_process_id () * RANDOM_FACTOR);
  atomic_store (&sampler->handlers, 0);
  if (sampler->clock != NULL && sampler->clock->open != NULL)
    clock_threads_reset_in_child (sampler);
  ran = atomic_exchange (&sampler->running, 0) != 0;
  clock_watch_stop (&sampler->watch);
  sampler->cpu_used = 0;
  wide_store (&sampler->ticks, 0);
  wide_store (&sampler->owed, 0);
  unticked_forget (&sampler->unticked);
  atomic_store (&sampler->reported, 0);
  if (in_use (sampler) && has_signal (sampler))
    sampler_take_clock (sampler);
  else if (in_use (sampler) && ran)
    leave_clock (sampler);
  errno = saved;
}

bool
sampler_suspend (struct sampler *sampler)
{
  int saved = errno;
  struct guard guard;
  bool given;

  sampler_enter (sampler, &guard);
  given = in_use (sampler) && give_clock_back (sampler);
  sampler_leave (sampler, &guard);
  errno = saved;
  return given;
}

void
sampler_resume (struct sampler *sampler)
{
  int saved = errno;
  struct guard guard;

  sampler_enter (sampler, &guard);
  if (in_use (sampler))
    sampler_take_clock (sampler);
  sampler_leave (sampler, &guard);
  errno = saved;
}

unsigned
sampler_rate (const struct sampler *sampler)
{
  return sampler->rate != 0 ? sampler->rate : SAMPLER_USUAL_RATE;
}

/* Less than four fifths of the wanted ticks are too few.  With little CPU time
   or few missing ticks the comparison means nothing.  A clock that counts only
   some of its ticks has a recorder outside of the process beside it, whose
   report says what neither has seen.  */
#define ENOUGH_TIME 1000000000u /* ns */
#define ENOUGH_TICKS 50

void
sampler_report (struct sampler *sampler)
{
  uint64_t used = sampler->cpu_used;
  uint64_t wanted, missing;

  if (atomic_load (&sampler->running))
    used += timers_now (CLOCK_PROCESS_CPUTIME_ID) - sampler->cpu_start;
  if (sampler->clock == &clock_cpu && !atomic_load (&sampler->warned)
      && !atomic_load (&sampler->reported)
      && (!atomic_load (&sampler->running) || has_signal (sampler))
      && unticked_report (sampler, used))
    atomic_store (&sampler->reported, 1);
  if (used < ENOUGH_TIME || sampler->clock == NULL || sampler->clock->is_not_cpu
      || sampler->clock->counts != NULL || atomic_load (&sampler->warned))
    return;
  wanted = timers_divide (used, sampler->period);
  missing = wanted - wide_load (&sampler->ticks);
  if (missing <= wanted && missing > ENOUGH_TICKS
      && missing > timers_divide (wanted, 5)
      && !atomic_exchange (&sampler->reported, 1))
    gmon_message ("clock: ", sampler->clock->name,
                  ": over 20 % of the CPU time was not sampled, so times are"
                  " too low", sampler->clock->name[0] == 'i'
                              ? "" : "; try GMON_OPTIONS=clock=itimer");
}
