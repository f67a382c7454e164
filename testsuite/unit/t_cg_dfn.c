/* unit/t_cg_dfn.c -- tests of graph/cg_dfn: numbers and chains.

   SPDX-License-Identifier: GPL-3.0-or-later

   The arcs of a node are visited from the last to the first one given.  Run by
   gprof.unit.  */

#include <config.h>

#include "check.h"
#include "scene.h"

#include "base/out.h"
#include "graph/cg_dfn.h"

/* -- Worked by hand ------------------------------------------------------ */

/* The chains of two and more, by their heads, and the order of all.  */
static const struct
{
  const char *name;
  unsigned count;
  const char *calls, *chains, *order;
} rows[] = {
  { "no nodes", 0, "", "", "" },
  { "no arcs", 3, "", "", "1 2 3" },
  { "a chain of calls", 3, "ab:1 bc:1", "", "3 2 1" },
  { "callees with lower addresses", 3, "cb:1 ba:1", "", "1 2 3" },
  { "the newest call first", 3, "ab:1 ac:1", "", "3 2 1" },
  { "the other way round", 3, "ac:1 ab:1", "", "3 1 2" },
  { "a callee of two", 4, "ab:1 ac:1 bd:1 cd:1", "", "4 3 2 1" },
  { "a function that calls itself", 2, "ab:1 aa:1 bb:1", "", "2 1" },
  { "two that call each other", 2, "ab:1 ba:1", "ab", "1 1" },
  { "entered from above", 3, "cb:1 ba:1 ab:1", "ab", "1 1 2" },
  { "a cycle of three below one", 4, "ab:1 bc:1 cd:1 db:1", "bcd",
    "2 1 1 1" },
  { "a callee of a cycle", 4, "ab:1 bc:1 cb:1 bd:1", "bc", "3 2 2 1" },
  { "a callee of its last member", 4, "ab:1 bc:1 cb:1 cd:1", "bc",
    "3 2 2 1" },
  { "cycles in a row", 5, "ab:1 bc:1 cb:1 cd:1 de:1 ed:1", "bc de",
    "3 2 2 1 1" },
  { "cycles side by side", 5, "ab:1 bc:1 cb:1 ad:1 de:1 ed:1", "bc de",
    "3 2 2 1 1" },
  { "an inner cycle, closed first", 4, "ab:1 bc:1 cd:1 da:1 db:1", "abcd",
    "1 1 1 1" },
  { "an outer cycle, closed first", 4, "ab:1 bc:1 cd:1 db:1 da:1", "abcd",
    "1 1 1 1" },
  { "a figure of eight", 3, "ab:1 ba:1 bc:1 cb:1", "abc", "1 1 1" },
  { "two loops, the younger first", 4, "ab:1 bd:1 bc:1 cb:1 da:1", "abcd",
    "1 1 1 1" },
  { "two loops, the outer one first", 4, "ab:1 bc:1 bd:1 cb:1 da:1", "abdc",
    "1 1 1 1" },
  { "an arc to a member that was left", 4, "ad:1 ab:1 bc:1 ca:1 dc:1", "abcd",
    "1 1 1 1" },
  { "an arc to a finished cycle", 4, "ad:1 ab:1 bc:1 cb:1 dc:1", "bc",
    "3 1 1 2" },
  { "a cycle entered at its other end", 4, "ab:1 bc:1 cb:1 ad:1 dc:1", "cb",
    "3 1 1 2" },
  { "a cycle that is found in two parts", 6,
    "ab:1 bc:1 cb:1 ce:1 cd:1 de:1 ed:1 ea:1 ff:1", "abcde",
    "1 1 1 1 1 2" },
  { "a self call in a cycle", 2, "ab:1 bb:1 ba:1 aa:1", "ab", "1 1" },
  { "everyone calls everyone", 3,
    "ab:1 ac:1 ba:1 bc:1 ca:1 cb:1", "acb", "1 1 1" }
};

static char *
show_chains (const struct cg *cg, const cg_id *heads)
{
  struct out *out = out_to_memory ();
  char *text;

  for (cg_id id = 0; id < cg->n_syms; id++)
    {
      if (heads[id] != id || cg->nodes[id].next == CG_NONE)
        continue;
      if (*out_memory (out, NULL))
        out_char (out, ' ');
      for (cg_id m = id; m != CG_NONE; m = cg->nodes[m].next)
        out_char (out, heads[m] == id ? (char) ('a' + m) : '?');
    }
  text = strdup (out_memory (out, NULL));
  out_close (out);
  return text;
}

static void
test_row (size_t i)
{
  struct cg *cg = scene_graph (rows[i].count, rows[i].calls);
  cg_id *heads = array_new (rows[i].count + 1, sizeof *heads);
  struct out *out = out_to_memory ();
  char *chains;

  cg_dfn (cg, heads);
  chains = show_chains (cg, heads);
  for (cg_id id = 0; id < cg->n_syms; id++)
    out_printf (out, "%s%u", id ? " " : "", cg->nodes[id].order);
  CHECK_STR (chains, rows[i].chains, rows[i].name);
  CHECK_STR (out_memory (out, NULL), rows[i].order, "its order");
  free (chains);
  out_close (out);
  free (heads);
  cg_free (cg);
}

