/* unit/t_cg.c -- tests of graph/cg: the graph as data.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "scene.h"

/* Is SPAN these arcs, N of them?  */
static bool
is_span (struct cg_span span, size_t n, const uint32_t *want)
{
  return span.len == n
         && (n == 0 || memcmp (span.arcs, want, n * sizeof *want) == 0);
}

/* The arcs are numbers 0 to 5, in this order.  */
static void
test_spans (void)
{
  struct cg *cg = scene_graph (4, "bc:1 ab:1 bd:1 ac:1 bb:1 cb:1");

  CHECK_U64 (cg->n_arcs, 6, "arcs");
  CHECK (is_span (cg_children (cg, 0), 2, (uint32_t []) { 3, 1 }),
         "children, the newest first");
  CHECK (is_span (cg_children (cg, 1), 3, (uint32_t []) { 4, 2, 0 }),
         "also when they are not in one piece");
  CHECK (is_span (cg_children (cg, 2), 1, (uint32_t []) { 5 }), "one child");
  CHECK (is_span (cg_children (cg, 3), 0, NULL), "none");
  CHECK (is_span (cg_parents (cg, 0), 0, NULL), "no parents");
  CHECK (is_span (cg_parents (cg, 1), 3, (uint32_t []) { 5, 4, 1 }),
         "parents, the newest first");
  CHECK (is_span (cg_parents (cg, 2), 2, (uint32_t []) { 3, 0 }),
         "of another");
  CHECK (is_span (cg_parents (cg, 3), 1, (uint32_t []) { 2 }),
         "of the last node");
  cg_free (cg);
}

static void
test_new (void)
{
  struct cg *cg = cg_new (3);
  unsigned bad = 0;

  for (cg_id id = 0; id < 3; id++)
    {
      const struct cg_node *node = &cg->nodes[id];

      EXPECT (&bad, node->next == CG_NONE && node->cycle == 0
              && node->calls == 0 && node->order == 0 && !node->print,
              "node %u", id);
    }
  cg_index_arcs (cg);
  for (cg_id id = 0; id < 3; id++)
    EXPECT (&bad, cg_children (cg, id).len == 0
            && cg_parents (cg, id).len == 0, "arcs of %u", id);
  CHECK (bad == 0 && cg->n_syms == 3 && cg->n_cycles == 0 && cg->n_arcs == 0,
         "a new graph");
  cg_free (cg);
  cg = cg_new (0);
  cg_index_arcs (cg);
  CHECK_U64 (cg->n_syms, 0, "a graph without nodes");
  cg_free (cg);
  cg = cg_new_bare (3);
  CHECK (!cg->nodes && cg_indirect (cg) == 3 && cg_node (cg, 2)->calls == 0
         && cg_node (cg, 2)->cycle == 0 && cg_node (cg, 2)->next == CG_NONE,
         "a bare graph");
  cg_free (cg);
  cg_free (NULL);
}

/* b and c are cycle 1, d and e cycle 2.  */
static void
test_cycles (void)
{
  struct cg *cg = scene_graph (5, "ab:1 bc:1 cb:1 cd:1 de:1 ed:1 aa:1 dd:1");
  static const bool inner[8] = { false, true, true, false, true, true, true,
                                 true };
  unsigned bad = 0;

  CHECK (cg_callee_node (cg, 0) == 0 && cg_callee_node (cg, 4) == 4,
         "a node in no cycle stands for itself");
  CHECK (!cg_arc_is_inner (cg, &cg->arcs[0])
         && cg_arc_is_inner (cg, &cg->arcs[6]),
         "without cycles, only calls of itself are inner");
  cg->nodes[1].cycle = cg->nodes[2].cycle = 1;
  cg->nodes[3].cycle = cg->nodes[4].cycle = 2;
  CHECK (cg_cycle_node (cg, 1) == 6 && cg_cycle_node (cg, 2) == 7,
         "nodes of cycles follow those of symbols and of indirect calls");
  CHECK (cg_callee_node (cg, 0) == 0 && cg_callee_node (cg, 1) == 6
         && cg_callee_node (cg, 2) == 6 && cg_callee_node (cg, 4) == 7,
         "whose calls an arc is a part of");
  for (size_t i = 0; i < 8; i++)
    EXPECT (&bad, cg_arc_is_inner (cg, &cg->arcs[i]) == inner[i], "arc %zu",
            i);
  CHECK (bad == 0, "arcs within a function or a cycle are inner");
  cg_free (cg);
}

int
main (void)
{
  test_new ();
  test_spans ();
  test_cycles ();
  return check_end ();
}
