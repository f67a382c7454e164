/* graph/stacks.c -- times measured by call stacks.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the tree of call chains with its samples.  Out: the times of symbols and
   of calls.

   One walk from the root to all samples.  It takes the same time for each
   node, since it remembers for each function the outermost frame of the stack
   at hand.  The samples below a node that lie in a certain function are the
   difference of a counter between leaving and entering the node.  */

#include <config.h>

#include "graph/stacks.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/stack_sets.h"
#include "graph/stack_tree.h"

/* The state of the walk, for each symbol.  Nodes are 0 if there is none.  */
struct outermost
{
  uint32_t function;            /* the outermost node whose function it is */
  uint32_t id;                  /* the outermost node whose id it is */
  uint64_t leaves;              /* periods of the samples met that lie in the
                                   function */
};

struct stack_walk
{
  struct stacks *stacks;
  const struct stack_tree *tree;
  struct outermost *outermost;  /* by sym_id */
};

/* Returns the line as a number, which stays valid.  */
static uint32_t
line_number (struct stacks *stacks, sym_id parent, sym_id child)
{
  return stack_line (stacks, parent, child) - stacks->lines;
}

/* Counts PERIODS, which lie below the outermost frame of FUNCTION, for the line
   of its caller, the node UP (0: it has none).  Returns the number of the line
   or STACK_NO_LINE.  */
static uint32_t
count_up (struct stack_walk *w, uint32_t up, sym_id function,
          uint64_t periods)
{
  if (!up)
    {
      w->stacks->times[function].root += periods;
      return STACK_NO_LINE;
    }
  uint32_t line = line_number (w->stacks, w->tree->frames[up].at.id,
                               function);
  w->stacks->lines[line].up += periods;
  return line;
}

/* Counts PERIODS, which lie in or below a frame at AT, for its line in the
   entry of its caller, the node UP.  Returns the number of the line, or
   STACK_NO_LINE if the frame is not the first one that differs below the
   outermost frame of UP's symbol.  */
static uint32_t
count_down (struct stack_walk *w, uint32_t up, const struct stack_place *at,
            uint64_t periods)
{
  const struct stack_frame *caller = &w->tree->frames[up];
  if (!up || caller->at.id == at->id
      || w->outermost[caller->at.id].id != caller->top)
    return STACK_NO_LINE;
  uint32_t line = line_number (w->stacks, caller->at.id, at->function);
  w->stacks->lines[line].down += periods;
  return line;
}

static void
count_incl (struct stacks *stacks, sym_id id, uint64_t periods,
            uint64_t squares)
{
  stacks->times[id].incl += periods;
  stacks->times[id].squares += squares;
}

/* Counts the samples below the node V, which has a symbol.  */
static void
walk_enter (struct stack_walk *w, uint32_t v)
{
  struct stack_frame *frame = &w->tree->frames[v];
  struct outermost *outermost = w->outermost;
  const struct stack_place *at = &frame->at;
  uint32_t up = w->tree->frames[w->tree->process->nodes[v].parent].near;
  frame->top = (up && w->tree->frames[up].at.id == at->id
                ? w->tree->frames[up].top : v);
  if (!outermost[at->function].function)
    {
      outermost[at->function].function = v;
      count_incl (w->stacks, at->function, frame->periods, frame->squares);
      frame->up_line = count_up (w, up, at->function, frame->periods);
    }
  if (!outermost[at->id].id)
    {
      outermost[at->id].id = v;
      if (at->id != at->function)
        count_incl (w->stacks, at->id, frame->periods, frame->squares);
    }
  frame->down_line = count_down (w, up, at, frame->periods);
  frame->mark = outermost[at->function].leaves;
}

static void
walk_leave (struct stack_walk *w, uint32_t v)
{
  const struct stack_frame *frame = &w->tree->frames[v];
  struct outermost *function = &w->outermost[frame->at.function];
  if (frame->down_line != STACK_NO_LINE)
    w->stacks->lines[frame->down_line].down_self
      += function->leaves - frame->mark;
  if (function->function == v)
    function->function = 0;
  if (w->outermost[frame->at.id].id == v)
    w->outermost[frame->at.id].id = 0;
}

/* Counts SAMPLE, whose nearest caller is the node UP.  */
static void
walk_sample (struct stack_walk *w, uint32_t up,
             const struct stack_sample *sample)
{
  const struct stack_place *at = &sample->at;
  struct stacks *stacks = w->stacks;
  if (at->id == SYM_NONE)
    return;
  struct outermost *function = &w->outermost[at->function];
  uint32_t first = function->function;
  uint32_t line = first ? w->tree->frames[first].up_line : STACK_NO_LINE;
  stacks->times[at->id].self += sample->periods;
  if (!first)
    {
      count_incl (stacks, at->function, sample->periods, sample->squares);
      line = count_up (w, up, at->function, sample->periods);
    }
  if (at->id != at->function && !w->outermost[at->id].id)
    count_incl (stacks, at->id, sample->periods, sample->squares);
  if (line == STACK_NO_LINE)
    stacks->times[at->function].root_self += sample->periods;
  else
    stacks->lines[line].up_self += sample->periods;
  line = count_down (w, up, at, sample->periods);
  if (line != STACK_NO_LINE)
    stacks->lines[line].down_self += sample->periods;
  function->leaves += sample->periods;
}

