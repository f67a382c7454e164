/* graph/stack_tree.c -- call stacks and their samples, as symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   Makes the tree of stacks with the samples that count, and the sums of the
   samples of each node.  */

#include <config.h>

#include "graph/stack_tree.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/stack_kinds.h"
#include "graph/stack_overhead.h"

/* The matches of the user's specs on a stack, as bits.  */
enum trait
{
  TRAIT_TIME_IN = 1,            /* a function of INCL_TIME */
  TRAIT_TIME_OUT = 2,
  TRAIT_ARC_IN = 4,             /* a call of INCL_ARCS */
  TRAIT_ARC_OUT = 8
};

/* The state of the choice of samples.  */
struct chooser
{
  const struct stack_request *request;
  struct stack_tree *tree;
  struct stacks *stacks;
  uint32_t *near;               /* by node: the node itself if it has a symbol,
                                   else the nearest caller that has one; 0:
                                   none */
  unsigned char *traits;        /* by stack: bits of enum trait; NULL: no
                                   samples are selected by them */
  struct stack_kinds kinds;
  struct stack_overhead *overhead;      /* or NULL: nothing is taken out */
  unsigned wanted;              /* bits that a stack needs one of each */
  bool has_arcs, has_times;     /* specs that select any */
};

/* -- Traits --------------------------------------------------------------- */

/* Returns the traits of a frame at AT that was called from PARENT.  */
static unsigned
traits_of (const struct chooser *c, sym_id parent,
           const struct stack_location *at)
{
  const struct selection *selection = c->request->selection;
  unsigned traits = 0;
  if (at->id == SYM_NONE)
    return 0;
  if (c->has_times)
    {
      if (sym_in (selection, INCL_TIME, at->id)
          || sym_in (selection, INCL_TIME, at->function))
        traits |= TRAIT_TIME_IN;
      if (sym_in (selection, EXCL_TIME, at->id)
          || sym_in (selection, EXCL_TIME, at->function))
        traits |= TRAIT_TIME_OUT;
    }
  if (c->has_arcs && parent != SYM_NONE)
    {
      if (arc_in (selection, INCL_ARCS, parent, at->function))
        traits |= TRAIT_ARC_IN;
      if (arc_in (selection, EXCL_ARCS, parent, at->function))
        traits |= TRAIT_ARC_OUT;
    }
  return traits;
}

/* Returns whether a stack with TRAITS counts.  */
static bool
traits_count (const struct chooser *c, unsigned traits)
{
  return ((traits & c->wanted) == c->wanted
          && !(traits & (TRAIT_TIME_OUT | TRAIT_ARC_OUT)));
}

static sym_id
near_id (const struct chooser *c, uint32_t node)
{
  return stack_location_of (c->tree, c->near[node]).id;
}

/* Sets the traits of all stacks.  */
static void
find_traits (struct chooser *c)
{
  const struct process *process = c->request->process;
  const struct stack_tree *tree = c->tree;
  c->traits = array_new (process->n_nodes + process->n_sets + 1, 1);
  for (size_t i = 1; i < process->n_nodes; i++)
    {
      const struct process_node *node = &process->nodes[i];
      c->traits[i]
        = (unsigned char) (c->traits[node->parent]
                           | traits_of (c, near_id (c, node->parent),
                                        &tree->locations[node->location]));
    }
  for (size_t s = 0; s < process->n_sets; s++)
    {
      unsigned traits = 0;
      for (size_t i = process->sets[s]; i < process->sets[s + 1]; i++)
        {
          const struct process_link *link = &process->links[i];
          const struct stack_location *outer = &tree->locations[link->outer];
          traits |= traits_of (c, SYM_NONE, outer);
          traits |= traits_of (c, outer->id, &tree->locations[link->inner]);
        }
      c->traits[process->n_nodes + s] = (unsigned char) traits;
    }
}

/* -- Stacks --------------------------------------------------------------- */

/* Returns the symbols of all locations, as locations of callers.  */
static struct stack_location *
find_locations (const struct stack_request *request)
{
  const struct process *process = request->process;
  struct stack_location *locations
    = array_new (process->n_locations, sizeof *locations);
  for (size_t i = 0; i < process->n_locations; i++)
    locations[i]
      = location_find (request->symtab, &process->locations[i], false);
  return locations;
}

/* Returns the number of stacks of PROCESS: nodes and sets.  */
static size_t
count_stacks (const struct process *process)
{
  return process->n_nodes + process->n_sets;
}

