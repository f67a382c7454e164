/* report/text/accounting.c -- lines that account for the samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/text/accounting.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "profile/process_gaps.h"

#define NS_PER_SECOND 1e9

/* Returns true if the unit of the samples is the second.  */
static bool
counts_seconds (const struct view *view)
{
  return (strcmp (view->profile->dimension, "seconds") == 0
          && view->profile->rate);
}

/* Returns the time that signal handlers took to record the samples of the
   ledger, in samples: their part of the time of all handlers.  A clock of CPU
   time counts it for the code that the signals interrupted.  */
static double
handler_time (const struct view *view)
{
  const struct stack_ledger *ledger = &view->stacks->ledger;
  const uint64_t *counts = view->profile->process->counts;
  double all = (double) counts[GMON_COUNT_OBSERVATIONS];
  double time = (double) counts[GMON_COUNT_HANDLER_NS] / NS_PER_SECOND
                * view->profile->rate;
  return all > 0 ? time * ((double) ledger->observations / all) : 0;
}

/* Writes NAME and TIME, in samples, with "s".  */
static void
print_part (struct out *out, const struct view *view, const char *name,
            double time)
{
  out_printf (out, "%s %.2f s", name, view_time (view, time));
}

/* Writes that calls count for all threads, if only some were chosen.  */
static void
print_chosen_threads (struct out *out, const struct view *view)
{
  const char *glob = view->style->threads;
  if (!glob)
    return;
  out_text (out, "Only threads like `");
  out_name (out, glob, strlen (glob));
  out_text (out, "' have time here; calls are those of all threads\n");
}

void
print_counted_patterns (struct out *out, const char *patterns)
{
  if (strcmp (patterns, "none") == 0)
    out_text (out, "No calls were counted");
  else if (strcmp (patterns, PROCESS_VARIOUS) == 0)
    out_text (out, "Only the calls of some functions were counted (various)");
  else
    {
      out_text (out, "Only the calls of functions like `");
      out_name (out, patterns, strlen (patterns));
      out_text (out, "' were counted");
    }
}

void
print_counted (struct out *out, const struct view *view)
{
  if (!view_counted (view))
    return;
  print_counted_patterns (out, view_counted (view));
  out_char (out, '\n');
}

/* Returns the engine that has recorded the profile of VIEW from outside, or
   NULL.  */
static const char *
outside_engine (const struct view *view)
{
  const char *clock = view->profile->process
                      ? process_meta_of (view->profile->process,
                                         GMON_META_CLOCK) : NULL;
  return clock && (strcmp (clock, GMON_CLOCK_EVENTS) == 0
                   || strcmp (clock, GMON_CLOCK_BOTH) == 0) ? clock : NULL;
}

bool
is_recorded_outside (const struct view *view)
{
  return outside_engine (view) != NULL;
}

/* The least time, in seconds, that is not 0.00.  */
#define VISIBLE .005

static void
print_ledger (struct out *out, const struct view *view)
{
  const struct stack_ledger *ledger = &view->stacks->ledger;
  const char *clock = process_meta_of (view->profile->process,
                                       GMON_META_CLOCK);
  double total = (double) ledger->program + (double) ledger->libraries
                 + (double) ledger->generated + (double) ledger->profiler
                 + (double) ledger->unseen
                 + (double) ledger->subtracted;
  double handlers = handler_time (view);
  if (total == 0)
    return;
  if (handlers > total)
    handlers = total;
  double rest = total > 0 ? (total - handlers) / total : 0;
  double calls = rest * ((double) ledger->profiler
                          + (double) ledger->subtracted);
  print_part (out, view,
              clock && strcmp (clock, "wall") == 0 ? "Time" : "CPU time",
              total);
  out_printf (out, " in %" PRIu64 " thread%s", ledger->threads,
              ledger->threads == 1 ? "" : "s");
  print_part (out, view, ": program", rest * (double) ledger->program);
  print_part (out, view, ", libraries", rest * (double) ledger->libraries);
  if (ledger->generated)
    print_part (out, view, ", JIT code", rest * (double) ledger->generated);
  if (view_time (view, (double) ledger->unseen) >= VISIBLE)
    print_part (out, view, ", without location",
                rest * (double) ledger->unseen);
  if (is_recorded_outside (view) && ledger->profiler == 0
      && view->profile->process->counts[GMON_COUNT_CALLS] == 0)
    {
      out_char (out, '\n');
      return;
    }
  print_part (out, view, ", profiling", calls + handlers);
  out_printf (out, " (calls %.2f, samples %.2f)\n", view_time (view, calls),
              view_time (view, handlers));
}

