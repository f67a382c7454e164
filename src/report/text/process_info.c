/* report/text/process_info.c -- the profile of the whole process (-i).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "report/text/process_info.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "profile/process.h"

#define NS_PER_SEC 1e9
#define NS_PER_MS 1e6

static void
process_print_text (struct out *out, const char *text)
{
  out_name (out, text, strlen (text));
}

/* Prints "N THINGs".  */
static void
print_count (struct out *out, uint64_t n, const char *thing)
{
  out_printf (out, "%" PRIu64 " %s%s", n, thing, n == 1 ? "" : "s");
}

/* -- The run -------------------------------------------------------------- */

/* Prints BEFORE and the value of KEY, if there is one.  */
static void
print_meta (struct out *out, const struct process *process,
            const char *before, const char *key)
{
  const char *value = process_meta_of (process, key);

  if (!value)
    return;
  out_text (out, before);
  process_print_text (out, value);
}

static void
print_date (struct out *out, const struct process *process,
            const char *before, const char *key)
{
  char text[64];
  uint64_t seconds;
  time_t when;
  struct tm tm;

  if (!process_meta_number (process, key, &seconds))
    return;
  when = (time_t) seconds;
  if ((uint64_t) when != seconds || !gmtime_r (&when, &tm)
      || !strftime (text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &tm))
    return;
  out_text (out, before);
  out_text (out, text);
}

static void
print_run (struct out *out, const struct process *process)
{
  out_text (out, "\t");
  print_count (out, process->n_runs, "run");
  print_meta (out, process, " of ", GMON_META_PROGRAM);
  out_text (out, "\n");
  if (process_meta_of (process, GMON_META_COMMAND))
    {
      print_meta (out, process, "\tcommand ", GMON_META_COMMAND);
      print_meta (out, process, " on host ", GMON_META_HOST);
      print_meta (out, process, ", libgmon ", GMON_META_VERSION);
      out_text (out, "\n");
    }
  if (process_meta_of (process, GMON_META_START))
    {
      out_text (out, "\trecorded");
      print_date (out, process, " from ", GMON_META_START);
      print_date (out, process, " to ", GMON_META_END);
      out_text (out, "\n");
    }
}

/* Writes whose calls were counted, if not those of all functions.  */
static void
print_counted_functions (struct out *out, const struct process *process)
{
  if (!process_meta_of (process, GMON_META_FUNCTIONS))
    return;
  print_meta (out, process, "\tfunctions whose calls were counted: ",
              GMON_META_FUNCTIONS);
  out_char (out, '\n');
}

static void
print_clock (struct out *out, const struct process *process)
{
  uint64_t tick;

  if (!process_meta_of (process, GMON_META_CLOCK))
    return;
  print_meta (out, process, "\tclock ", GMON_META_CLOCK);
  if (process_meta_of (process, GMON_META_RATE))
    {
      print_meta (out, process, ", ", GMON_META_RATE);
      print_meta (out, process, " ticks per unit of ", GMON_META_UNIT);
    }
  if (process_meta_number (process, GMON_META_KERNEL_TICK, &tick))
    out_printf (out, "; the kernel's tick is %.2f ms",
                (double) tick / NS_PER_MS);
  out_text (out, "\n");
}

static void
print_usage (struct out *out, const struct process *process)
{
  uint64_t user, system, memory;

  if (!process_meta_number (process, GMON_META_USER, &user)
      || !process_meta_number (process, GMON_META_SYSTEM, &system))
    return;
  out_printf (out, "\t%.2f s of CPU time: %.2f user, %.2f system",
              (double) (user + system) / NS_PER_SEC,
              (double) user / NS_PER_SEC, (double) system / NS_PER_SEC);
  if (process_meta_number (process, GMON_META_MAX_RSS, &memory))
    out_printf (out, "; at most %" PRIu64 " kB of memory", memory);
  out_text (out, "\n");
}

/* Prints that SAMPLES have the weight TICKS in all.  */
static void
print_weight (struct out *out, uint64_t samples, uint64_t ticks)
{
  print_count (out, samples, "sample");
  out_text (out, " of ");
  print_count (out, ticks, "tick");
  out_text (out, " in all");
}

/* -- The records ---------------------------------------------------------- */

static void
print_samples (struct out *out, const struct process *process)
{
  const uint64_t *counts = process->counts;

  out_text (out, "\t");
  print_weight (out, counts[GMON_COUNT_OBSERVATIONS],
                counts[GMON_COUNT_TICKS]);
  out_printf (out, ", %" PRIu64 " lost\n\t", counts[GMON_COUNT_LOST]);
  print_count (out, process_count (process, GMON_CPU_VALUES, NULL),
               "distinct sample");
  out_text (out, ", ");
  if (!(process->flags & GMON_PROCESS_STACKS))
    {
      out_text (out, "without call stacks\n");
      return;
    }
  print_count (out, process->n_nodes - 1, "node");
  out_text (out, " of call stacks, ");
  print_count (out, process->n_sets, "collapsed stack");
  out_printf (out, "\n\tstacks cut: %" PRIu64 " without unwind table, %" PRIu64
              " unreadable, %" PRIu64 " too deep, %" PRIu64
              " out of memory\n", counts[GMON_COUNT_NO_CFI],
              counts[GMON_COUNT_UNREADABLE], counts[GMON_COUNT_DEEP],
              counts[GMON_COUNT_NO_MEMORY]);
}