/* -- Against a model ----------------------------------------------------- */

enum { MAX = 8 };

/* Two nodes share a chain if each reaches the other; callees outside it have
   lower numbers; a chain has each member once and begins with its head.  */
static void
check_model (const struct cg *cg, const cg_id *heads, unsigned *bad)
{
  bool reach[MAX][MAX] = { { false } };
  size_t n = cg->n_syms, listed = 0;

  for (size_t i = 0; i < cg->n_arcs; i++)
    reach[cg->arcs[i].parent][cg->arcs[i].child] = true;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        reach[i][j] |= reach[i][k] && reach[k][j];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      {
        bool same = i == j || (reach[i][j] && reach[j][i]);

        EXPECT (bad, (heads[i] == heads[j]) == same, "heads %zu %zu", i, j);
        EXPECT (bad, (cg->nodes[i].order == cg->nodes[j].order) == same,
                "numbers %zu %zu", i, j);
        EXPECT (bad, same || !reach[i][j]
                || cg->nodes[i].order > cg->nodes[j].order, "order %zu %zu",
                i, j);
      }
  for (cg_id id = 0; id < n; id++)
    if (heads[id] == id)
      for (cg_id m = id; m != CG_NONE && listed <= n; m = cg->nodes[m].next)
        {
          EXPECT (bad, heads[m] == id, "chain of %u", id);
          listed++;
        }
  EXPECT (bad, listed == n, "%zu of %zu in chains", listed, n);
}

static void
test_random (void)
{
  uint32_t seed = 4711;
  unsigned bad = 0;

  for (unsigned round = 0; round < 20000; round++)
    {
      unsigned n = check_random (&seed) % MAX + 1;
      unsigned n_arcs = check_random (&seed) % (2 * n);
      struct cg *cg = cg_new (n);
      struct slot_index index = { .slots = NULL };
      cg_id heads[MAX + 1];

      for (unsigned i = 0; i < n_arcs; i++)
        {
          cg_id parent = check_random (&seed) % n;

          arc_add (&index, cg, parent, check_random (&seed) % n, 1);
        }
      slot_index_free (&index);
      cg_index_arcs (cg);
      cg_dfn (cg, heads);
      check_model (cg, heads, &bad);
      cg_free (cg);
    }
  CHECK (bad == 0, "random graphs, against reachability");
}

/* -- Deep ---------------------------------------------------------------- */

enum { DEEP = 200000 };

enum shape
{
  PLAIN,                        /* each calls the next */
  TO_BOTTOM_FIRST,              /* and the first one, before that */
  TO_BOTTOM_LAST,               /* and the first one, after that */
  TO_CALLER,                    /* and its caller, after that */
  LOOP                          /* only the last calls the first */
};

/* A recursive walk would run out of stack; one that followed the chains at
   each arc would take hours.  */
static struct cg *
deep_graph (enum shape shape)
{
  struct cg *cg = cg_new (DEEP);
  struct slot_index index = { .slots = NULL };

  for (cg_id id = 0; id < DEEP; id++)
    {
      if (shape == TO_BOTTOM_LAST)
        arc_add (&index, cg, id, 0, 1);
      if (shape == TO_CALLER && id > 0)
        arc_add (&index, cg, id, id - 1, 1);
      if (id + 1 < DEEP)
        arc_add (&index, cg, id, id + 1, 1);
      if (shape == TO_BOTTOM_FIRST || (shape == LOOP && id + 1 == DEEP))
        arc_add (&index, cg, id, 0, 1);
    }
  slot_index_free (&index);
  cg_index_arcs (cg);
  return cg;
}

/* Where the cycle is closed on the way back, the deepest joins first, and
   the chain is still in order of entry.  */
static void
test_deep (enum shape shape, const char *name)
{
  struct cg *cg = deep_graph (shape);
  cg_id *heads = array_new (DEEP + 1, sizeof *heads);
  unsigned bad = 0;

  cg_dfn (cg, heads);
  for (cg_id id = 0; id < DEEP; id++)
    if (shape == PLAIN)
      EXPECT (&bad, heads[id] == id && cg->nodes[id].next == CG_NONE
              && cg->nodes[id].order == DEEP - id, "node %u", id);
    else
      EXPECT (&bad, heads[id] == 0 && cg->nodes[id].order == 1
              && cg->nodes[id].next == (id + 1 < DEEP ? id + 1 : CG_NONE),
              "node %u", id);
  CHECK (bad == 0, "%d deep: %s", DEEP, name);
  free (heads);
  cg_free (cg);
}

int
main (void)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    test_row (i);
  test_random ();
  test_deep (PLAIN, "calls");
  test_deep (TO_BOTTOM_FIRST, "each calls the first, then the next");
  test_deep (TO_BOTTOM_LAST, "each calls the next, then the first");
  test_deep (TO_CALLER, "each calls its caller");
  test_deep (LOOP, "the last calls the first");
  return check_end ();
}
