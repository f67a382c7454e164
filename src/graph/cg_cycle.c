/* graph/cg_cycle.c -- nodes for cycles.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/cg_cycle.h"

#include "base/arena.h"

static bool
heads_cycle (const struct cg *cg, const cg_id *heads, cg_id id)
{
  return heads[id] == id && cg->nodes[id].next != CG_NONE;
}

/* Counts the calls of a CYCLE as a whole: the calls from outside, and the
   calls between two different members.  */
static void
cycle_count_calls (const struct cg *cg, struct cg_node *cycle)
{
  const struct cg_node *nodes = cg->nodes;
  for (cg_id member = cycle->next; member != CG_NONE;
       member = nodes[member].next)
    {
      struct cg_span parents = cg_parents (cg, member);
      cycle->calls += nodes[member].outside_calls;
      cycle->outside_calls += nodes[member].outside_calls;
      for (size_t i = 0; i < parents.len; i++)
        {
          const struct cg_arc *arc = &cg->arcs[parents.arcs[i]];
          if (!cg_arc_is_inner (cg, arc))
            cycle->calls += arc->count;
          else if (arc->parent != arc->child)
            cycle->self_calls += arc->count;
        }
    }
}

void
cycle_link (struct cg *cg, const cg_id *heads)
{
  size_t n_cycles = 0;
  for (cg_id id = 0; id < cg->n_syms; id++)
    n_cycles += heads_cycle (cg, heads, id);
  ARRAY_ROOM (cg->nodes, cg->cap_nodes, cg->n_syms + 1 + n_cycles);
  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      if (!heads_cycle (cg, heads, id))
        continue;
      cg->n_cycles++;
      for (cg_id m = id; m != CG_NONE; m = cg->nodes[m].next)
        cg->nodes[m].cycle = cg->n_cycles;
      cg->nodes[cg_cycle_node (cg, cg->n_cycles)]
        = (struct cg_node) { .cycle = cg->n_cycles, .next = id,
                             .order = cg->nodes[id].order };
    }
  for (size_t c = 1; c <= cg->n_cycles; c++)
    cycle_count_calls (cg, &cg->nodes[cg_cycle_node (cg, c)]);
}

void
sum_cycles (struct cg *cg)
{
  for (size_t c = 1; c <= cg->n_cycles; c++)
    {
      struct cg_node *cycle = &cg->nodes[cg_cycle_node (cg, c)];
      for (cg_id m = cycle->next; m != CG_NONE; m = cg->nodes[m].next)
        if (cg->nodes[m].fraction != 0)
          cycle->time += cg->nodes[m].time;
      cycle->prop_self = cycle->fraction * cycle->time;
    }
}