/* Prints how blocked threads were polled, if they were.  */
static void
print_waits (struct out *out, const struct process *process)
{
  const uint64_t *counts = process->counts;
  double ns;
  const size_t n = process_count (process, GMON_OFF_CPU_VALUES, &ns);

  if (!(process->values & GMON_OFF_CPU_VALUES))
    return;
  out_text (out, "\tblocked threads: polled in ");
  print_count (out, counts[GMON_COUNT_WAIT_TICKS], "round");
  print_meta (out, process, ", asked for ", GMON_META_WAIT_RATE);
  if (process_meta_of (process, GMON_META_WAIT_RATE))
    out_text (out, " per second");
  out_text (out, "; ");
  print_count (out, counts[GMON_COUNT_WAIT_POLLS], "poll");
  out_printf (out, ", %" PRIu64 " discarded, %" PRIu64 " times cut short\n\t",
              counts[GMON_COUNT_WAIT_DISCARDED], counts[GMON_COUNT_WAIT_CUT]);
  print_count (out, n, "distinct wait");
  out_printf (out, " of %.2f s; seen %.2f s, scaled to the kernel's times\n",
              ns / NS_PER_SEC,
              (double) counts[GMON_COUNT_WAIT_SEEN_NS] / NS_PER_SEC);
}

/* Prints which part of the samples in the histograms the samples here are, if
   there are files without a profile of the whole process.  */
static void
process_print_share (struct out *out, const struct profile *profile)
{
  size_t with = 0;

  for (size_t i = 0; i < profile->n_files; i++)
    with += profile->files[i].process_size != 0;
  if (with == profile->n_files)
    return;
  out_printf (out, "\t%zu of ", with);
  print_count (out, profile->n_files, "file");
  out_printf (out, " %s a profile of the whole process\n",
              with == 1 ? "has" : "have");
}

static void
print_cost (struct out *out, const struct process *process)
{
  const uint64_t *counts = process->counts;

  out_text (out, "\t");
  print_count (out, counts[GMON_COUNT_CALLS], "call");
  out_printf (out, " counted, %" PRIu64 " lost; ",
              counts[GMON_COUNT_CALLS_LOST]);
  print_count (out, process->n_arcs, "arc");
  out_printf (out, "\n\tprofiling took about %.2f s in hooks and %.2f s in"
              " signal handlers\n",
              (double) counts[GMON_COUNT_HOOK_NS] / NS_PER_SEC,
              (double) counts[GMON_COUNT_HANDLER_NS] / NS_PER_SEC);
}

static void
print_threads (struct out *out, const struct process *process)
{
  for (size_t i = 0; i < process->n_threads; i++)
    {
      const struct process_thread *thread = &process->threads[i];

      out_text (out, "\t");
      print_count (out, thread_count (thread), "thread");
      out_text (out, " `");
      process_print_text (out, thread->name);
      out_printf (out, "': %.2f s of CPU time, ",
                  (double) thread->cpu_ns / NS_PER_SEC);
      print_weight (out, thread->observations, thread->ticks);
      if (thread->measured)
        {
          out_printf (out, "; blocked %.2f s in ",
                      (double) thread->blocked_ns / NS_PER_SEC);
          print_count (out, thread->measured, "thread");
          out_printf (out, ", %.2f s without a CPU",
                      (double) thread->queued_ns / NS_PER_SEC);
        }
      out_text (out, "\n");
    }
}

/* The data of an object.  */
struct object_sums
{
  uint64_t ticks, calls;
};

/* Returns the data of each object of PROCESS, on the heap.  */
static struct object_sums *
sum_by_object (const struct process *process)
{
  struct object_sums *sums = array_new (process->n_objects, sizeof *sums);

  for (size_t i = 0; i < process->n_samples; i++)
    if (sample_in (&process->samples[i], GMON_CPU_VALUES))
      sums[process->locations[process->samples[i].location].object].ticks
        += process->samples[i].sum;
  for (size_t i = 0; i < process->n_arcs; i++)
    sums[process->locations[process->arcs[i].self].object].calls
      += process->arcs[i].count;
  return sums;
}

static void
print_object (struct out *out, const struct process_object *object,
              const struct object_sums *sums)
{
  static const struct { unsigned flag; const char *text; } flags[] = {
    { GMON_OBJECT_EXECUTABLE, " (executable)" },
    { GMON_OBJECT_VDSO, " (vdso)" },
    { GMON_OBJECT_UNLOADED, " (was unloaded)" },
    { GMON_OBJECT_PROFILER, " (profiler)" },
  };

  out_text (out, "\tobject `");
  process_print_text (out, object->path);
  out_text (out, "'");
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (object->flags & flags[i].flag)
      out_text (out, flags[i].text);
  out_text (out, ": ");
  print_count (out, sums->ticks, "period");
  out_text (out, ", ");
  print_count (out, sums->calls, "call");
  if (object->build_id_len)
    out_text (out, ", build id ");
  for (unsigned i = 0; i < object->build_id_len; i++)
    out_printf (out, "%02x", (unsigned) object->build_id[i]);
  out_text (out, "\n");
}

void
process_info_print (struct out *out, const struct profile *profile)
{
  const struct process *process = profile->process;
  struct object_sums *sums;

  if (!process || process->n_runs == 0)
    return;
  out_text (out, "The whole process:\n");
  print_run (out, process);
  process_print_share (out, profile);
  print_clock (out, process);
  print_counted_functions (out, process);
  print_usage (out, process);
  print_samples (out, process);
  print_waits (out, process);
  print_cost (out, process);
  print_threads (out, process);
  sums = sum_by_object (process);
  for (size_t i = 0; i < process->n_objects; i++)
    print_object (out, &process->objects[i], &sums[i]);
  free (sums);
}
