/* graph/stacks.c -- times measured by call stacks.

   SPDX-License-Identifier: GPL-3.0-or-later

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

/* The state of the walk, for each symbol.  Frames are steps of the stack at
   hand, 0 if there is none.  */
struct outermost
{
  uint32_t function;            /* the outermost frame whose function it is */
  uint32_t id;                  /* the outermost frame whose id it is */
  uint64_t leaves;              /* ticks of the samples met that lie in the
                                   function */
};

/* A frame of the stack at hand.  Step 0 is the root of the tree.  */
struct stack_step
{
  struct stack_location at;
  uint32_t near;                /* the step itself if it has a symbol, else the
                                   nearest caller that has one; 0: none */
  uint32_t top;                 /* the outermost of the frames with its id that
                                   follow each other, of which it is the
                                   innermost one */
  uint32_t up_line, down_line;  /* the lines that its samples count for, or
                                   STACK_NO_LINE */
  uint64_t mark;                /* the state of a counter when it was
                                   entered */
};

struct stack_walk
{
  struct stacks *stacks;
  const struct stack_tree *tree;
  struct outermost *outermost;  /* by sym_id */
  struct stack_step *steps;     /* heap */
  size_t cap_steps;
};

/* Returns the line as a number, which stays valid.  */
static uint32_t
line_number (struct stacks *stacks, sym_id parent, sym_id child)
{
  return stack_line (stacks, parent, child) - stacks->lines;
}

/* Counts TICKS, which lie below the outermost frame of FUNCTION, for the line
   of its caller, the step UP (0: it has none).  Returns the number of the line
   or STACK_NO_LINE.  */
static uint32_t
count_up (struct stack_walk *w, uint32_t up, sym_id function,
          uint64_t ticks)
{
  if (!up)
    {
      w->stacks->times[function].root += ticks;
      return STACK_NO_LINE;
    }
  uint32_t line = line_number (w->stacks, w->steps[up].at.id, function);
  w->stacks->lines[line].up += ticks;
  return line;
}

/* Counts TICKS, which lie in or below a frame at AT, for its line in the
   entry of its caller, the step UP.  Returns the number of the line, or
   STACK_NO_LINE if the frame is not the first one that differs below the
   outermost frame of UP's symbol.  */
static uint32_t
count_down (struct stack_walk *w, uint32_t up, const struct stack_location *at,
            uint64_t ticks)
{
  const struct stack_step *caller = &w->steps[up];
  if (!up || caller->at.id == at->id
      || w->outermost[caller->at.id].id != caller->top)
    return STACK_NO_LINE;
  uint32_t line = line_number (w->stacks, caller->at.id, at->function);
  w->stacks->lines[line].down += ticks;
  return line;
}

static void
count_incl (struct stacks *stacks, sym_id id, uint64_t ticks,
            double squares)
{
  stacks->times[id].incl += ticks;
  stacks->times[id].squares += squares;
}

/* Counts the samples SUMS below the step DEPTH, which has a symbol.  */
static void
walk_enter (struct stack_walk *w, uint32_t depth,
            const struct stack_sums *sums)
{
  struct stack_step *step = &w->steps[depth];
  struct outermost *outermost = w->outermost;
  const struct stack_location *at = &step->at;
  uint32_t up = w->steps[depth - 1].near;
  step->top = up && w->steps[up].at.id == at->id ? w->steps[up].top : depth;
  if (!outermost[at->function].function)
    {
      outermost[at->function].function = depth;
      count_incl (w->stacks, at->function, sums->ticks, sums->squares);
      step->up_line = count_up (w, up, at->function, sums->ticks);
    }
  if (!outermost[at->id].id)
    {
      outermost[at->id].id = depth;
      if (at->id != at->function)
        count_incl (w->stacks, at->id, sums->ticks, sums->squares);
    }
  step->down_line = count_down (w, up, at, sums->ticks);
  step->mark = outermost[at->function].leaves;
}

static void
walk_leave (struct stack_walk *w, uint32_t depth)
{
  const struct stack_step *step = &w->steps[depth];
  struct outermost *function = &w->outermost[step->at.function];
  if (step->down_line != STACK_NO_LINE)
    w->stacks->lines[step->down_line].down_self
      += function->leaves - step->mark;
  if (function->function == depth)
    function->function = 0;
  if (w->outermost[step->at.id].id == depth)
    w->outermost[step->at.id].id = 0;
}

