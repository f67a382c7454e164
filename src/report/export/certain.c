/* report/export/certain.c -- how far a total may be off by averaging.

   SPDX-License-Identifier: GPL-3.0-or-later

   The lower end is the self time of all functions that the function dominates
   (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", 2001).
   The upper end is that of all functions that it reaches.  Nothing recurses,
   and the number of steps is limited, since the graph can come from a hostile
   file.  */

#include <config.h>

#include "report/export/certain.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/arena.h"

/* The most steps from node to node, for each of the two ends.  */
#define MAX_STEPS 10000000

#define NOT_REACHED UINT32_MAX

/* A search in the graph.  The root is a node that stands for all callers from
   outside.  Its number is that of the symbols.  */
struct search
{
  const struct cg *cg;
  uint32_t *order;              /* heap; by node: its number in postorder, or
                                   NOT_REACHED */
  uint32_t *nodes;              /* heap; the nodes in postorder */
  uint32_t *dominator;          /* heap; by number in postorder: the number of
                                   the immediate dominator, or NOT_REACHED */
  bool *is_root;                /* heap; by symbol: called from outside */
  uint32_t n_ordered;
  size_t steps;
};

/* A node on the stack of a search, and the next of its arcs to follow.  */
struct frame
{
  cg_id id;
  uint32_t arc;
};

/* Returns true if ARC was seen to be taken, and leads to another symbol.  */
static bool
was_taken (const struct cg *cg, const struct cg_arc *arc)
{
  return (arc->count != 0 && arc->child != cg_indirect (cg)
          && arc->child != arc->parent);
}

static bool
is_called_from_outside (const struct cg *cg, cg_id id)
{
  struct cg_span parents = cg_parents (cg, id);
  if (cg->nodes[id].outside_calls)
    return true;
  for (size_t i = 0; i < parents.len; i++)
    if (was_taken (cg, &cg->arcs[parents.arcs[i]]))
      return false;
  return true;
}

/* Returns the next symbol that the symbol of FRAME calls and that has no
   number yet, or CG_NONE.  */
static cg_id
next_callee (const struct search *search, struct frame *frame)
{
  struct cg_span children = cg_children (search->cg, frame->id);
  while (frame->arc < children.len)
    {
      const struct cg_arc *arc
        = &search->cg->arcs[children.arcs[frame->arc++]];
      if (was_taken (search->cg, arc)
          && search->order[arc->child] == NOT_REACHED)
        return arc->child;
    }
  return CG_NONE;
}

/* Numbers the symbols that can be reached from ROOT in postorder.  STACK has
   room for all symbols.  */
static void
number_below (struct search *search, struct frame *stack, cg_id root)
{
  size_t depth = 0;
  stack[depth++] = (struct frame) { root, 0 };
  search->order[root] = 0;
  while (depth > 0)
    {
      cg_id callee = next_callee (search, &stack[depth - 1]);
      if (callee != CG_NONE)
        {
          search->order[callee] = 0;
          stack[depth++] = (struct frame) { callee, 0 };
          continue;
        }
      cg_id done = stack[--depth].id;
      search->order[done] = search->n_ordered;
      search->nodes[search->n_ordered++] = done;
    }
}

/* Makes the symbol ID, which no root reaches, a root; and, if it is in a
   cycle, all members of the cycle.  That can only make lower ends lower.  */
static void
mark_cycle (struct search *search, cg_id id)
{
  const struct cg *cg = search->cg;
  const uint32_t cycle = cg->nodes[id].cycle;
  search->is_root[id] = true;
  if (!cycle)
    return;
  for (cg_id m = cg->nodes[cg_cycle_node (cg, cycle)].next; m != CG_NONE;
       m = cg->nodes[m].next)
    search->is_root[m] = true;
}

/* Numbers all symbols, and the root last.  */
static void
number_graph (struct search *search)
{
  const size_t n = search->cg->n_syms;
  struct frame *stack = array_new (n, sizeof *stack);
  for (cg_id id = 0; id < n; id++)
    search->order[id] = NOT_REACHED;
  for (cg_id id = 0; id < n; id++)
    {
      search->is_root[id] = is_called_from_outside (search->cg, id);
      if (search->is_root[id] && search->order[id] == NOT_REACHED)
        number_below (search, stack, id);
    }
  for (cg_id id = 0; id < n; id++)
    if (search->order[id] == NOT_REACHED)
      {
        mark_cycle (search, id);
        number_below (search, stack, id);
      }
  search->order[n] = search->n_ordered;
  search->nodes[search->n_ordered++] = n;
  free (stack);
}

/* Returns the nearest common dominator of the nodes A and B, which are numbers
   in postorder.  */
static uint32_t
common_dominator (struct search *search, uint32_t a, uint32_t b)
{
  while (a != b && search->steps < MAX_STEPS)
    {
      search->steps++;
      if (a < b)
        a = search->dominator[a];
      else
        b = search->dominator[b];
    }
  return a;
}

