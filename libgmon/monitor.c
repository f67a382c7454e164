/* monitor.c -- the life of a profile: new, running (on or off), ended.

   SPDX-License-Identifier: 0BSD

   In: calls by gcrt1.o, by the program (gmon.h), or by the first hook.  Out:
   the state that everything else works on, and at the end the file.  */

#include <errno.h>

#include "gmon.h"
#include "internal.h"
#include "machine.h"
#include "output.h"

#define NOT_WRITTEN UINT64_MAX

/* NOT_STARTED, not OFF: calls that come before the start are counted too.  */
struct gmon_state gmon = { .state = GMON_STATE_NOT_STARTED,
                            .calls_written = NOT_WRITTEN };

EXPORTED void __monstartup (unsigned long lowpc, unsigned long highpc);
EXPORTED void monstartup (unsigned long lowpc, unsigned long highpc)
  WEAK_ALIAS_OF ("__monstartup");
EXPORTED void __moncontrol (int mode);
EXPORTED void moncontrol (int mode) WEAK_ALIAS_OF ("__moncontrol");
EXPORTED void _mcleanup (void);
EXPORTED void mcleanup (void) WEAK_ALIAS_OF ("_mcleanup");
EXPORTED int gmon_write_now (void);
EXPORTED void __write_profiling (void);
EXPORTED void write_profiling (void) WEAK_ALIAS_OF ("__write_profiling");

#ifndef PIC
/* In the archive, whoever takes the start takes the call hook with it.  Under
   -flto the linker sees the calls of mcount only after it has searched the
   archives, and would then be content with libc's, which counts nothing.  What
   is called below takes the callbacks of blocks with it, too: clang links weak
   ones of its own before it looks here, and would be content with those.  */
extern const char hook[] __asm__ ("_mcount");
static const char *const hook_taken __attribute__ ((used)) = hook;
#endif

/* The end of a range is rounded up to a bin.  */
#define HIGHEST_END (UINTPTR_MAX & ~(uintptr_t) (GMON_GRID_BIN - 1))

static void
tick (uintptr_t pc, unsigned ticks)
{
  pchist_tick (&gmon.hist, pc, ticks);
}

/* The end of a message that CLOCK, an option's value, gives no samples because
   of ERROR: what can be done, if something can.  */
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

static void
switch_on (void)
{
  if (gmon.hist.bins != NULL && gmon.options.clock != OPTIONS_CLOCK_NONE)
    {
      int error = sampler_start (&gmon.sampler, SAMPLER_GMON, tick);

      if (error != 0)
        gmon_message ("no samples: ", gmon.sampler.clock->name, ": ",
                      gmon_error_text (error),
                      clock_advice (gmon.options.clock, error));
    }
  atomic_store (&gmon.state, GMON_STATE_ON);
  blocks_switch (&gmon.blocks, true);
}

static void
switch_off (void)
{
  atomic_store (&gmon.state, GMON_STATE_OFF);
  blocks_switch (&gmon.blocks, false);
  sampler_stop (&gmon.sampler, SAMPLER_GMON);
}

/* A histogram is never unmapped: a handler of another thread may be in it.  */
static void
prepare_histogram (uintptr_t low, uintptr_t high)
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
    [OPTIONS_CLOCK_CPU] = &clock_cpu,
    [OPTIONS_CLOCK_ITIMER] = &clock_itimer,
    [OPTIONS_CLOCK_WALL] = &clock_wall,
    [OPTIONS_CLOCK_PERF] = &clock_perf,
    [OPTIONS_CLOCK_NONE] = &clock_cpu,          /* for profil */
  };

  const struct clock *clock;

  if (options->clock == OPTIONS_CLOCK_EVENT)
    clock = event_choose (&gmon.sampler, options->event, options->period);
  else
    clock = clocks[options->clock];
  sampler_choose (&gmon.sampler, clock, options->rate);
}

/* What the first start of a process does.  */
static void
prepare_first (uintptr_t low, uintptr_t high)
{
  gmon_message_start ();
  options_read (&gmon.options);
  output_look (&gmon);
  process_start ();
  signals_start (&gmon.signals, &gmon.options);
  choose_clock (&gmon.options);
  prepare_histogram (low, high);
}

/* Start again after an end: from zero.  */
static void
prepare_again (uintptr_t low, uintptr_t high)
{
  arcs_reset (&gmon.arcs);
  blocks_reset (&gmon.blocks);
  if (low == gmon.text.low && high == gmon.text.high
      && gmon.hist.bins != NULL)
    pchist_reset (&gmon.hist);
  else
    prepare_histogram (low, high);
}

/* True for the one caller that may start, from PHASE.  */
static bool
begin_from (int phase)
{
  return atomic_compare_exchange_strong (&gmon.phase, &phase,
                                         GMON_PHASE_STARTING);
}

static void
start (uintptr_t low, uintptr_t high)
{
  int saved = errno;

  if (high > HIGHEST_END)
    high = HIGHEST_END;
  if (low >= high)
    gmon_message ("monstartup: nothing is profiled: the address range is"
                  " empty");
  else if (gmon.process.id != 0 && !process_is_ours ())
    errno = saved;
  else if (begin_from (GMON_PHASE_NEW) || begin_from (GMON_PHASE_ENDED))
    {
      if (gmon.text.high == 0)
        prepare_first (low, high);
      else
        prepare_again (low, high);
      gmon.text = text_range ();
      gmon.text.low = low;
      gmon.text.high = high;
      atomic_store (&gmon.phase, GMON_PHASE_RUNNING);
      switch_on ();
    }
  errno = saved;
}

/* Another thread of the parent may have been writing.  Its descriptors are not
   closed: the kernel copies descriptors and memory one after the other, so that
   by now a number may be another file's.  What is called `temporary' is the
   parent's.  */
