/* graph/stack_waits.c -- the times in which threads were blocked.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/stack_waits.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/cg_measured.h"

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
  struct stack_request of_waits = *request;
  of_waits.by_kind = true;
  waits->kinds = array_new (symtab_len (request->symtab),
                            sizeof *waits->kinds);
  for (unsigned kind = 0; kind < GMON_WAITS; kind++)
    {
      of_waits.values = 1u << (GMON_VALUE_OFF_CPU + kind);
      if (process_count (process, of_waits.values, NULL) == 0)
        continue;
      struct stacks *stacks = stacks_new (&of_waits);
      set_kind (waits, stacks, kind);
      stacks_free (stacks);
    }
  of_waits.values = GMON_OFF_CPU_VALUES;
  waits->stacks = stacks_new (&of_waits);
  flat_measure (&waits->flat, waits->stacks, request->selection);
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
  double ns;
  process_count (process, GMON_OFF_CPU_VALUES, &ns);
  return seen > 0 ? ns / seen : 1;
}
