/* unit/t_cg_cycle.c -- tests of graph/cg_cycle: the nodes of cycles.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "scene.h"

#include "graph/cg_cycle.h"
#include "graph/cg_dfn.h"

/* The graph of CALLS with its cycles linked.  */
static struct cg *
linked (unsigned count, const char *calls)
{
  struct cg *cg = scene_graph (count, calls);
  cg_id *heads = array_new (count + 1, sizeof *heads);

  cg_dfn (cg, heads);
  cycle_link (cg, heads);
  free (heads);
  return cg;
}

static void
test_none (void)
{
  struct cg *cg = linked (3, "ab:1 bc:2 cc:3");

  CHECK (cg->n_cycles == 0 && cg->nodes[2].cycle == 0,
         "a function that calls itself is no cycle");
  sum_cycles (cg);
  cg_free (cg);
  cg = linked (0, "");
  CHECK_U64 (cg->n_cycles, 0, "nor is nothing");
  cg_free (cg);
}

/* a calls b 2 times and c 7 times; b and c each other, and d; b also itself;
   d and e each other.  */
static void
test_calls (void)
{
  struct cg *cg = linked (5, "ab:2 ac:7 bc:5 cb:3 bb:100 cd:11 bd:13 de:17 "
                          "ed:19");
  const struct cg_node *first = &cg->nodes[cg_cycle_node (cg, 1)];
  const struct cg_node *second = &cg->nodes[cg_cycle_node (cg, 2)];

  CHECK_U64 (cg->n_cycles, 2, "two cycles");
  CHECK (cg->nodes[0].cycle == 0 && cg->nodes[1].cycle == 1
         && cg->nodes[2].cycle == 1 && cg->nodes[3].cycle == 2
         && cg->nodes[4].cycle == 2, "numbered by address");
  CHECK (first->cycle == 1 && second->cycle == 2 && first->next == 2
         && second->next == 3, "their nodes point to who was entered first");
  CHECK (first->order == cg->nodes[1].order
         && second->order == cg->nodes[3].order
         && first->order > second->order, "and have its place");
  CHECK_U64 (first->calls, 9, "calls from outside");
  CHECK_U64 (first->self_calls, 8, "calls among members, not of itself");
  CHECK_U64 (second->calls, 24, "calls from another cycle");
  CHECK_U64 (second->self_calls, 36, "its own calls");
  CHECK_U64 (first->outside_calls, 0, "none from outside the image");
  CHECK (first->fraction == 0 && first->time == 0 && !first->print,
         "the rest is still empty");
  cg_free (cg);
}

/* The head with the lowest address has number 1, not the one found first or
   the cycle with the lowest member.  */
static void
test_numbers (void)
{
  struct cg *cg = linked (5, "ae:1 ed:1 de:1 ab:1 bc:1 cb:1");

  CHECK (cg->nodes[1].cycle == 1 && cg->nodes[2].cycle == 1
         && cg->nodes[3].cycle == 2 && cg->nodes[4].cycle == 2,
         "the lower head first");
  CHECK_U64 (cg->nodes[cg_cycle_node (cg, 2)].next, 4,
             "the head is who was entered first");
  cg_free (cg);
  cg = linked (5, "ab:1 bc:1 cb:1 ae:1 cd:1 ed:1 de:1");
  CHECK (cg->nodes[cg_cycle_node (cg, 1)].next == 1
         && cg->nodes[cg_cycle_node (cg, 2)].next == 4, "in any order");
  cg_free (cg);
}

/* Calls from outside the image are calls from outside the cycle.  */
static void
test_outside_calls (void)
{
  struct cg *cg = scene_graph (3, "ab:1 bc:5 cb:3");
  cg_id heads[4];

  cg->nodes[1].outside_calls = 20;
  cg->nodes[2].outside_calls = 300;
  cg_dfn (cg, heads);
  cycle_link (cg, heads);
  const struct cg_node *cycle = &cg->nodes[cg_cycle_node (cg, 1)];
  CHECK_U64 (cycle->calls, 321, "calls, with those from outside");
  CHECK_U64 (cycle->outside_calls, 320, "which are known apart");
  CHECK_U64 (cycle->self_calls, 8, "not among its own");
  cg_free (cg);
}

static void
test_time (void)
{
  struct cg *cg = linked (5, "ab:1 bc:1 cd:1 db:1 ae:1");
  struct cg_node *cycle = &cg->nodes[cg_cycle_node (cg, 1)];

  for (cg_id id = 0; id < 5; id++)
    {
      cg->nodes[id].time = 1 << id;
      cg->nodes[id].fraction = 1;
    }
  cg->nodes[2].fraction = 0;
  cg->nodes[3].fraction = 0.5;
  cycle->fraction = 0.25;
  sum_cycles (cg);
  CHECK (cycle->time == 2 + 8, "time of the members that count at all");
  CHECK (cycle->prop_self == 2.5, "times the fraction of the cycle");
  cg_free (cg);
}

/* 100,000 cycles of two.  */
static void
test_many (void)
{
  enum { N = 200000 };
  struct cg *cg = cg_new (N);
  struct slot_index index = { .slots = NULL };
  cg_id *heads = array_new (N + 1, sizeof *heads);
  unsigned bad = 0;

  for (cg_id id = 0; id < N; id++)
    arc_add (&index, cg, id, id ^ 1, 1 + id % 2);
  slot_index_free (&index);
  cg_index_arcs (cg);
  cg_dfn (cg, heads);
  cycle_link (cg, heads);
  for (cg_id id = 0; id < N; id++)
    EXPECT (&bad, cg->nodes[id].cycle == id / 2 + 1, "node %u", id);
  for (uint32_t c = 1; c <= cg->n_cycles; c++)
    EXPECT (&bad, cg->nodes[cg_cycle_node (cg, c)].self_calls == 3
            && cg->nodes[cg_cycle_node (cg, c)].calls == 0, "cycle %u", c);
  CHECK (bad == 0 && cg->n_cycles == N / 2, "%d cycles", N / 2);
  free (heads);
  cg_free (cg);
}

int
main (void)
{
  test_none ();
  test_calls ();
  test_numbers ();
  test_outside_calls ();
  test_time ();
  test_many ();
  return check_end ();
}