/* The least share of CPU time without a sample that is worth a line, and the
   least time in seconds: the kernel's ticks are chance.  */
#define UNSAMPLED_SHARE .05
#define UNSAMPLED_SECONDS .02

/* Writes how much of the CPU time of the process libgmon has not sampled.  */
static void
print_unsampled (struct out *out, const struct view *view)
{
  const struct process *process = view->profile->process;
  const char *clock = process_meta_of (process, GMON_META_CLOCK);
  uint64_t user, system;
  if (view->style->threads || !clock || strcmp (clock, "cpu") != 0
      || !process_meta_number (process, GMON_META_USER, &user)
      || !process_meta_number (process, GMON_META_SYSTEM, &system))
    return;
  const double used = ((double) user + (double) system) / NS_PER_SECOND;
  const double left
    = used - view_time (view, (double) process->counts[GMON_COUNT_TICKS]);
  if (left < UNSAMPLED_SECONDS || left < UNSAMPLED_SHARE * used)
    return;
  out_printf (out, "%.2f of %.2f s of CPU time were not sampled: in threads"
              " that were too short,\nor that block SIGPROF; gprof"
              " --engine=events sees more\n", left, used);
}

static void
print_incomplete (struct out *out, const struct process *process)
{
  const char *most;
  const double share = process_incomplete (process, &most);
  if (share >= LEAST_INCOMPLETE)
    out_printf (out, "%.1f %% of the samples have incomplete call stacks, most"
                " of them in %s\n", share, lbasename (most));
}

struct recording
recording_of (const struct view *view)
{
  const struct process *process = view->profile->process;
  if (!is_recorded_outside (view))
    return (struct recording) { .engine = NULL };
  return (struct recording) {
    .engine = outside_engine (view),
    .samples = process->counts[GMON_COUNT_OBSERVATIONS],
    .unsampled = process_unseen (process, GMON_UNSEEN_SHORT),
    .kernel = process_unseen (process, GMON_UNSEEN_KERNEL),
    .lost = process_unseen (process, GMON_UNSEEN_LOST),
    .lost_records = process->counts[GMON_COUNT_LOST],
    .not_permitted = process_unseen (process, GMON_UNSEEN_RIGHTS)
  };
}

void
print_recording (struct out *out, const struct view *view)
{
  const struct recording recording = recording_of (view);
  if (!recording.engine)
    return;
  out_printf (out, "%" PRIu64 " samples by the kernel's events%s, at most %"
              PRIu32 " a second of CPU time\n", recording.samples,
              strcmp (recording.engine, GMON_CLOCK_BOTH) == 0
              ? " and by libgmon in the kernel" : "",
              view->profile->rate);
  if (view_time (view, recording.unsampled) >= VISIBLE)
    out_printf (out, "[%s]: %.2f s in threads that were too short for a"
                " sample, or between samples\n", GMON_UNSEEN_SHORT,
                view_time (view, recording.unsampled));
  if (view_time (view, recording.kernel) >= VISIBLE)
    out_printf (out, "[%s]: %.2f s; root sees which functions used it, or"
                " every user after\n\"sysctl kernel.perf_event_paranoid=1\"\n",
                GMON_UNSEEN_KERNEL, view_time (view, recording.kernel));
  if (recording.lost_records)
    out_printf (out, "[%s]: %.2f s; %" PRIu64 " records of the kernel found no"
                " room, as gprof had no CPU in time\n", GMON_UNSEEN_LOST,
                view_time (view, recording.lost), recording.lost_records);
  if (recording.not_permitted > 0)
    out_printf (out, "[%s]: %.2f s in programs that get the rights of another"
                " user, or that\nthis user may not read: the kernel does not"
                " show them; run copies\n", GMON_UNSEEN_RIGHTS,
                view_time (view, recording.not_permitted));
  print_incomplete (out, view->profile->process);
}

/* Writes what --subtract-overhead has taken out of the functions.  */
static void
print_subtracted (struct out *out, const struct view *view)
{
  const uint64_t *counts = view->profile->process->counts;
  double calls = (double) counts[GMON_COUNT_CALLS];
  double ns = (double) counts[GMON_COUNT_HOOK_NS];
  if (!view->style->subtract_overhead)
    return;
  out_printf (out, "Calls cost %.2f ns each by calibration, %.2f s in all:"
              " %.2f s are taken out of the functions", ns / calls,
              ns / NS_PER_SECOND,
              view_time (view, (double) view->stacks->ledger.subtracted));
  out_text (out, view->stacks->ledger.profiler
                 ? ", and samples in libgmon count for none\n" : "\n");
}

