/* graph/stack_sets.c -- times measured by folded call stacks.

   SPDX-License-Identifier: GPL-3.0-or-later

   The functions of a stack and its calls are known as well as those of a
   stack.  Only recursion hides which caller of a function is the outermost
   one: then the samples are divided evenly among all its callers.  A function
   called outermost of all, whose frame nothing in the set calls, is known,
   too.  */

#include <config.h>

#include "graph/stack_sets.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/stack_tree.h"

/* A call between two different functions of the set.  */
struct set_call
{
  sym_id parent, child;
  uint32_t nth_parent, nth_child;       /* its number among the calls of child,
                                           and among those by parent */
};

/* The state of a symbol in the set at hand.  It holds if stamp is the number of
   the set.  */
struct set_symbol
{
  uint32_t stamp;
  uint32_t n_parents, n_children;
  uint64_t leaves;              /* ticks of samples that lie in it */
  bool is_frame;                /* the function of a caller, not only of
                                   samples */
};

struct set_walk
{
  struct stacks *stacks;
  const struct stack_tree *tree;
  struct set_symbol *symbols;   /* by sym_id */
  uint32_t *line_stamps;        /* by line: the last set that has it */
  size_t cap_stamps;
  uint32_t *inner_stamps;       /* by location: the last set in which it was
                                   called */
  struct set_call *calls;       /* of the set at hand */
  size_t n_calls, cap_calls;
  uint32_t stamp;               /* number of the set at hand, from 1 */
  uint64_t ticks;               /* of its samples */
  double squares;
};

static struct set_symbol *
set_symbol (struct set_walk *w, sym_id id)
{
  struct set_symbol *symbol = &w->symbols[id];
  if (symbol->stamp != w->stamp)
    *symbol = (struct set_symbol) { .stamp = w->stamp };
  return symbol;
}

/* Returns part number I of TICKS divided among N.  If TICKS grows, no part
   gets smaller.  */
static uint64_t
set_part (uint64_t ticks, uint32_t i, uint32_t n)
{
  return ticks / n + (i < ticks % n);
}

/* Counts the set's samples once for ID, a symbol of one of its frames.  */
static void
enter_frame (struct set_walk *w, const struct stack_location *at)
{
  const sym_id ids[] = { at->function, at->id };
  if (at->id == SYM_NONE)
    return;
  for (int i = 0; i < 2; i++)
    {
      struct set_symbol *symbol = set_symbol (w, ids[i]);
      if (symbol->is_frame)
        continue;
      symbol->is_frame = true;
      w->stacks->times[ids[i]].incl += w->ticks;
      w->stacks->times[ids[i]].squares += w->squares;
    }
}

/* Enters the call of INNER by OUTER, unless the set has had it, or it is a
   recursion, or an end has no symbol.  */
static void
enter_call (struct set_walk *w, const struct stack_location *outer,
            const struct stack_location *inner)
{
  if (outer->id == SYM_NONE || inner->id == SYM_NONE
      || outer->id == inner->function)
    return;
  struct stacks *stacks = w->stacks;
  size_t line = stack_line (stacks, outer->id, inner->function)
                - stacks->lines;
  size_t old = w->cap_stamps;
  ARRAY_ROOM (w->line_stamps, w->cap_stamps, line + 1);
  for (; old < w->cap_stamps; old++)
    w->line_stamps[old] = 0;
  if (w->line_stamps[line] == w->stamp)
    return;
  w->line_stamps[line] = w->stamp;
  *ARRAY_APPEND (w->calls, w->cap_calls, w->n_calls) = (struct set_call) {
    .parent = outer->id, .child = inner->function,
    .nth_parent = set_symbol (w, inner->function)->n_parents++,
    .nth_child = set_symbol (w, outer->id)->n_children++
  };
}

/* Makes W hold the frames and calls of SET.  Returns the function of the frame
   that nothing calls, or SYM_NONE.  */
static sym_id
enter_set (struct set_walk *w, size_t set)
{
  const struct process *process = w->tree->process;
  const struct stack_location *locations = w->tree->locations;
  sym_id root = SYM_NONE;
  w->n_calls = 0;
  for (size_t i = process->sets[set]; i < process->sets[set + 1]; i++)
    {
      const struct process_link *link = &process->links[i];
      enter_frame (w, &locations[link->inner]);
      enter_frame (w, &locations[link->outer]);
      enter_call (w, &locations[link->outer], &locations[link->inner]);
      w->inner_stamps[link->inner] = w->stamp;
    }
  for (size_t i = process->sets[set]; i < process->sets[set + 1]; i++)
    {
      uint32_t outer = process->links[i].outer;
      if (w->inner_stamps[outer] != w->stamp && locations[outer].id != SYM_NONE)
        root = locations[outer].function;
    }
  return root;
}

/* Counts SAMPLE, which INNERMOST, a frame of the set, called: for its own
   symbol, and for that call if the function is nowhere else on the stack.  */
static void
count_leaf (struct set_walk *w, const struct stack_location *innermost,
            const struct stack_sample *sample)
{
  struct stacks *stacks = w->stacks;
  const struct stack_location *at = &sample->at;
  if (at->id == SYM_NONE)
    return;
  stacks->times[at->id].self += sample->ticks;
  stacks->times[at->id].self_squares += sample->squares;
  struct set_symbol *function = set_symbol (w, at->function);
  if (at->id != at->function && !set_symbol (w, at->id)->is_frame)
    {
      stacks->times[at->id].incl += sample->ticks;
      stacks->times[at->id].squares += sample->squares;
    }
  function->leaves += sample->ticks;
  bool is_called = innermost->id != SYM_NONE && innermost->id != at->function;
  struct stack_line *line
    = is_called ? stack_line (stacks, innermost->id, at->function) : NULL;
  if (line && set_symbol (w, innermost->id)->n_children == 0)
    {
      line->down += sample->ticks;
      line->down_self += sample->ticks;
    }
  if (function->is_frame)
    return;
  stacks->times[at->function].incl += sample->ticks;
  stacks->times[at->function].squares += sample->squares;
  if (line)
    {
      line->up += sample->ticks;
      line->up_self += sample->ticks;
    }
  else
    {
      stacks->times[at->function].root += sample->ticks;
      stacks->times[at->function].root_self += sample->ticks;
    }
}