static void
forget_writer (struct gmon_writer *writer)
{
  writer->fd = -1;
  writer->dir = 0;
  writer->temporary[0] = '\0';
  writer->error = ECANCELED;
  writer->told = NULL;
  writer->told_lost = false;
  atomic_store (&writer->leaving, 0);
  atomic_store (&writer->thread, 0);
}

/* Children that may not write are not profiled, nor those made while another
   thread of the parent was ending the profile.  */
void
gmon_forget (void)
{
  struct pchist *hist = &gmon.hist;
  void *bins = hist->bins;
  int phase = atomic_load (&gmon.phase);

  forget_writer (&gmon.writer);
  gmon.job.diverted = false;
  atomic_store (&gmon.descriptors.thread, 0);
  atomic_store (&gmon.sampler.turn, 0);
  gmon.calls_written = NOT_WRITTEN;
  arcs_forget (&gmon.arcs);
  blocks_forget (&gmon.blocks);
  if (bins != NULL)
    {
      prepare_histogram (gmon.text.low, gmon.text.high);
      machine_unmap (bins, pchist_size (gmon.text.low, gmon.text.high));
    }
  if ((phase == GMON_PHASE_RUNNING && gmon.options.children == 0)
      || phase == GMON_PHASE_ENDING)
    {
      switch_off ();
      atomic_store (&gmon.phase, GMON_PHASE_ENDED);
    }
  sampler_after_fork (&gmon.sampler);
}

void
gmon_autostart (void)
{
  gmon.autostarted = true;
  start (gmon.program.low, gmon.program.high);
}

void
__monstartup (unsigned long lowpc, unsigned long highpc)
{
  start (lowpc, highpc);
}

void
__moncontrol (int mode)
{
  if (atomic_load (&gmon.phase) != GMON_PHASE_RUNNING || !process_is_ours ())
    return;
  if (mode == 0)
    switch_off ();
  else
    switch_on ();               /* also if on: a forked child has no clock */
}

/* Blocks are in both.  */
static uint64_t
count_calls (void)
{
  return arcs_sum (&gmon.arcs) + blocks_sum (&gmon.blocks);
}

/* A child that did nothing, as between fork and a failed exec, leaves no
   file.  */
static bool
gmon_has_something (void)
{
  return !gmon.process.child || count_calls () != 0
         || arcs_lost (&gmon.arcs) != 0 || pchist_any (&gmon.hist);
}

static void
write_at_end (enum gmon_write how)
{
  sampler_flush (&gmon.sampler);
  if (gmon_has_something ())
    {
      sampler_report (&gmon.sampler);
      gmon_write_file (&gmon, how);
    }
  else if (how == GMON_WRITE_LAST)
    gmon_write_file (&gmon, GMON_WRITE_NONE);
}

/* False: it has ended before.  If another thread is just ending it, who comes
   first writes, and who comes second waits for that.  */
static bool
end_running (void)
{
  int phase = GMON_PHASE_RUNNING;

  if (!process_is_ours ())
    return false;
  if (atomic_compare_exchange_strong (&gmon.phase, &phase, GMON_PHASE_ENDING))
    switch_off ();
  return phase == GMON_PHASE_RUNNING || phase == GMON_PHASE_ENDING;
}

/* Has mcleanup, called by exit, written all there is?  */
static bool
is_written (void)
{
  return gmon.exiting && count_calls () == gmon.calls_written
         && wide_load (&gmon.sampler.ticks) == gmon.ticks_written;
}

void
gmon_end (void)
{
  if ((gmon.autostarted || gmon.exiting) && end_running ())
    write_at_end (is_written () ? GMON_WRITE_NONE : GMON_WRITE_LAST);
}

/* exit makes gcrt1.o's call, and destructors are yet to come.  So this one
   writes, in case that they never end, but counting goes on.  */
void
_mcleanup (void)
{
  uintptr_t caller = (uintptr_t) __builtin_return_address (0);

  if (!gmon.autostarted && !gmon.exiting)
    gmon.exiting = is_beside_exit (caller);
  if (gmon.autostarted || !gmon.exiting)
    {
      if (end_running ())
        write_at_end (GMON_WRITE_LAST);
    }
  else if (process_is_ours ()
           && atomic_load (&gmon.phase) == GMON_PHASE_RUNNING)
    {
      gmon.calls_written = count_calls ();
      write_at_end (GMON_WRITE_FIRST);
      gmon.ticks_written = wide_load (&gmon.sampler.ticks);
    }
}

void
gmon_leave (enum gmon_leave how)
{
  int phase = atomic_load (&gmon.phase);

  if ((phase != GMON_PHASE_RUNNING
       && (phase != GMON_PHASE_ENDING || how == GMON_LEAVE_NOT))
      || !process_is_ours ())
    return;
  sampler_flush (&gmon.sampler);
  if (gmon.process.child && !(how == GMON_LEAVE_EXEC ? pchist_any (&gmon.hist)
                                                     : gmon_has_something ()))
    return;
  if (how == GMON_LEAVE_EXIT)
    sampler_report (&gmon.sampler);
  gmon_write_file (&gmon, how == GMON_LEAVE_NOT ? GMON_WRITE_MEANWHILE
                                                : GMON_WRITE_LEAVING);
}

void
gmon_stay (void)
{
  gmon_write_stay (&gmon.writer);
}

int
gmon_write_now (void)
{
  if (atomic_load (&gmon.state) != GMON_STATE_ON || !process_is_ours ())
    return -1;
  sampler_flush (&gmon.sampler);
  return gmon_write_file (&gmon, GMON_WRITE_MEANWHILE) ? 0 : -1;
}

void
__write_profiling (void)
{
  gmon_write_now ();
}
