/* attribute/file_counts.c -- samples and calls of one file, by function.

   SPDX-License-Identifier: GPL-3.0-or-later

   The cost of a count is that of the file, not that of all symbols.  */

#include <config.h>

#include "attribute/file_counts.h"

#include <stdlib.h>

#include "base/arena.h"

void
file_counts_clear (struct profile *profile)
{
  for (size_t i = 0; i < profile->n_hists; i++)
    bins_clear (&profile->hists[i].bins);
  for (size_t i = 0; i < profile->n_arcs; i++)
    profile->arcs[i].count = 0;
  free (profile->blocks);
  profile->blocks = NULL;
  profile->n_blocks = profile->cap_blocks = 0;
  sums_free (&profile->block_sums);
  process_sum_free (profile->process_sum);
  profile->process_sum = NULL;
  profile->process = NULL;
  profile->n_files = 0;
}

void
file_counts_init (struct file_counts *counts, const struct symtab *symtab,
                  const struct selection *selection)
{
  const size_t n = symtab_len (symtab);

  *counts = (struct file_counts) { .symtab = symtab, .selection = selection };
  counts->flat.time = array_new (n, sizeof *counts->flat.time);
  counts->calls = array_new (n, sizeof *counts->calls);
  counts->ids = array_new (n, sizeof *counts->ids);
}

void
file_counts_free (struct file_counts *counts)
{
  flat_free (&counts->flat);
  free (counts->calls);
  free (counts->ids);
  free (counts->callees);
  free (counts->timed.ids);
}

/* Looks up the functions that the arcs of PROFILE call, from the first arc on
   that was not looked up yet.  Typed functions count, as in the call
   graph.  */
static void
find_callees (struct file_counts *counts, const struct profile *profile)
{
  ARRAY_ROOM (counts->callees, counts->cap_callees, profile->n_arcs);
  while (counts->n_callees < profile->n_arcs)
    {
      sym_id id = sym_lookup (counts->symtab,
                              profile->arcs[counts->n_callees].self);

      if (id != SYM_NONE)
        id = sym_function (counts->symtab, id);
      if (id != SYM_NONE && !sym_selected (counts->selection, INCL_FLAT, id))
        id = SYM_NONE;
      counts->callees[counts->n_callees++] = id;
    }
}

static void
add_file_calls (struct file_counts *counts, const struct profile *profile)
{
  for (size_t i = 0; i < profile->n_arcs; i++)
    {
      const uint64_t count = profile->arcs[i].count;
      const sym_id id = counts->callees[i];

      if (count == 0 || id == SYM_NONE)
        continue;
      if (counts->calls[id] == 0 && counts->flat.time[id] <= 0)
        counts->ids[counts->len++] = id;
      if (__builtin_add_overflow (counts->calls[id], count,
                                  &counts->calls[id]))
        counts->calls[id] = UINT64_MAX;
    }
}

/* -- Off-CPU times -------------------------------------------------------- */

/* Returns the function of the program that LOCATION is in, or SYM_NONE if it
   is in none that is wanted.  */
static sym_id
frame_symbol (const struct file_counts *counts, const struct process *process,
              uint32_t number, bool is_leaf)
{
  const struct process_location *location = &process->locations[number];
  const bool is_call = !is_leaf && !location->exact && location->offset > 0;
  sym_id id = SYM_NONE;

  if (process->objects[location->object].flags & GMON_OBJECT_EXECUTABLE)
    id = sym_lookup (counts->symtab, location->offset - is_call);
  if (id != SYM_NONE)
    id = sym_home (counts->symtab, id);
  return (id != SYM_NONE && sym_selected (counts->selection, INCL_FLAT, id)
          ? id : SYM_NONE);
}

/* Returns the innermost function of the program on the folded call stack SET,
   or SYM_NONE.  */
static sym_id
function_in_set (const struct file_counts *counts,
                 const struct process *process, size_t set)
{
  sym_id id = SYM_NONE;

  for (size_t i = process->sets[set];
       i < process->sets[set + 1] && id == SYM_NONE; i++)
    {
      id = frame_symbol (counts, process, process->links[i].inner, false);
      if (id == SYM_NONE)
        id = frame_symbol (counts, process, process->links[i].outer, false);
    }
  return id;
}

/* Returns by call stack, as samples number them, the innermost function of the
   program on it, or SYM_NONE; on the heap.  Each stack is looked at once, since
   many samples can have a long one.  */
static sym_id *
functions_of_stacks (const struct file_counts *counts,
                     const struct process *process)
{
  const size_t n = process->n_nodes;
  sym_id *found = array_new (n + process->n_sets + 1, sizeof *found);

  found[0] = SYM_NONE;
  for (size_t node = 1; node < n; node++)
    {
      found[node]
        = frame_symbol (counts, process, process->nodes[node].location, false);
      if (found[node] == SYM_NONE)
        found[node] = found[process->nodes[node].parent];
    }
  for (size_t set = 0; set < process->n_sets; set++)
    found[n + set] = function_in_set (counts, process, set);
  return found;
}

static void
add_off_cpu (struct file_counts *counts, const struct profile *profile)
{
  const struct process *process = profile->process;
  sym_id *functions;

  if (!process || !(process->values & profile->values))
    return;
  functions = functions_of_stacks (counts, process);
  for (size_t i = 0; i < process->n_samples; i++)
    {
      const struct process_sample *sample = &process->samples[i];
      sym_id id;

      if (!sample_in (sample, profile->values) || sample->sum == 0)
        continue;
      id = frame_symbol (counts, process, sample->location, true);
      if (id == SYM_NONE)
        id = functions[sample->stack];
      if (id == SYM_NONE)
        continue;
      if (counts->flat.time[id] <= 0)
        counts->ids[counts->len++] = id;
      counts->flat.time[id] += (double) sample->sum;
    }
  free (functions);
}

/* -- All ------------------------------------------------------------------ */

void
file_counts_take (struct file_counts *counts, const struct profile *profile)
{
  for (size_t i = 0; i < counts->len; i++)
    {
      counts->flat.time[counts->ids[i]] = 0;
      counts->calls[counts->ids[i]] = 0;
    }
  counts->timed.len = counts->len = 0;
  if (profile->values & GMON_OFF_CPU_VALUES)
    add_off_cpu (counts, profile);
  else
    hist_add_samples (&counts->flat, profile, counts->symtab,
                      counts->selection, &counts->timed);
  for (size_t i = 0; i < counts->timed.len; i++)
    counts->ids[counts->len++] = counts->timed.ids[i];
  if (counts->without_calls)
    return;
  find_callees (counts, profile);
  add_file_calls (counts, profile);
}
