/* profile.c -- the life of a profile: new, running (on or off), ended.

   SPDX-License-Identifier: 0BSD  */

#include <errno.h>

#include "arch/arcs_layout.h"
#include "clock/perf_event.h"
#include "gmon.h"
#include "life/fatal_signals.h"
#include "life/library_calls.h"
#include "life/state.h"
#include "life/whole_process.h"
#include "output/pool.h"
#include "output/replace_file.h"
#include "output/profile_parts.h"
#include "sys/message.h"
#include "machine.h"

static void
on_sigprof (int signal, siginfo_t *info, void *context)
{
  (void) signal;
  sampler_on_signal (&gmon.sampler, info, context);
}

static void
after_tick (void)
{
  signals_tick (&gmon.signals);
}

static const struct sampler_host host = {
  .handler = on_sigprof,
  .after_tick = after_tick,
  .first_notice = options_first_perf,
  .libc_signals = &gmon.libc_signals,
  .descriptors = &gmon.descriptors,
};

static const struct gmon_profile profile
  = { &gmon.text, &gmon.arcs, &gmon.blocks, &gmon.hist, &gmon.sampler,
      &gmon.whole, &gmon.descriptors };

/* The first state is NOT_STARTED instead of OFF, so that calls before the
   start are counted, too.  */
struct gmon_state gmon = { .state = GMON_STATE_NOT_STARTED,
                            .calls_written = GMON_NOT_WRITTEN,
                            .sampler = { .host = &host },
                            .dump = { .profile = &profile,
                                      .descriptors = &gmon.descriptors } };

EXPORTED void __monstartup (unsigned long lowpc, unsigned long highpc);
EXPORTED void monstartup (unsigned long lowpc, unsigned long highpc)
  WEAK_ALIAS_OF ("__monstartup");
EXPORTED void __moncontrol (int mode);
EXPORTED void moncontrol (int mode) WEAK_ALIAS_OF ("__moncontrol");
EXPORTED void _mcleanup (void);
EXPORTED void mcleanup (void) WEAK_ALIAS_OF ("_mcleanup");
EXPORTED int gmon_write_now (void);
EXPORTED int gmon_write_fd (int fd);
EXPORTED void gmon_drop (void);
EXPORTED void __write_profiling (void);
EXPORTED void write_profiling (void) WEAK_ALIAS_OF ("__write_profiling");

#ifndef PIC
/* In the archive, linking this file must also link the call hook.  Under -flto
   the linker sees the calls of mcount only after it has searched the archives,
   and would then take libc's mcount, which counts nothing.  The callbacks of
   blocks are linked because autostart.c refers to them: clang links weak ones
   of its own before it searches the archive, and would otherwise use
   those.  */
extern const char hook[] __asm__ ("_mcount");
static const char *const hook_taken __attribute__ ((used)) = hook;
#endif

/* Highest end of a profiled range, since the end is rounded up to a whole
   bin.  */
#define HIGHEST_END (UINTPTR_MAX & ~(uintptr_t) (GMON_BIN_BYTES - 1))

static void
profile_tick (const struct sampler_tick *tick)
{
  pchist_tick (&gmon.hist, tick->pc, tick->ticks);
  whole_tick (tick);
}

/* Returns the end of a message which says that CLOCK, an option's value, gives
   no samples because of ERROR.  It tells the user what to do, or is empty.  */
static const char *
clock_advice (enum options_clock clock, int error)
{
  if (clock != OPTIONS_CLOCK_EVENT)
    return "";
  if (error == EACCES)
    return "; sysctl kernel.perf_event_paranoid=1 allows it";
  if (error == EOPNOTSUPP)
    return "; this machine does not count them: choose another event";
  return "; without event= in GMON_OPTIONS time is sampled";
}

bool
gmon_change_phase (enum gmon_phase from, enum gmon_phase to)
{
  int phase = (int) from;

  if (!atomic_compare_exchange_strong (&gmon.phase, &phase, (int) to))
    return false;
  if (to != GMON_PHASE_STARTING)
    {
      bool on = to == GMON_PHASE_ON;

      atomic_store (&gmon.state, on ? GMON_STATE_ON : GMON_STATE_OFF);
      blocks_switch (&gmon.blocks, on);
    }
  return true;
}

static void
start_sampler (void)
{
  int error;

  if (gmon.hist.bins == NULL || gmon.dump.options.clock == OPTIONS_CLOCK_NONE)
    return;
  error = sampler_start (&gmon.sampler, SAMPLER_GMON, profile_tick);
  if (error != 0)
    gmon_message ("no samples: ", gmon.sampler.clock->name, ": ",
                  gmon_error_text (error),
                  clock_advice (gmon.dump.options.clock, error));
}

/* Changes the phase to TO if the profile is running.  Returns the phase before
   the change.  */
static int
leave_running (enum gmon_phase to)
{
  for (;;)
    {
      int phase = atomic_load (&gmon.phase);

      if (!phase_is_running (phase)
          || gmon_change_phase ((enum gmon_phase) phase, to))
        return phase;
    }
}

