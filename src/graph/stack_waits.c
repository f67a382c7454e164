/* graph/stack_waits.c -- the times in which threads were blocked.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the waits of a process, as samples.  Out: their times for each symbol and
   each kind of wait.  */

#include <config.h>

#include "graph/stack_waits.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/cg_measured.h"

/* Stores the waits of KIND, or with GMON_WAITS those of all kinds, as samples
   of ns at SAMPLES, and their kinds at KINDS.  Returns their number.  */
static size_t
waits_to_samples (const struct process *process, unsigned kind,
                  struct process_sample *samples, uint32_t *kinds)
{
  size_t len = 0;
  for (size_t i = 0; i < process->n_waits; i++)
    {
      const struct process_wait *wait = &process->waits[i];
      if (kind != GMON_WAITS && wait->kind != kind)
        continue;
      kinds[len] = wait->kind;
      samples[len++] = (struct process_sample) {
        .deliveries = wait->waits, .periods = wait->ns, .place = wait->place,
        .chain = wait->chain, .thread = wait->thread, .flags = wait->flags,
      };
    }
  return len;
}

/* Sets the totals of KIND to those of STACKS.  */
static void
set_kind (struct stack_waits *waits, const struct stacks *stacks,
          unsigned kind)
{
  for (sym_id id = 0; id < stacks->n_syms; id++)
    waits->kinds[id].ns[kind] = stacks->times[id].incl;
}

struct stack_waits *
stack_waits_new (const struct stack_request *request)
{
  const struct process *process = request->process;
  struct stack_waits *waits = array_new (1, sizeof *waits);
  struct process_sample *samples = array_new (process->n_waits,
                                              sizeof *samples);
  uint32_t *kinds = array_new (process->n_waits, sizeof *kinds);
  struct stack_request of_waits = *request;
  of_waits.samples = samples;
  of_waits.kinds = kinds;
  waits->kinds = array_new (symtab_len (request->symtab),
                            sizeof *waits->kinds);
  for (unsigned kind = 0; kind < GMON_WAITS; kind++)
    {
      of_waits.n_samples = waits_to_samples (process, kind, samples, kinds);
      if (of_waits.n_samples == 0)
        continue;
      struct stacks *stacks = stacks_new (&of_waits);
      set_kind (waits, stacks, kind);
      stacks_free (stacks);
    }
  of_waits.n_samples = waits_to_samples (process, GMON_WAITS, samples, kinds);
  waits->stacks = stacks_new (&of_waits);
  flat_measure (&waits->flat, waits->stacks, request->selection);
  free (samples);
  free (kinds);
  return waits;
}

void
stack_waits_free (struct stack_waits *waits)
{
  if (!waits)
    return;
  stacks_free (waits->stacks);
  flat_free (&waits->flat);
  free (waits->kinds);
  free (waits);
}

const char *
wait_kind_name (unsigned kind)
{
  static const char *const names[GMON_WAITS] = {
    [GMON_WAIT_SLEEP] = "sleep", [GMON_WAIT_IO] = "io",
    [GMON_WAIT_LOCK] = "lock", [GMON_WAIT_OTHER] = "other",
  };
  return names[kind];
}

double
wait_factor (const struct process *process)
{
  const double seen = (double) process->counts[GMON_COUNT_WAIT_SEEN_NS];
  return seen > 0 ? process_blocked_ns (process) / seen : 1;
}