/* Counts SAMPLE, whose nearest caller is the step UP.  */
static void
walk_sample (struct stack_walk *w, uint32_t up,
             const struct stack_sample *sample)
{
  const struct stack_location *at = &sample->at;
  struct stacks *stacks = w->stacks;
  if (at->id == SYM_NONE)
    return;
  struct outermost *function = &w->outermost[at->function];
  uint32_t first = function->function;
  uint32_t line = first ? w->steps[first].up_line : STACK_NO_LINE;
  stacks->times[at->id].self += sample->ticks;
  stacks->times[at->id].self_squares += sample->squares;
  if (!first)
    {
      count_incl (stacks, at->function, sample->ticks, sample->squares);
      line = count_up (w, up, at->function, sample->ticks);
    }
  if (at->id != at->function && !w->outermost[at->id].id)
    count_incl (stacks, at->id, sample->ticks, sample->squares);
  if (line == STACK_NO_LINE)
    stacks->times[at->function].root_self += sample->ticks;
  else
    stacks->lines[line].up_self += sample->ticks;
  line = count_down (w, up, at, sample->ticks);
  if (line != STACK_NO_LINE)
    stacks->lines[line].down_self += sample->ticks;
  function->leaves += sample->ticks;
}

/* The two halves of a visit of a node, at the given DEPTH: 0 is the root.  */
typedef void visit_node (void *data, uint32_t node, uint32_t depth);

/* Calls ENTER for each node with samples before all nodes below it, and LEAVE
   after them.  Deep trees do not overflow the stack.  */
static void
walk_tree (const struct stack_tree *tree, visit_node *enter,
           visit_node *leave, void *data)
{
  const struct process *process = tree->process;
  uint32_t *path = NULL, depth = 0;     /* the nodes that were entered */
  size_t cap = 0;
  ARRAY_ROOM (path, cap, 1);
  path[0] = 0;
  enter (data, 0, 0);
  for (uint32_t v = 1; v < process->n_nodes; v++)
    {
      uint32_t parent = process->nodes[v].parent;
      if (tree->sums[v].ticks == 0)
        continue;
      /* The nodes below a node follow it, so those behind PARENT are done.  */
      for (; path[depth] > parent; depth--)
        leave (data, path[depth], depth);
      if (path[depth] != parent)
        continue;               /* its sum exceeded 64 bits, and was 0 */
      ARRAY_ROOM (path, cap, ++depth + 1);
      path[depth] = v;
      enter (data, v, depth);
    }
  for (; depth > 0; depth--)
    leave (data, path[depth], depth);
  leave (data, 0, 0);
  free (path);
}

static void
enter_node (void *data, uint32_t v, uint32_t depth)
{
  struct stack_walk *w = data;
  const struct stack_tree *tree = w->tree;
  ARRAY_ROOM (w->steps, w->cap_steps, depth + 1);
  w->steps[depth] = (struct stack_step) {
    .at = stack_location_of (tree, v),
    .up_line = STACK_NO_LINE, .down_line = STACK_NO_LINE
  };
  if (w->steps[depth].at.id != SYM_NONE)
    {
      w->steps[depth].near = depth;
      walk_enter (w, depth, &tree->sums[v]);
    }
  else if (depth > 0)
    w->steps[depth].near = w->steps[depth - 1].near;
  for (size_t i = tree->first_sample[v]; i < tree->first_sample[v + 1]; i++)
    walk_sample (w, w->steps[depth].near, &tree->samples[i]);
}

static void
leave_node (void *data, uint32_t v, uint32_t depth)
{
  struct stack_walk *w = data;
  (void) v;
  if (w->steps[depth].at.id != SYM_NONE)
    walk_leave (w, depth);
}

/* Returns whether a sample of REQUEST may have a caller.  With event= the
   kernel notes the locations of samples, but no stacks.  */
static bool
has_stacks (const struct stack_request *request)
{
  const struct process *process = request->process;
  return ((stack_is_off_cpu (request) || process->flags & GMON_PROCESS_STACKS)
          && (process->n_nodes > 1 || process->n_sets));
}

struct stacks *
stacks_new (const struct stack_request *request)
{
  struct stacks *stacks = array_new (1, sizeof *stacks);
  struct stack_walk walk = { .stacks = stacks };
  stacks->n_syms = symtab_len (request->symtab);
  stacks->times = array_new (stacks->n_syms, sizeof *stacks->times);
  stacks->has_stacks = has_stacks (request);
  stacks->tree = stack_tree_new (request, stacks);
  walk.tree = stacks->tree;
  walk.outermost = array_new (stacks->n_syms, sizeof *walk.outermost);
  walk_tree (walk.tree, enter_node, leave_node, &walk);
  free (walk.outermost);
  free (walk.steps);
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
enter_group (void *data, uint32_t v, uint32_t depth)
{
  struct group_walk *w = data;
  const struct stack_tree *tree = w->tree;
  uint32_t group = group_of (w, stack_location_of (tree, v).function);
  (void) depth;
  if (group && !w->outermost[group])
    {
      w->outermost[group] = v + 1;
      w->incl[group] += tree->sums[v].ticks;
    }
  for (size_t i = tree->first_sample[v]; i < tree->first_sample[v + 1]; i++)
    {
      group = group_of (w, tree->samples[i].at.function);
      if (group && !w->outermost[group])
        w->incl[group] += tree->samples[i].ticks;
    }
}

static void
leave_group (void *data, uint32_t v, uint32_t depth)
{
  struct group_walk *w = data;
  uint32_t group = group_of (w, stack_location_of (w->tree, v).function);
  (void) depth;
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