/* The old histogram stays mapped: a signal handler in another thread may be
   using it.  */
void
gmon_new_histogram (uintptr_t low, uintptr_t high)
{
  void *memory = machine_map (pchist_size (low, high));

  if (memory == NULL)
    gmon_message ("no samples: out of memory");
  pchist_init (&gmon.hist, low, high, memory);
}

static void
choose_clock (const struct options *options)
{
  static const struct clock *const clocks[] = {
#define CLOCK_POINTER(enumerator, name) \
    [OPTIONS_CLOCK_##enumerator] = &clock_##name,
    CLOCK_LIST (CLOCK_POINTER)
#undef CLOCK_POINTER
    [OPTIONS_CLOCK_NONE] = &clock_cpu,          /* used by profil */
  };

  const struct clock *clock;

  if (options->clock == OPTIONS_CLOCK_EVENT)
    clock = event_choose (&gmon.sampler, options->event, options->period);
  else
    clock = clocks[options->clock];
  sampler_choose (&gmon.sampler, clock, options->rate);
}

/* A descriptor 2 that was closed stays a file of the program's, so it is looked
   at only the first time.  */
void
gmon_read_options (void)
{
  if (gmon.dump.options.is_read)
    return;
  gmon_message_start ();
  options_read (&gmon.dump.options);
}

/* Does what only the first start of a process needs.  */
static void
prepare_first (uintptr_t low, uintptr_t high)
{
  gmon_read_options ();
  counted_start ();
  output_look (&gmon.dump);
  fork_start ();
  signals_start (&gmon.signals, &gmon.dump.options);
  choose_clock (&gmon.dump.options);
  whole_start ();
  gmon.sampler.wants_contexts = whole_has_stacks ();
  gmon_new_histogram (low, high);
}

/* Resets the counts for a new start after an end.  */
static void
prepare_again (uintptr_t low, uintptr_t high)
{
  arcs_reset (&gmon.arcs);
  blocks_reset (&gmon.blocks);
  whole_restart ();
  if (low == gmon.text.low && high == gmon.text.high
      && gmon.hist.bins != NULL)
    pchist_reset (&gmon.hist);
  else
    gmon_new_histogram (low, high);
}

/* Starts profiling of the range [LOW, HIGH), unless a profile exists
   already.  */
static void
profile_start (uintptr_t low, uintptr_t high)
{
  int saved = errno;

  if (high > HIGHEST_END)
    high = HIGHEST_END;
  if (low >= high)
    gmon_message ("monstartup: nothing is profiled: the address range is"
                  " empty");
  else if (gmon.dump.process.id != 0 && !process_is_ours ())
    errno = saved;
  else if (gmon_change_phase (GMON_PHASE_NEW, GMON_PHASE_STARTING)
           || gmon_change_phase (GMON_PHASE_ENDED, GMON_PHASE_STARTING))
    {
      bool is_first = gmon.text.high == 0;

      if (is_first)
        prepare_first (low, high);
      else
        prepare_again (low, high);
      gmon.text = text_range ();
      gmon.text.low = low;
      gmon.text.high = high;
      atomic_store (&gmon.dump.ended, false);
      start_sampler ();
      gmon_change_phase (GMON_PHASE_STARTING, GMON_PHASE_ON);
      if (is_first)
        whole_calibrate ();
      blocked_start ();
    }
  errno = saved;
}

void
gmon_autostart (void)
{
  gmon.autostarted = true;
  profile_start (gmon.program.low, gmon.program.high);
}

/* If the profile was started by a preload, gcrt1.o shows now that the program
   has call hooks, and where its text is.  */
void
__monstartup (unsigned long lowpc, unsigned long highpc)
{
  if (gmon.dump.process.is_preloaded && process_is_ours () && lowpc < highpc
      && phase_is_running (atomic_load (&gmon.phase)))
    {
      gmon.dump.process.is_preloaded = false;
      gmon.autostarted = false;
      gmon_new_histogram (lowpc, highpc);
      gmon.text.low = lowpc;
      gmon.text.high = highpc;
    }
  profile_start (lowpc, highpc);
}

/* A MODE other than 0 starts the sampler even if the profile is on: a forked
   child may have lost the clock.  */
void
__moncontrol (int mode)
{
  int phase = atomic_load (&gmon.phase);

  if (!phase_is_running (phase) || !process_is_ours ())
    return;
  if (mode == 0)
    {
      leave_running (GMON_PHASE_OFF);
      sampler_stop (&gmon.sampler, SAMPLER_GMON);
      blocked_pause (true);
    }
  else
    {
      blocked_pause (false);
      start_sampler ();
      leave_running (GMON_PHASE_ON);
    }
}

/* Returns the number of recorded calls and blocks.  Counts of blocks are in
   the arc tables as well as in the arrays of guards.  */
static uint64_t
profile_count_calls (void)
{
  return arcs_sum (&gmon.arcs) + blocks_sum (&gmon.blocks);
}

/* Returns true if a file is worth writing.  A child of fork that recorded
   nothing, as between fork and a failed exec, leaves no file.  */
static bool
gmon_has_something (void)
{
  return !gmon.dump.process.child || profile_count_calls () != 0
         || arcs_lost (&gmon.arcs) != 0 || pchist_any (&gmon.hist);
}

/* Writes the file at the end of the program, unless nothing is recorded or HOW
   is GMON_WRITE_NONE.  The profile has ended then, except with
   GMON_WRITE_FIRST.  */
static void
write_at_end (enum gmon_write how)
{
  sampler_flush (&gmon.sampler);
  whole_look ();
  if (gmon_has_something ())
    {
      sampler_report (&gmon.sampler);
      blocked_report ();
      library_check_hooks ();
      gmon_write_file (&gmon.dump, how);
    }
  else if (how == GMON_WRITE_LAST)
    gmon_write_file (&gmon.dump, GMON_WRITE_NONE);
  if (how != GMON_WRITE_FIRST)
    {
      gmon_change_phase (GMON_PHASE_ENDING, GMON_PHASE_ENDED);
      blocked_stop ();
    }
}

/* Changes the phase to ENDING and stops the sampler.  Returns false if the
   profile has ended before, or in a process that is not profiled.  If two
   threads end the profile, both get true: the first one to write writes, and
   the second one waits for that.  */
static bool
end_running (void)
{
  int phase;

  if (!process_is_ours ())
    return false;
  phase = leave_running (GMON_PHASE_ENDING);
  if (phase_is_running (phase))
    sampler_stop (&gmon.sampler, SAMPLER_GMON);
  return phase_is_running (phase) || phase == GMON_PHASE_ENDING;
}

/* Returns true if _mcleanup, called by exit, has written all that is
   recorded.  */
static bool
is_written (void)
{
  return gmon.exiting && profile_count_calls () == gmon.calls_written
         && wide_load (&gmon.sampler.ticks) == gmon.ticks_written;
}

void
gmon_end (void)
{
  if ((gmon.autostarted || gmon.exiting) && end_running ())
    write_at_end (is_written () ? GMON_WRITE_NONE : GMON_WRITE_LAST);
}

/* When exit calls _mcleanup, the destructors are yet to run.  That call writes
   the file, in case the destructors never end, but counting goes on.  A pool
   gets the profile only once, after the destructors.  */
void
_mcleanup (void)
{
  uintptr_t caller = (uintptr_t) __builtin_return_address (0);

  if (!gmon.autostarted && !gmon.exiting)
    gmon.exiting = are_in_one_object (caller,
                                      (uintptr_t) gmon.libc_exits.usual_exit);
  if (gmon.autostarted || !gmon.exiting)
    {
      if (end_running ())
        write_at_end (GMON_WRITE_LAST);
    }
  else if (process_is_ours () && !pool_is_used (&gmon.dump)
           && phase_is_running (atomic_load (&gmon.phase)))
    {
      gmon.calls_written = profile_count_calls ();
      write_at_end (GMON_WRITE_FIRST);
      gmon.ticks_written = wide_load (&gmon.sampler.ticks);
    }
}

void
gmon_dump (enum gmon_dump how)
{
  int phase = atomic_load (&gmon.phase);

  if ((!phase_is_running (phase)
       && (phase != GMON_PHASE_ENDING || how == DUMP_CONTINUE))
      || !process_is_ours ())
    return;
  sampler_flush (&gmon.sampler);
  if (gmon.dump.process.child
      && !(how == DUMP_EXEC ? pchist_any (&gmon.hist)
                            : gmon_has_something ()))
    return;
  if (how == DUMP_EXIT)
    {
      sampler_report (&gmon.sampler);
      blocked_report ();
    }
  /* If the exec fails, the profile goes on.  */
  if (how == DUMP_EXEC && pool_is_used (&gmon.dump))
    gmon.dump.job.diverted = true;
  gmon_write_file (&gmon.dump, how == DUMP_CONTINUE ? GMON_WRITE_MEANWHILE
                                                      : GMON_WRITE_LEAVING);
}

void
gmon_dump_release (void)
{
  gmon_write_release (&gmon.dump.writer);
}

int
gmon_write_now (void)
{
  if (atomic_load (&gmon.state) != GMON_STATE_ON || !process_is_ours ())
    return -1;
  sampler_flush (&gmon.sampler);
  return gmon_write_file (&gmon.dump, GMON_WRITE_MEANWHILE) ? 0 : -1;
}

int
gmon_write_fd (int fd)
{
  if (!phase_is_running (atomic_load (&gmon.phase)) || !process_is_ours ())
    return -1;
  sampler_flush (&gmon.sampler);
  return gmon_write_descriptor (&gmon.dump, fd) ? 0 : -1;
}

void
gmon_drop (void)
{
  int saved = errno;

  if (end_running ())
    {
      gmon_end_without_file (&gmon.dump);
      gmon_change_phase (GMON_PHASE_ENDING, GMON_PHASE_ENDED);
      blocked_stop ();
    }
  errno = saved;
}

void
__write_profiling (void)
{
  gmon_write_now ();
}
