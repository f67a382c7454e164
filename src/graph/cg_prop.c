/* graph/cg_prop.c -- flags and fractions down the graph, time up.

   SPDX-License-Identifier: GPL-3.0-or-later

   The order of every floating-point sum is fixed: topological order, then
   address; arcs newest first.  */

#include <config.h>

#include "graph/cg_prop.h"

/* The flags that a node gets from its callers.  */
struct inherited
{
  bool print;
  double fraction;
};

/* Adds to SUM what the node ID inherits by calls from outside itself and its
   cycle.  CALLS is the number of all its calls, or of its cycle's.  A caller
   outside the image counts as a caller whose time counts in full, unless the
   user chose the functions whose time counts.  */
static void
inherit (const struct cg *cg, const struct selection *selection, cg_id id,
         double calls, struct inherited *sum)
{
  struct cg_span parents = cg_parents (cg, id);
  for (size_t i = 0; i < parents.len; i++)
    {
      const struct cg_arc *arc = &cg->arcs[parents.arcs[i]];
      const struct cg_node *parent = &cg->nodes[arc->parent];
      if (cg_arc_is_inner (cg, arc))
        continue;
      sum->print |= parent->print;
      if (calls == 0)
        continue;
      sum->fraction += parent->fraction * ((double) arc->count / calls);
    }
  if (cg->nodes[id].outside_calls && sym_table_empty (selection, INCL_TIME))
    sum->fraction += cg->nodes[id].outside_calls / calls;
}

/* Changes the inherited flags of NODE as the user's tables demand.  */
static void
apply_tables (struct cg_node *node, const struct selection *selection,
              cg_id id)
{
  if (!node->print)
    node->print = sym_selected (selection, INCL_GRAPH, id);
  else if (sym_in (selection, EXCL_GRAPH, id)
           && !sym_in (selection, INCL_GRAPH, id))
    node->print = false;
  if (node->fraction == 0)
    node->fraction = sym_selected (selection, INCL_TIME, id) ? 1 : 0;
  else if (sym_in (selection, EXCL_TIME, id)
           && !sym_in (selection, INCL_TIME, id))
    node->fraction = 0;
}

static void
inherit_cycle (struct cg *cg, const struct selection *selection,
               struct cg_node *cycle)
{
  struct inherited sum = { false, 0 };
  for (cg_id m = cycle->next; m != CG_NONE; m = cg->nodes[m].next)
    inherit (cg, selection, m, cycle->calls, &sum);
  cycle->print = sum.print;
  cycle->fraction = sum.fraction;
  for (cg_id m = cycle->next; m != CG_NONE; m = cg->nodes[m].next)
    {
      cg->nodes[m].print = sum.print;
      cg->nodes[m].fraction = sum.fraction;
    }
}

/* Gives a cycle an entry if a member has one.  The time of a cycle counts if
   the time of a member counts.  */
static void
mend_cycles (struct cg *cg)
{
  for (size_t c = 1; c <= cg->n_cycles; c++)
    {
      struct cg_node *cycle = &cg->nodes[cg_cycle_node (cg, c)];
      for (cg_id m = cycle->next; m != CG_NONE; m = cg->nodes[m].next)
        {
          cycle->print |= cg->nodes[m].print;
          if (cycle->fraction == 0 && cg->nodes[m].fraction != 0)
            cycle->fraction = 1;
        }
    }
}

/* Hides the symbols of objects that are not shown, also those that a shown
   function calls.  A cycle is hidden until mend_cycles finds a shown
   member.  */
static void
hide_objects (struct cg *cg, const struct selection *selection)
{
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (!sym_object_shown (selection, id))
      {
        cg->nodes[id].print = false;
        if (cg->nodes[id].cycle)
          cg->nodes[cg_cycle_node (cg, cg->nodes[id].cycle)].print = false;
      }
}

void
propagate_flags (struct cg *cg, const struct selection *selection,
                 struct quirks quirks)
{
  uint32_t last_cycle = 0;
  for (size_t i = cg->n_syms; i-- > 0;)
    {
      cg_id id = cg->topo[i];
      struct cg_node *node = &cg->nodes[id];
      if (!node->cycle)
        {
          struct inherited sum = { false, 0 };
          inherit (cg, selection, id, node->calls, &sum);
          node->print = sum.print;
          node->fraction = sum.fraction;
        }
      else if (node->cycle != last_cycle)
        {
          last_cycle = node->cycle;
          inherit_cycle (cg, selection,
                         &cg->nodes[cg_cycle_node (cg, last_cycle)]);
        }
      apply_tables (node, selection, id);
      node->prop_self = node->time * node->fraction;
      cg->print_time += node->prop_self;
    }
  hide_objects (cg, selection);
  if (!quirks.hide_uncalled_cycles)
    mend_cycles (cg);
}

/* Gives the caller of ARC its share of the callee's time.  */
static void
propagate_arc (struct cg *cg, struct cg_arc *arc)
{
  struct cg_node *parent = &cg->nodes[arc->parent];
  const struct cg_node *child = &cg->nodes[cg_callee_node (cg, arc->child)];
  if (arc->count == 0 || cg_arc_is_inner (cg, arc)
      || cg->nodes[arc->child].fraction == 0 || child->calls == 0)
    return;
  double part = (double) arc->count / (double) child->calls;
  arc->time = child->time * part;
  arc->child_time = child->child_time * part;
  double share = arc->time + arc->child_time;
  parent->child_time += share;
  parent->prop_child += parent->fraction * share;
  arc->time *= parent->fraction;
  arc->child_time *= parent->fraction;
  if (parent->cycle)
    {
      struct cg_node *cycle
        = &cg->nodes[cg_cycle_node (cg, parent->cycle)];
      cycle->child_time += share;
      cycle->prop_child += parent->fraction * share;
    }
}

/* Sets the part of the time of ID, or of its cycle, that is due to calls from
   outside the image, as far as that time counts (see inherit).  */
static void
propagate_outside (struct cg *cg, const struct selection *selection, cg_id id)
{
  struct cg_node *node = &cg->nodes[id];
  const struct cg_node *callee = &cg->nodes[cg_callee_node (cg, id)];
  if (node->outside_calls == 0 || node->fraction == 0
      || !sym_table_empty (selection, INCL_TIME))
    return;
  double part = (double) node->outside_calls / (double) callee->calls;
  node->outside_time = callee->time * part;
  node->outside_child_time = callee->child_time * part;
}

void
time_propagate (struct cg *cg, const struct selection *selection)
{
  for (size_t i = 0; i < cg->n_syms; i++)
    {
      cg_id id = cg->topo[i];
      struct cg_span children = cg_children (cg, id);
      if (cg->nodes[id].fraction == 0)
        continue;
      for (size_t j = 0; j < children.len; j++)
        propagate_arc (cg, &cg->arcs[children.arcs[j]]);
    }
  for (cg_id id = 0; id < cg->n_syms; id++)
    propagate_outside (cg, selection, id);
}
