/* run/measured.c -- times and calls for the reports.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "run/measured.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "graph/cg_arcs.h"
#include "graph/cg_measured.h"
#include "graph/process_arcs.h"

#define NS_PER_SECOND 1e9

const struct process *
measured_process (const struct profile *profile,
                  const struct options *options)
{
  return options->no_stacks ? NULL : profile->process;
}

bool
measured_has_times (const struct process *process,
                    const struct profile *profile)
{
  return ((profile->has_hists && profile->values == GMON_CPU_VALUES)
          || (process && process_count (process, profile->values, NULL)));
}

bool
measured_has_calls (const struct process *process,
                    const struct profile *profile)
{
  return (profile->has_arcs
          || (process && (process->n_arcs
                          || process_count (process, profile->values, NULL))));
}

/* As measured_attribute, with the times of the histogram.  */
static bool
attribute_classic (struct measured *found, const struct measure *data,
                   bool needs_graph)
{
  const struct profile *profile = data->profile;
  const struct arc_list calls = { profile->arcs, profile->n_arcs, NULL };
  flat_credit_samples (&found->flat, profile, data->symtab, data->selection);
  if (!profile->has_arcs && !needs_graph)
    {
      found->cg = cg_new_bare (symtab_len (data->symtab));
      return true;
    }
  found->cg = cg_new (symtab_len (data->symtab));
  return cg_tally (found->cg, data->diag, profile, &calls, data->symtab,
                   data->selection);
}

/* Returns by thread whether its samples count, on the heap, or NULL after one
   diag_error if none is chosen.  */
static bool *
choose_threads (const struct measure *data)
{
  const char *glob = data->options->style.threads;
  const struct process *process = data->process;
  bool *threads = array_new (process->n_threads, sizeof *threads);
  size_t chosen = 0;
  for (size_t i = 0; i < process->n_threads; i++)
    chosen += threads[i] = stack_thread_chosen (process->threads[i].name, glob);
  if (chosen || !glob)
    return threads;
  diag_error (data->diag, "--threads: no thread has a name like '%s'; --threads"
              " alone lists the names", glob);
  free (threads);
  return NULL;
}

/* Sets *TICKS to what a counted call cost, in ticks, if that is to be taken
   out of the times, else to 0.  Returns false after one diag_error if the
   profile does not have it.  */
static bool
find_call_ticks (double *ticks, const struct measure *data)
{
  const struct profile *profile = data->profile;
  const char *name = profile_name (profile);
  *ticks = 0;
  if (!data->options->style.subtract_overhead)
    return true;
  const uint64_t *counts = data->process ? data->process->counts : NULL;
  if (strcmp (profile->dimension, "seconds") != 0 || !profile->rate)
    diag_error (data->diag, "%s: the samples count %s, and the cost of calls"
                " is known in seconds; leave out --subtract-overhead", name,
                profile->dimension);
  else if (!counts || counts[GMON_COUNT_CALLS] == 0
           || counts[GMON_COUNT_HOOK_NS] == 0)
    diag_error (data->diag, "%s: the profile does not have the cost of calls,"
                " which libgmon measures if it records call stacks; leave out"
                " --subtract-overhead", name);
  else
    *ticks = ((double) counts[GMON_COUNT_HOOK_NS]
              / (double) counts[GMON_COUNT_CALLS] / NS_PER_SECOND
              * profile->rate);
  return *ticks > 0;
}

/* Returns the times of the waits that REQUEST selects among samples.  */
static struct stack_waits *
measure_waits (const struct stack_request *request)
{
  struct stack_request of_waits = *request;
  of_waits.call_ticks = 0;
  return stack_waits_new (&of_waits);
}

/* As measured_attribute, with the times of stacks and CALL_PERIODS, the cost of
   a call to be taken out of them.  */
static bool
attribute_stacks (struct measured *found, const struct measure *data,
                  double call_ticks)
{
  const struct process *process = data->process;
  bool *threads = choose_threads (data);
  if (!threads)
    return false;
  const struct stack_request request = {
    .process = process, .symtab = data->symtab, .selection = data->selection,
    .threads = threads, .values = data->profile->values,
    .call_ticks = call_ticks,
  };
  const struct arc_list calls = process_arcs (data->profile, process);
  found->stacks = stacks_new (&request);
  if (data->beside)
    {
      struct stack_request of_inlined = request;
      of_inlined.process = data->beside;
      found->inlined = stacks_new (&of_inlined);
    }
  if (data->wants_waits && process->values & GMON_OFF_CPU_VALUES)
    found->waits = measure_waits (&request);
  found->cg = cg_new (symtab_len (data->symtab));
  flat_measure (&found->flat, found->stacks, data->selection);
  bool done = cg_tally (found->cg, data->diag, data->profile, &calls,
                        data->symtab, data->selection);
  if (done && found->stacks->has_stacks)
    cg_add_measured (found->cg, found->stacks, data->selection);
  free (calls.own);
  free (threads);
  return done;
}

/* Returns whether the profile has the values that reports are to show.  Returns
   false after one diag_error.  */
static bool
has_values (const struct measure *data)
{
  const unsigned values = data->profile->values;
  if (values == GMON_CPU_VALUES
      || (data->process && data->process->values & values))
    return true;
  if (data->options->style.by_run)
    diag_error (data->diag, "it was not recorded where threads were blocked;"
                " leave out --dimension; a message of libgmon tells why, or"
                " the program has another runtime");
  else if (image_may_use_libgmon (data->image))
    diag_error (data->diag, "the profile does not tell where threads were"
                " blocked; leave out --dimension, or record it by libgmon"
                " with GMON_OPTIONS=wait=on");
  else
    diag_error (data->diag, "the profile does not tell where threads were"
                " blocked; leave out --dimension");
  return false;
}

bool
measured_attribute (struct measured *found, const struct measure *data,
                    bool needs_graph)
{
  double call_ticks;
  if (!has_values (data) || !find_call_ticks (&call_ticks, data))
    return false;
  if (data->process)
    return attribute_stacks (found, data, call_ticks);
  if (!data->options->style.threads)
    return attribute_classic (found, data, needs_graph);
  diag_error (data->diag, "the profile does not tell threads apart; leave out"
              " --threads, or record it by libgmon with"
              " GMON_OPTIONS=stacks=on");
  return false;
}

struct profile
measured_profile (const struct profile *profile)
{
  struct profile shown = *profile;
  if (profile->values & GMON_OFF_CPU_VALUES)
    profile_unit_ns (&shown);
  return shown;
}

void
measured_free (struct measured *found)
{
  cg_free (found->cg);
  stacks_free (found->stacks);
  stacks_free (found->inlined);
  stack_waits_free (found->waits);
  flat_free (&found->flat);
}

/* Returns true if the calls of at least one function were counted.  */
static bool
has_calls (const struct measure *data)
{
  return data->profile->n_arcs || data->process->n_arcs;
}

void
measured_assemble (struct measured *found, const struct measure *data,
                   const struct image *image)
{
  const struct options *options = data->options;
  const struct quirks quirks = options->style.quirks;
  if (options->static_calls)
    cg_add_static (found->cg, data->diag, data->profile, image, data->symtab);
  if (found->stacks && found->stacks->has_stacks)
    {
      const struct cg_measure request = {
        .stacks = found->stacks, .selection = data->selection,
        .quirks = quirks, .no_cycles = options->no_cycles,
        .apportion = options->export_needs & NEED_APPORTIONED
                     && has_calls (data),
      };
      cg_assemble_measured (found->cg, &request);
    }
  else
    cg_assemble (found->cg, &found->flat, data->selection, quirks);
}