/* Writes how long the chosen threads were blocked, if the profile tells: CPU
   time is not the whole story.  */
static void
print_blocked (struct out *out, const struct view *view)
{
  const struct process *process = view->profile->process;
  double blocked = 0, queued = 0;
  uint64_t threads = 0;
  for (size_t i = 0; i < process->n_threads; i++)
    {
      const struct process_thread *thread = &process->threads[i];
      if (!stack_thread_chosen (thread->name, view->style->threads))
        continue;
      threads += thread->measured;
      blocked += (double) thread->blocked_ns;
      queued += (double) thread->queued_ns;
    }
  if (threads == 0)
    return;
  out_printf (out, "Blocked %.2f s in %" PRIu64 " thread%s, %.2f s without a"
              " CPU\n", blocked / NS_PER_SECOND, threads,
              threads == 1 ? "" : "s", queued / NS_PER_SECOND);
}

/* Returns the part of the histograms' samples, in percent, that come with call
   stacks.  */
static double
share_of_stacks (const struct profile *profile)
{
  const struct process *process = profile->process;
  const double all = profile_hist_sums (profile).samples;
  double with = 0;
  for (size_t i = 0; i < process->n_samples; i++)
    {
      const struct process_sample *sample = &process->samples[i];
      uint32_t object = process->locations[sample->location].object;
      if (sample_in (sample, GMON_CPU_VALUES)
          && process->objects[object].flags & GMON_OBJECT_EXECUTABLE)
        with += (double) sample->sum;
    }
  return all > with ? 100 * with / all : 100;
}

/* The lowest share of samples with stacks, in percent, that needs no line.
   Some samples are lost when there is no memory.  */
#define ALMOST_ALL 99.5

/* Writes that some of the files, or files that a sum was made of, have no
   stacks, if so.  */
static void
print_files (struct out *out, const struct view *view)
{
  const struct profile *profile = view->profile;
  double share = share_of_stacks (profile);
  size_t with = 0;
  for (size_t i = 0; i < profile->n_files; i++)
    with += profile->files[i].process_size != 0;
  if (with < profile->n_files)
    out_printf (out, "Only %zu of %zu files %s call stacks, and %.1f %% of the"
                " program's samples; --no-stacks counts all\n", with,
                profile->n_files, with == 1 ? "has" : "have", share);
  else if (share < ALMOST_ALL)
    out_printf (out, "Only %.1f %% of the program's samples have call stacks;"
                " --no-stacks counts all\n", share);
}

void
print_accounting (struct out *out, const struct view *view)
{
  if (!view->stacks || !view->profile->process)
    return;
  if (view->of_waits)
    out_printf (out, "Off-CPU times: %.2f s in which threads were blocked;"
                " threads that end between two\nsamples of the waits are not in"
                " them\n",
                view_time (view, (double) view->stacks->total));
  else if (counts_seconds (view))
    {
      print_ledger (out, view);
      print_unsampled (out, view);
    }
  print_recording (out, view);
  print_subtracted (out, view);
  print_blocked (out, view);
  print_chosen_threads (out, view);
  if (!view->of_waits)
    print_files (out, view);
}

void
print_completeness (struct out *out, const struct view *view)
{
  const struct stacks *stacks = view->stacks;
  if (!stacks || stacks->total == 0)
    return;
  double percent = 100 / (double) stacks->total;
  if (view->style->subtract_overhead)
    out_printf (out, "%.2f seconds are taken out of all times: what calls cost"
                " by calibration\n\n",
                view_time (view, (double) stacks->ledger.subtracted));
  if (!stacks->has_stacks)
    out_text (out, "there are no call stacks: times of children are those of"
              " an average call\n\n");
  if (stacks->has_stacks && stacks->cut)
    out_printf (out, "%.1f %% of the samples have no root: times of callers"
                " may be up to %.2f %s too small\n\n",
                percent * (double) stacks->cut,
                view_time (view, (double) stacks->cut),
                view->profile->dimension);
  if (stacks->folded)
    out_printf (out, "%.1f %% of the samples have folded stacks: of a"
                " recursion, they count evenly for all callers\n\n",
                percent * (double) stacks->folded);
}
