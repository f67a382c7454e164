/* graph/stack_overhead.c -- the cost of calls, taken out of samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/stack_overhead.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/stack_kinds.h"

/* The cost of the calls of one function.  */
struct call_cost
{
  double cost;                  /* of its calls, in ticks */
  double in_libgmon;            /* samples in libgmon that it called */
  double self;                  /* samples in its own code */
  uint64_t met;                 /* those that stack_overhead_take has seen */
  uint64_t taken;               /* the sum of what that returned */
};

struct stack_overhead
{
  struct call_cost *costs;      /* by sym_id of a function */
};

/* The inputs of stack_overhead_new.  */
struct overhead_source
{
  const struct stack_request *request;
  const struct stack_location *locations; /* by location, as that of a caller */
  const struct stack_kinds *kinds;
  sym_id *outside;              /* by node: the function of the innermost frame
                                   outside of libgmon, or SYM_NONE */
  struct stack_overhead *overhead;
  double cost;                  /* of all calls, in ticks */
  double unassigned;            /* samples in libgmon without a caller */
};

static void
note_costs (struct overhead_source *source)
{
  const struct stack_request *request = source->request;
  const struct process *process = request->process;
  for (size_t i = 0; i < process->n_arcs; i++)
    {
      const struct process_arc *arc = &process->arcs[i];
      struct stack_location at
        = location_find (request->symtab, &process->locations[arc->self], true);
      double cost = (double) arc->count * request->call_ticks;
      source->cost += cost;
      if (at.function != SYM_NONE)
        source->overhead->costs[at.function].cost += cost;
    }
}

/* Sets `outside'.  Parents come before children.  */
static void
find_outside (struct overhead_source *source)
{
  const struct process *process = source->request->process;
  source->outside = array_new (process->n_nodes + 1, sizeof *source->outside);
  source->outside[0] = SYM_NONE;
  for (size_t i = 1; i < process->n_nodes; i++)
    {
      const struct process_node *node = &process->nodes[i];
      sym_id function = source->locations[node->location].function;
      source->outside[i] = (source->kinds->of_stacks[i] == LOCATION_HOOK
                            || function == SYM_NONE
                            ? source->outside[node->parent] : function);
    }
}

/* Returns the function that the innermost caller of SAMPLE outside of libgmon
   is in, or SYM_NONE.  */
static sym_id
caller_outside (const struct overhead_source *source,
                const struct process_sample *sample)
{
  const struct process *process = source->request->process;
  if (sample->stack < process->n_nodes)
    return source->outside[sample->stack];
  size_t set = sample->stack - process->n_nodes;
  if (source->kinds->of_stacks[sample->stack] == LOCATION_HOOK
      || process->sets[set] == process->sets[set + 1])
    return SYM_NONE;
  return source->locations[process->links[process->sets[set]].inner].function;
}

static void
note_samples (struct overhead_source *source)
{
  const struct stack_request *request = source->request;
  const struct process *process = request->process;
  struct call_cost *costs = source->overhead->costs;
  for (size_t i = 0; i < process->n_samples; i++)
    {
      const struct process_sample *sample = &process->samples[i];
      const struct process_location *location
        = &process->locations[sample->location];
      struct stack_location at;
      if (!sample_in (sample, GMON_CPU_VALUES))
        continue;
      at = location_find (request->symtab, location, true);
      if (stack_kinds_is_cost (source->kinds, request, sample, &at))
        {
          sym_id caller = caller_outside (source, sample);
          if (caller == SYM_NONE)
            source->unassigned += (double) sample->sum;
          else
            costs[caller].in_libgmon += (double) sample->sum;
        }
      else if (at.function != SYM_NONE)
        costs[at.function].self += (double) sample->sum;
    }
}

/* Takes the samples in libgmon off the costs.  Those without a caller are taken
   off all costs in proportion.  */
static void
subtract_libgmon (const struct overhead_source *source)
{
  struct call_cost *costs = source->overhead->costs;
  size_t n_syms = symtab_len (source->request->symtab);
  double rest = (source->unassigned < source->cost
                 ? 1 - source->unassigned / source->cost : 0);
  for (size_t i = 0; i < n_syms; i++)
    {
      double cost = costs[i].cost * rest - costs[i].in_libgmon;
      costs[i].cost = cost < 0 ? 0 : cost < costs[i].self ? cost
                      : costs[i].self;
    }
}

struct stack_overhead *
stack_overhead_new (const struct stack_request *request,
                    const struct stack_location *locations,
                    const struct stack_kinds *kinds)
{
  struct overhead_source source = { .request = request, .locations = locations,
                                    .kinds = kinds };
  if (!(request->call_ticks > 0))
    return NULL;
  source.overhead = array_new (1, sizeof *source.overhead);
  source.overhead->costs = array_new (symtab_len (request->symtab),
                                      sizeof *source.overhead->costs);
  note_costs (&source);
  find_outside (&source);
  note_samples (&source);
  subtract_libgmon (&source);
  free (source.outside);
  return source.overhead;
}

void
stack_overhead_free (struct stack_overhead *overhead)
{
  if (!overhead)
    return;
  free (overhead->costs);
  free (overhead);
}

uint64_t
stack_overhead_take (struct stack_overhead *overhead, sym_id function,
                     uint64_t ticks)
{
  if (!overhead || function == SYM_NONE)
    return 0;
  struct call_cost *call = &overhead->costs[function];
  if (call->cost == 0)
    return 0;
  call->met += ticks;
  /* Only the sum is rounded, so that errors do not add up.  */
  uint64_t sum = (uint64_t) (call->cost / call->self * (double) call->met
                             + 0.5);
  uint64_t taken = sum > call->taken ? sum - call->taken : 0;
  if (taken > ticks)
    taken = ticks;
  call->taken += taken;
  return taken;
}