/* Divides the samples of the set among its calls.  ROOT is the result of
   enter_set.  */
static void
count_calls (struct set_walk *w, sym_id root)
{
  for (size_t i = 0; i < w->n_calls; i++)
    {
      const struct set_call *call = &w->calls[i];
      const struct set_symbol *child = set_symbol (w, call->child);
      struct stack_line *line
        = stack_line (w->stacks, call->parent, call->child);
      if (call->child != root)
        {
          line->up += set_part (w->ticks, call->nth_parent,
                               child->n_parents);
          line->up_self += set_part (child->leaves, call->nth_parent,
                                    child->n_parents);
        }
      uint32_t n_children = set_symbol (w, call->parent)->n_children;
      line->down += set_part (w->ticks, call->nth_child, n_children);
      line->down_self += set_part (child->leaves, call->nth_child, n_children);
    }
}

/* Counts the samples of the set for the function FRAME of one of its frames, if
   it has no callers.  */
static void
count_root (struct set_walk *w, const struct stack_location *frame, sym_id root)
{
  if (frame->id == SYM_NONE)
    return;
  struct set_symbol *function = set_symbol (w, frame->function);
  if (!function->is_frame
      || (function->n_parents && frame->function != root))
    return;
  w->stacks->times[frame->function].root += w->ticks;
  w->stacks->times[frame->function].root_self += function->leaves;
  function->is_frame = false;   /* counted */
}

static void
count_set (struct set_walk *w, size_t set)
{
  const struct stack_tree *tree = w->tree;
  const struct process *process = tree->process;
  const struct stack_sample *samples = tree->samples;
  const size_t stack = process->n_nodes + set;
  const size_t first = process->sets[set], end = process->sets[set + 1];
  struct stack_location innermost = { SYM_NONE, SYM_NONE };
  w->stamp++;
  w->ticks = 0;
  w->squares = 0;
  for (size_t i = tree->first_sample[stack]; i < tree->first_sample[stack + 1];
       i++)
    {
      w->ticks += samples[i].ticks;
      w->squares += samples[i].squares;
    }
  if (w->ticks == 0)
    return;
  sym_id root = enter_set (w, set);
  if (first < end)
    innermost = tree->locations[process->links[first].inner];
  for (size_t i = tree->first_sample[stack]; i < tree->first_sample[stack + 1];
       i++)
    count_leaf (w, &innermost, &samples[i]);
  count_calls (w, root);
  for (size_t i = first; i < end; i++)
    {
      count_root (w, &tree->locations[process->links[i].inner], root);
      count_root (w, &tree->locations[process->links[i].outer], root);
    }
}

void
stack_sets_add (struct stacks *stacks)
{
  const struct stack_tree *tree = stacks->tree;
  const struct process *process = tree->process;
  if (process->n_sets == 0)
    return;
  struct set_walk walk = {
    .stacks = stacks, .tree = tree,
    .symbols = array_new (stacks->n_syms, sizeof *walk.symbols),
    .inner_stamps = array_new (process->n_locations, sizeof *walk.inner_stamps),
  };
  for (size_t set = 0; set < process->n_sets; set++)
    count_set (&walk, set);
  free (walk.symbols);
  free (walk.inner_stamps);
  free (walk.line_stamps);
  free (walk.calls);
}

/* -- Groups --------------------------------------------------------------- */

/* Adds TICKS to the group of the symbol ID, unless STAMPS, by group, has
   STAMP: it was counted for this set.  */
static void
count_group (const uint32_t *groups, sym_id id, uint32_t *stamps,
             uint32_t stamp, uint64_t ticks, uint64_t *incl)
{
  uint32_t group = id == SYM_NONE ? 0 : groups[id];
  if (group == 0 || stamps[group] == stamp)
    return;
  stamps[group] = stamp;
  incl[group] += ticks;
}

void
stack_sets_of_groups (const struct stacks *stacks, const uint32_t *groups,
                      size_t n_groups, uint64_t *incl)
{
  const struct stack_tree *tree = stacks->tree;
  const struct process *process = tree->process;
  uint32_t *stamps = array_new (n_groups + 1, sizeof *stamps);
  for (size_t set = 0; set < process->n_sets; set++)
    {
      const size_t stack = process->n_nodes + set;
      const struct stack_sample *first
        = tree->samples + tree->first_sample[stack];
      const struct stack_sample *end
        = tree->samples + tree->first_sample[stack + 1];
      uint64_t ticks = 0;
      for (const struct stack_sample *sample = first; sample < end; sample++)
        ticks += sample->ticks;
      for (size_t i = process->sets[set]; i < process->sets[set + 1]; i++)
        {
          const struct process_link *link = &process->links[i];
          count_group (groups, tree->locations[link->outer].function, stamps,
                       set + 1, ticks, incl);
          count_group (groups, tree->locations[link->inner].function, stamps,
                       set + 1, ticks, incl);
        }
      for (const struct stack_sample *sample = first; sample < end; sample++)
        {
          uint32_t group = (sample->at.id == SYM_NONE
                            ? 0 : groups[sample->at.function]);
          if (group && stamps[group] != set + 1)
            incl[group] += sample->ticks;
        }
    }
  free (stamps);
}
