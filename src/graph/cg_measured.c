/* graph/cg_measured.c -- measured times in the call graph.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/cg_measured.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/cg_arcs.h"
#include "graph/cg_cycle.h"
#include "graph/cg_prop.h"

void
flat_measure (struct flat *flat, const struct stacks *stacks,
              const struct selection *selection)
{
  flat->time = array_new (stacks->n_syms, sizeof *flat->time);
  flat->total = stacks->total;
  for (sym_id id = 0; id < stacks->n_syms; id++)
    if (sym_selected (selection, INCL_FLAT, id))
      flat->time[id] = stacks->times[id].self;
    else
      flat->total -= stacks->times[id].self;
}

void
cg_add_measured (struct cg *cg, const struct stacks *stacks,
                 const struct selection *selection)
{
  struct slot_index index = { .slots = NULL };
  uint32_t *arcs = array_new (stacks->n_lines, sizeof *arcs);
  cg_enter_arcs (&index, cg);
  for (size_t i = 0; i < stacks->n_lines; i++)
    {
      const struct stack_line *line = &stacks->lines[i];
      arcs[i] = (arc_selected (selection, line->parent, line->child)
                 ? arc_add (&index, cg, line->parent, line->child, 0)
                 : CG_NONE);
    }
  slot_index_free (&index);
  cg->measured = array_new (stacks->n_lines + 1, sizeof *cg->measured);
  cg->measured_of = array_new (cg->n_arcs, sizeof *cg->measured_of);
  for (size_t i = 0; i < stacks->n_lines; i++)
    {
      const struct stack_line *line = &stacks->lines[i];
      if (arcs[i] == CG_NONE)
        continue;
      cg->measured_of[arcs[i]] = (uint32_t) i + 1;
      cg->measured[i + 1] = (struct cg_arc_times) {
        .up_self = line->up_self, .up_child = line->up - line->up_self,
        .down_self = line->down_self,
        .down_child = line->down - line->down_self,
      };
    }
  cg->n_measured = cg->n_arcs;
  free (arcs);
  cg_index_arcs (cg);
}

static void
set_times (struct cg_node *node, double self, double incl)
{
  node->time = node->prop_self = self;
  node->child_time = node->prop_child = incl - self;
  node->fraction = 1;
}

/* Sets the times of all cycles.  */
static void
measure_cycles (struct cg *cg, const struct stacks *stacks)
{
  uint64_t *incl = array_new (cg->n_cycles + 1, sizeof *incl);
  uint32_t *groups = array_new (cg->n_syms, sizeof *groups);
  for (cg_id id = 0; id < cg->n_syms; id++)
    groups[id] = cg->nodes[id].cycle;
  stacks_of_groups (stacks, groups, cg->n_cycles, incl);
  for (size_t c = 1; c <= cg->n_cycles; c++)
    {
      struct cg_node *cycle = &cg->nodes[cg_cycle_node (cg, c)];
      uint64_t self = 0;
      for (cg_id m = cycle->next; m != CG_NONE; m = cg->nodes[m].next)
        self += stacks->times[m].self;
      set_times (cycle, self, incl[c]);
    }
  free (groups);
  free (incl);
}

/* Sets the times of all nodes.  */
static void
measure_nodes (struct cg *cg, const struct stacks *stacks)
{
  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      const struct stack_time *time = &stacks->times[id];
      struct cg_node *node = &cg->nodes[id];
      set_times (node, time->self, time->incl);
      node->outside_time = time->root_self;
      node->outside_child_time = time->root - time->root_self;
    }
  if (cg->n_cycles)
    measure_cycles (cg, stacks);
  cg->print_time = stacks->total;
}

/* Makes the members of all cycles plain nodes.  */
static void
drop_cycles (struct cg *cg)
{
  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      cg->nodes[id].cycle = 0;
      cg->nodes[id].next = CG_NONE;
    }
  cg->n_cycles = 0;
}

/* Divides the self times of REQUEST by numbers of calls.  The results stay in
   the arcs, and in CG->apportioned.  */
static void
keep_apportioned (struct cg *cg, const struct cg_measure *request)
{
  for (cg_id id = 0; id < cg->n_syms; id++)
    cg->nodes[id].time = request->stacks->times[id].self;
  sum_cycles (cg);
  time_propagate (cg, request->selection);
  cg->apportioned = array_new (cg->n_syms, sizeof *cg->apportioned);
  for (cg_id id = 0; id < cg->n_syms; id++)
    cg->apportioned[id] = cg->nodes[id].child_time;
}

void
cg_assemble_measured (struct cg *cg, const struct cg_measure *request)
{
  cg_arrange (cg, request->selection, request->quirks);
  if (request->apportion)
    keep_apportioned (cg, request);
  if (request->no_cycles)
    drop_cycles (cg);
  measure_nodes (cg, request->stacks);
}