/* Returns the dominator of the symbol ID by what is known of its callers.  */
static uint32_t
dominator_of (struct search *search, cg_id id)
{
  const struct cg *cg = search->cg;
  struct cg_span parents = cg_parents (cg, id);
  uint32_t found = search->is_root[id] ? search->order[cg->n_syms]
                   : NOT_REACHED;
  for (size_t i = 0; i < parents.len; i++)
    {
      const struct cg_arc *arc = &cg->arcs[parents.arcs[i]];
      if (!was_taken (cg, arc))
        continue;
      uint32_t caller = search->order[arc->parent];
      search->steps++;
      if (search->dominator[caller] == NOT_REACHED)
        continue;
      found = found == NOT_REACHED ? caller
              : common_dominator (search, caller, found);
    }
  return found;
}

/* Finds all dominators.  Returns false if that takes too many steps.  */
static bool
find_dominators (struct search *search)
{
  const uint32_t root = search->order[search->cg->n_syms];
  bool changed = true;
  for (uint32_t i = 0; i < root; i++)
    search->dominator[i] = NOT_REACHED;
  search->dominator[root] = root;
  while (changed)
    {
      changed = false;
      for (uint32_t i = root; i-- > 0;)
        {
          uint32_t found = dominator_of (search, search->nodes[i]);
          changed |= found != search->dominator[i];
          search->dominator[i] = found;
        }
      if (search->steps >= MAX_STEPS)
        return false;
    }
  return true;
}

/* Sets the lower ends: what the dominator tree below a function took.  */
static void
set_floors (const struct search *search, const struct view *view, double *lo)
{
  const uint32_t root = search->order[search->cg->n_syms];
  for (cg_id id = 0; id < search->cg->n_syms; id++)
    lo[id] = view->flat->time[id];
  /* A dominator has a higher number in postorder.  */
  for (uint32_t i = 0; i < root; i++)
    if (search->dominator[i] < root)
      lo[search->nodes[search->dominator[i]]] += lo[search->nodes[i]];
}

/* Returns the self time of all symbols that ID reaches, or -1 if that takes
   too many steps.  SEEN has a number for each symbol; it gets STAMP for those
   that are reached.  STACK has room for all symbols.  */
static double
time_reached (struct search *search, const struct view *view, uint32_t *seen,
              uint32_t stamp, cg_id *stack, cg_id id)
{
  double sum = 0;
  size_t depth = 0;
  stack[depth++] = id;
  seen[id] = stamp;
  while (depth > 0)
    {
      cg_id from = stack[--depth];
      struct cg_span children = cg_children (search->cg, from);
      sum += view->flat->time[from];
      search->steps += 1 + children.len;
      if (search->steps >= MAX_STEPS)
        return -1;
      for (size_t i = 0; i < children.len; i++)
        {
          const struct cg_arc *arc = &search->cg->arcs[children.arcs[i]];
          if (!was_taken (search->cg, arc) || seen[arc->child] == stamp)
            continue;
          seen[arc->child] = stamp;
          stack[depth++] = arc->child;
        }
    }
  return sum;
}

/* Sets the upper ends of the functions that have a range.  */
static void
set_ceilings (struct search *search, const struct view *view, double *hi)
{
  const size_t n = search->cg->n_syms;
  const double least = view->flat->total * CERTAIN_MIN_PERCENT / 100;
  cg_id *stack = array_new (n, sizeof *stack);
  uint32_t *seen = array_new (n, sizeof *seen);
  search->steps = 0;
  for (cg_id id = 0; id < n; id++)
    if (view->flat->time[id] + search->cg->nodes[id].child_time >= least)
      hi[id] = time_reached (search, view, seen, id + 1, stack, id);
  free (seen);
  free (stack);
}

void
certain_init (struct certain *certain, const struct view *view)
{
  const size_t n = view->cg->n_syms;
  struct search search = { .cg = view->cg };
  certain->lo = array_new (n, sizeof *certain->lo);
  certain->hi = array_new (n, sizeof *certain->hi);
  for (size_t i = 0; i < n; i++)
    certain->hi[i] = -1;
  if (view->cg->n_arcs == 0 || view->cg->measured
      || !(view->flat->total > 0))
    return;
  search.order = array_new (n + 1, sizeof *search.order);
  search.nodes = array_new (n + 1, sizeof *search.nodes);
  search.dominator = array_new (n + 1, sizeof *search.dominator);
  search.is_root = array_new (n, sizeof *search.is_root);
  number_graph (&search);
  if (find_dominators (&search))
    {
      set_floors (&search, view, certain->lo);
      set_ceilings (&search, view, certain->hi);
    }
  free (search.is_root);
  free (search.dominator);
  free (search.nodes);
  free (search.order);
}

void
certain_free (struct certain *certain)
{
  free (certain->lo);
  free (certain->hi);
}