static void
find_near (struct chooser *c)
{
  const struct process *process = c->request->process;
  c->near = array_new (process->n_nodes, sizeof *c->near);
  for (uint32_t i = 1; i < process->n_nodes; i++)
    {
      const struct process_node *node = &process->nodes[i];
      c->near[i] = (c->tree->locations[node->location].id != SYM_NONE ? i
                    : c->near[node->parent]);
    }
}

/* Finds the frames that are libgmon's.  Those inside of libgmon.a are no
   callers for the program, so they get no symbol.  */
static void
find_owners (struct chooser *c)
{
  struct stack_location *locations = c->tree->locations;
  stack_kinds_find (&c->kinds, c->request, locations);
  for (size_t i = 0; i < c->request->process->n_locations; i++)
    if (c->kinds.of_locations[i] == LOCATION_INNER)
      locations[i] = (struct stack_location) { SYM_NONE, SYM_NONE };
}

/* -- Samples -------------------------------------------------------------- */

/* Notes where the ticks of SAMPLE were spent: COST of them are the cost of
   calls, or all if IN_PROFILER is true.  */
static void
enter_in_ledger (struct chooser *c, const struct process_sample *sample,
                 bool in_profiler, uint64_t cost)
{
  const struct process *process = c->request->process;
  const struct process_location *location
    = &process->locations[sample->location];
  const uint64_t flags = process->objects[location->object].flags;
  struct stack_ledger *ledger = &c->stacks->ledger;
  ledger->observations += sample->observations;
  if (in_profiler)
    ledger->profiler += sample->sum;
  else if (flags & GMON_OBJECT_UNSEEN)
    ledger->unseen += sample->sum;
  else if (flags & GMON_OBJECT_EXECUTABLE)
    ledger->program += sample->sum - cost;
  else if (flags & GMON_OBJECT_ABSOLUTE)
    ledger->generated += sample->sum - cost;
  else
    ledger->libraries += sample->sum - cost;
  ledger->subtracted += cost;
}

/* Returns the traits of the stack of SAMPLE, whose innermost frame is AT.  */
static unsigned
traits_of_sample (const struct chooser *c,
                  const struct process_sample *sample,
                  const struct stack_location *at)
{
  const struct process *process = c->request->process;
  sym_id caller = SYM_NONE;
  if (!c->traits)
    return 0;
  if (sample->stack < process->n_nodes)
    caller = near_id (c, sample->stack);
  else
    {
      size_t set = sample->stack - process->n_nodes;
      if (process->sets[set] < process->sets[set + 1])
        caller
          = c->tree->locations[process->links[process->sets[set]].inner].id;
    }
  return c->traits[sample->stack] | traits_of (c, caller, at);
}

/* Returns the part of a path that SAMPLE belongs to.  */
static uint32_t
part_of_sample (const struct stack_request *request,
                const struct process_sample *sample)
{
  return (request->by_kind
          ? sample->thread * GMON_WAITS + sample->type - GMON_VALUE_OFF_CPU
          : sample->thread);
}

/* Adds SAMPLE to *OUT if it counts.  Returns whether it does.  */
static bool
choose_sample (struct chooser *c, const struct process_sample *sample,
               struct stack_sample *out)
{
  const struct stack_request *request = c->request;
  const struct process *process = request->process;
  const uint64_t cut = GMON_SAMPLE_CUT | GMON_SAMPLE_UNREADABLE
                       | GMON_SAMPLE_NO_MEMORY | GMON_SAMPLE_NO_STACK;
  struct process_sample counted = *sample;
  struct stack_location at;
  uint64_t cost = 0;
  const struct process_location *location
    = &process->locations[sample->location];
  at = location_find (request->symtab, location, true);
  /* Waits are no cost: whoever waits does so for the program.  */
  const bool in_profiler
    = (!stack_is_off_cpu (request)
       && stack_kinds_is_cost (&c->kinds, request, sample, &at));
  const uint32_t wrapper = stack_kinds_wrapper (&c->kinds, request, sample,
                                                &at);
  if (wrapper)
    {
      at = stack_location_of (c->tree, wrapper);
      counted.stack = process->nodes[wrapper].parent;
    }
  if (!in_profiler)
    cost = stack_overhead_take (c->overhead, at.function, sample->sum);
  if (request->threads && !request->threads[sample->thread])
    return false;
  enter_in_ledger (c, sample, in_profiler, cost);
  if (in_profiler || !traits_count (c, traits_of_sample (c, &counted, &at)))
    return false;
  *out = (struct stack_sample) { .at = at, .stack = counted.stack,
                                 .is_inlined
                                   = !wrapper && location->is_inlined,
                                 .part = part_of_sample (request, sample),
                                 .observations = sample->observations,
                                 .ticks = sample->sum - cost,
                                 .squares
                                   = (double) sample->squares
                                     * process_square_unit (request->values)
  };
  c->stacks->total += out->ticks;
  if (sample->flags & cut)
    c->stacks->cut += out->ticks;
  if (sample->stack >= process->n_nodes)
    c->stacks->folded += out->ticks;
  return true;
}

