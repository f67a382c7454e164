/* graph/cg_dfn.c -- depth-first numbering: topological order and cycles.

   SPDX-License-Identifier: GPL-3.0-or-later

   A node is unnumbered, busy (entered, its number not yet known) or numbered.
   An arc to a busy node closes a cycle: all nodes on the stack, from the busy
   node up to the top, join into one chain:

     stack    a  b  c  d          arc d -> b        chain of b: b c d
              0  1  2  3                            merged_top[b] = 3

   The members of one cycle stand next to each other on the stack, the head of
   the chain lowest.  merged_top[head] is where they end, so that no node is
   joined twice.  Union-find finds heads, so that joining two chains needs no
   walk along them.  Without merged_top and union-find the work would grow with
   the square of the depth.  */

#include <config.h>

#include "graph/cg_dfn.h"

#include <stdlib.h>

#include "base/arena.h"

#define UNNUMBERED 0
#define BUSY UINT32_MAX
#define OFF_STACK UINT32_MAX

struct frame
{
  cg_id node;
  uint32_t next_arc;            /* position in callees */
};

struct dfn
{
  struct cg *cg;
  uint32_t *order;              /* by node, copied to cg->nodes at the end: it
                                   is dense, since every arc reads one
                                   element */
  cg_id *callees;               /* callees of all arcs, in the order of the
                                   spans: reading the arcs would be a cache
                                   miss for each one */
  cg_id *heads;                 /* union-find; the root is the chain's head */
  cg_id *tails;                 /* by head: last member of its chain */
  uint32_t *position;           /* by node: its place on the stack */
  uint32_t *merged_top;         /* by head: position of its last member that is
                                   still on the stack */
  struct frame *stack;
  size_t depth, cap;
  uint32_t counter;
};

static cg_id
find_head (struct dfn *dfn, cg_id id)
{
  while (dfn->heads[id] != id)
    {
      dfn->heads[id] = dfn->heads[dfn->heads[id]];
      id = dfn->heads[id];
    }
  return id;
}

static void
dfn_enter (struct dfn *dfn, cg_id id)
{
  ARRAY_ROOM (dfn->stack, dfn->cap, dfn->depth + 1);
  dfn->stack[dfn->depth] = (struct frame) { id, dfn->cg->child_start[id] };
  dfn->position[id] = dfn->depth;
  dfn->merged_top[id] = dfn->depth;
  dfn->depth++;
  dfn->order[id] = BUSY;
}

/* Leaves the node on top of the stack.  If the node is the head of a chain,
   all members of the chain get their number.  */
static void
dfn_leave (struct dfn *dfn)
{
  const struct cg_node *nodes = dfn->cg->nodes;
  cg_id id = dfn->stack[--dfn->depth].node;
  cg_id head = find_head (dfn, id);
  dfn->position[id] = OFF_STACK;
  if (head != id)
    {
      dfn->merged_top[head] = dfn->depth - 1;
      return;
    }
  dfn->counter++;
  for (cg_id member = id; member != CG_NONE; member = nodes[member].next)
    dfn->order[member] = dfn->counter;
}

/* Appends the chain of the head OTHER to that of HEAD.  */
static void
dfn_join (struct dfn *dfn, cg_id head, cg_id other)
{
  dfn->cg->nodes[dfn->tails[head]].next = other;
  dfn->tails[head] = dfn->tails[other];
  dfn->heads[other] = head;
}

/* Joins the chains of all nodes from the busy node TARGET up to the top of the
   stack, since there is an arc from the top to TARGET.  TARGET may have left
   the stack; the head of its chain is still there.  */
static void
close_cycle (struct dfn *dfn, cg_id target)
{
  cg_id head = find_head (dfn, target);
  uint32_t top = dfn->depth - 1;
  if (dfn->position[target] == top)
    return;
  for (uint32_t at = dfn->merged_top[head] + 1; at <= top; at++)
    {
      cg_id other = dfn->stack[at].node;
      at = dfn->merged_top[other];
      dfn_join (dfn, head, other);
    }
  dfn->merged_top[head] = top;
}

static void
number_from (struct dfn *dfn, cg_id root)
{
  const struct cg *cg = dfn->cg;
  dfn_enter (dfn, root);
  while (dfn->depth > 0)
    {
      struct frame *top = &dfn->stack[dfn->depth - 1];
      if (top->next_arc == cg->child_start[top->node + 1])
        {
          dfn_leave (dfn);
          continue;
        }
      cg_id child = dfn->callees[top->next_arc++];
      if (dfn->order[child] == UNNUMBERED)
        dfn_enter (dfn, child);
      else if (dfn->order[child] == BUSY)
        close_cycle (dfn, child);
    }
}

static cg_id *
make_callees (const struct cg *cg)
{
  cg_id *callees = array_new (cg->n_arcs + 1, sizeof *callees);
  for (size_t i = 0; i < cg->n_arcs; i++)
    callees[i] = cg->arcs[cg->child_arcs[i]].child;
  return callees;
}

void
cg_dfn (struct cg *cg, cg_id *heads)
{
  struct dfn dfn = { .cg = cg, .heads = heads };
  dfn.callees = make_callees (cg);
  dfn.order = array_new (cg->n_syms + 1, sizeof *dfn.order);
  dfn.tails = array_new (cg->n_syms + 1, sizeof *dfn.tails);
  dfn.position = array_new (cg->n_syms + 1, sizeof *dfn.position);
  dfn.merged_top = array_new (cg->n_syms + 1, sizeof *dfn.merged_top);
  for (cg_id id = 0; id <= cg->n_syms; id++)
    {
      heads[id] = dfn.tails[id] = id;
      dfn.position[id] = OFF_STACK;
    }
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (dfn.order[id] == UNNUMBERED)
      number_from (&dfn, id);
  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      heads[id] = find_head (&dfn, id);
      cg->nodes[id].order = dfn.order[id];
    }
  free (dfn.order);
  free (dfn.callees);
  free (dfn.tails);
  free (dfn.position);
  free (dfn.merged_top);
  free (dfn.stack);
}