static void
walk_samples (struct stack_walk *w, uint32_t v)
{
  const struct stack_tree *tree = w->tree;
  for (size_t i = tree->first_sample[v]; i < tree->first_sample[v + 1]; i++)
    walk_sample (w, tree->frames[v].near, &tree->samples[i]);
}

/* The two halves of a visit of a node.  */
typedef void visit_node (void *data, uint32_t node);

/* Calls ENTER for each node with samples before all nodes below it, and LEAVE
   after them.  Deep trees do not overflow the stack.  */
static void
walk_tree (const struct stack_tree *tree, visit_node *enter,
           visit_node *leave, void *data)
{
  const struct process_node *nodes = tree->process->nodes;
  size_t *next = array_new (tree->process->n_nodes + 1, sizeof *next);
  for (size_t i = 0; i < tree->process->n_nodes; i++)
    next[i] = tree->first_child[i];
  uint32_t v = 0;
  enter (data, 0);
  for (;;)
    if (next[v] < tree->first_child[v + 1])
      {
        uint32_t child = tree->children[next[v]++];
        if (tree->frames[child].periods == 0)
          continue;
        v = child;
        enter (data, v);
      }
    else
      {
        leave (data, v);
        if (v == 0)
          break;
        v = nodes[v].parent;
      }
  free (next);
}

static void
enter_node (void *data, uint32_t v)
{
  struct stack_walk *w = data;
  if (w->tree->frames[v].at.id != SYM_NONE)
    walk_enter (w, v);
  walk_samples (w, v);
}

static void
leave_node (void *data, uint32_t v)
{
  struct stack_walk *w = data;
  if (w->tree->frames[v].at.id != SYM_NONE)
    walk_leave (w, v);
}

/* Returns whether a sample of REQUEST may have a caller.  With event= the
   kernel notes the places of samples, but no stacks.  */
static bool
has_chains (const struct stack_request *request)
{
  const struct process *process = request->process;
  return ((request->kinds || process->flags & GMON_PROCESS_STACKS)
          && (process->n_nodes > 1 || process->n_sets));
}

struct stacks *
stacks_new (const struct stack_request *request)
{
  struct stacks *stacks = array_new (1, sizeof *stacks);
  struct stack_walk walk = { .stacks = stacks };
  stacks->n_syms = symtab_len (request->symtab);
  stacks->times = array_new (stacks->n_syms, sizeof *stacks->times);
  stacks->has_chains = has_chains (request);
  stacks->tree = stack_tree_new (request, stacks);
  walk.tree = stacks->tree;
  walk.outermost = array_new (stacks->n_syms, sizeof *walk.outermost);
  walk_tree (walk.tree, enter_node, leave_node, &walk);
  free (walk.outermost);
  stack_sets_add (stacks);
  return stacks;
}

void
stacks_free (struct stacks *stacks)
{
  if (!stacks)
    return;
  stack_tree_free (stacks->tree);
  pair_table_free (&stacks->line_ends);
  free (stacks->lines);
  free (stacks->times);
  free (stacks);
}

/* -- Groups --------------------------------------------------------------- */

struct group_walk
{
  const struct stack_tree *tree;
  const uint32_t *groups;       /* by sym_id */
  uint32_t *outermost;          /* by group: node + 1, 0: none */
  uint64_t *incl;               /* by group */
};

static uint32_t
group_of (const struct group_walk *w, sym_id id)
{
  return id == SYM_NONE ? 0 : w->groups[id];
}

static void
enter_group (void *data, uint32_t v)
{
  struct group_walk *w = data;
  const struct stack_tree *tree = w->tree;
  uint32_t group = group_of (w, tree->frames[v].at.function);
  if (group && !w->outermost[group])
    {
      w->outermost[group] = v + 1;
      w->incl[group] += tree->frames[v].periods;
    }
  for (size_t i = tree->first_sample[v]; i < tree->first_sample[v + 1]; i++)
    {
      group = group_of (w, tree->samples[i].at.function);
      if (group && !w->outermost[group])
        w->incl[group] += tree->samples[i].periods;
    }
}

static void
leave_group (void *data, uint32_t v)
{
  struct group_walk *w = data;
  uint32_t group = group_of (w, w->tree->frames[v].at.function);
  if (group && w->outermost[group] == v + 1)
    w->outermost[group] = 0;
}

void
stacks_of_groups (const struct stacks *stacks, const uint32_t *groups,
                  size_t n_groups, uint64_t *incl)
{
  struct group_walk walk = {
    .tree = stacks->tree, .groups = groups, .incl = incl,
    .outermost = array_new (n_groups + 1, sizeof *walk.outermost)
  };
  for (size_t i = 0; i <= n_groups; i++)
    incl[i] = 0;
  walk_tree (stacks->tree, enter_group, leave_group, &walk);
  free (walk.outermost);
  stack_sets_of_groups (stacks, groups, n_groups, incl);
}