/* Moves each of the LEN samples at SAMPLES to the location that TO has for it.
   TO changes.  */
static void
move_samples (struct stack_sample *samples, uint32_t *to, size_t len)
{
  for (size_t i = 0; i < len; i++)
    while (to[i] != i)
      {
        const uint32_t at = to[i];
        const struct stack_sample sample = samples[at];
        samples[at] = samples[i];
        samples[i] = sample;
        to[i] = to[at];
        to[at] = at;
      }
}

/* Sorts the LEN samples of the tree by their stacks.  */
static void
sort_samples (struct stack_tree *tree, size_t len)
{
  const size_t n_stacks = count_stacks (tree->process);
  uint32_t *first = array_new (n_stacks + 2, sizeof *first);
  uint32_t *to = array_new (len, sizeof *to);
  for (size_t i = 0; i < len; i++)
    first[tree->samples[i].stack]++;
  for (size_t i = 1; i <= n_stacks; i++)
    first[i] += first[i - 1];
  for (size_t i = len; i-- > 0;)
    to[i] = --first[tree->samples[i].stack];
  move_samples (tree->samples, to, len);
  free (to);
  tree->first_sample = first;
}

static void
choose_samples (struct chooser *c)
{
  const struct process *process = c->request->process;
  const unsigned values = c->request->values;
  struct stack_tree *tree = c->tree;
  size_t len = 0;
  tree->samples = array_new (process_count (process, values, NULL) + 1,
                             sizeof *tree->samples);
  for (size_t i = 0; i < process->n_samples; i++)
    if (sample_in (&process->samples[i], values))
      len += choose_sample (c, &process->samples[i], &tree->samples[len]);
  sort_samples (tree, len);
}

static void
count_threads (struct chooser *c)
{
  const struct process *process = c->request->process;
  for (size_t i = 0; i < process->n_threads; i++)
    if (!c->request->threads || c->request->threads[i])
      c->stacks->ledger.threads += process->threads[i].threads;
}

/* Sets the sums of all nodes.  Parents come before children.  */
static void
sum_up (struct stack_tree *tree)
{
  const struct process *process = tree->process;
  tree->sums = array_new (process->n_nodes, sizeof *tree->sums);
  for (size_t i = process->n_nodes; i-- > 0;)
    {
      struct stack_sums *sums = &tree->sums[i];
      for (size_t j = tree->first_sample[i]; j < tree->first_sample[i + 1];
           j++)
        {
          sums->ticks += tree->samples[j].ticks;
          sums->squares += tree->samples[j].squares;
        }
      if (i > 0)
        {
          struct stack_sums *parent = &tree->sums[process->nodes[i].parent];
          parent->ticks += sums->ticks;
          parent->squares += sums->squares;
        }
    }
}

struct stack_tree *
stack_tree_new (const struct stack_request *request, struct stacks *stacks)
{
  const struct selection *selection = request->selection;
  struct stack_tree *tree = array_new (1, sizeof *tree);
  struct chooser chooser = {
    .request = request, .tree = tree, .stacks = stacks,
    .has_times = !(sym_table_empty (selection, INCL_TIME)
                   && sym_table_empty (selection, EXCL_TIME)),
    .has_arcs = !(sym_table_empty (selection, INCL_ARCS)
                  && sym_table_empty (selection, EXCL_ARCS)),
    .wanted = (sym_table_empty (selection, INCL_TIME) ? 0 : TRAIT_TIME_IN)
              | (sym_table_empty (selection, INCL_ARCS) ? 0 : TRAIT_ARC_IN),
  };
  tree->process = request->process;
  tree->locations = find_locations (request);
  find_owners (&chooser);
  find_near (&chooser);
  if (chooser.has_times || chooser.has_arcs)
    find_traits (&chooser);
  count_threads (&chooser);
  chooser.overhead = stack_overhead_new (request, tree->locations,
                                         &chooser.kinds);
  choose_samples (&chooser);
  stack_overhead_free (chooser.overhead);
  free (chooser.near);
  free (chooser.traits);
  stack_kinds_free (&chooser.kinds);
  sum_up (tree);
  return tree;
}

void
stack_tree_free (struct stack_tree *tree)
{
  if (!tree)
    return;
  free (tree->locations);
  free (tree->sums);
  free (tree->samples);
  free (tree->first_sample);
  free (tree);
}
