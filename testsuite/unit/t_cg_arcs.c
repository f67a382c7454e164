/* unit/t_cg_arcs.c -- tests of graph/cg_arcs: raw arcs to a graph.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "scene.h"

/* -- The table ----------------------------------------------------------- */

static void
test_table (void)
{
  struct cg *cg = cg_new (3);
  struct slot_index index = { .slots = NULL };

  arc_add (&index, cg, 0, 1, 5);
  arc_add (&index, cg, 1, 0, 7);
  arc_add (&index, cg, 0, 1, 2);
  arc_add (&index, cg, 2, 2, 0);
  CHECK (cg->n_arcs == 3 && cg->arcs[0].count == 7 && cg->arcs[1].count == 7
         && cg->arcs[2].count == 0, "counts of an arc add up");
  CHECK (cg->arcs[0].parent == 0 && cg->arcs[0].child == 1
         && cg->arcs[1].parent == 1 && cg->arcs[1].child == 0
         && cg->arcs[2].parent == 2 && cg->arcs[2].child == 2,
         "arcs stand in the order of their first appearance");
  slot_index_free (&index);
  cg_free (cg);
}

/* 1000 callers times 300 callees: the table grows several times.  */
static void
test_large_table (void)
{
  enum { PARENTS = 1000, CHILDREN = 300 };
  struct cg *cg = cg_new (PARENTS);
  struct slot_index index = { .slots = NULL };
  unsigned bad = 0;

  for (unsigned round = 0; round < 2; round++)
    for (cg_id child = 0; child < CHILDREN; child++)
      for (cg_id parent = 0; parent < PARENTS; parent++)
        arc_add (&index, cg, parent, child, parent + round);
  EXPECT (&bad, cg->n_arcs == PARENTS * CHILDREN, "%zu arcs", cg->n_arcs);
  for (cg_id child = 0; child < CHILDREN; child++)
    for (cg_id parent = 0; parent < PARENTS; parent++)
      {
        const struct cg_arc *arc = &cg->arcs[child * PARENTS + parent];

        EXPECT (&bad, arc->parent == parent && arc->child == child
                && arc->count == 2 * parent + 1, "arc %u-%u", parent, child);
      }
  CHECK (bad == 0, "%d arcs", PARENTS * CHILDREN);
  slot_index_free (&index);
  cg_free (cg);
}

/* Arcs of a hostile file that crowd in a table with the seed 1.  A table has a
   seed that the file cannot know, so they are as any others there.  */
static void
test_crowd (void)
{
  enum { SYMS = 2000, SLOTS = 1 << 18, WANTED = 400 };
  struct cg *cg = cg_new (SYMS);
  struct slot_index index = { .slots = NULL }, other = { .slots = NULL };
  unsigned bad = 0;
  size_t n = 0;

  for (unsigned round = 0; round < 2; round++)
    for (cg_id parent = 0; parent < SYMS; parent++)
      for (cg_id child = 0; child < SYMS; child++)
        if (slot_hash (1, (struct record_key) { parent, child }) % SLOTS
            < WANTED)
          {
            arc_add (&index, cg, parent, child, parent);
            n += round;
          }
  CHECK (cg->n_arcs == n, "%zu arcs whose places crowd", n);
  for (size_t i = 0; i < n; i++)
    EXPECT (&bad, cg->arcs[i].count == 2 * (uint64_t) cg->arcs[i].parent,
            "arc %zu", i);
  CHECK (bad == 0, "their counts add up");
  slot_index_reserve (&other, 1);
  CHECK (index.seed > 1 && other.seed > 1 && index.seed != other.seed,
         "each table has a seed of its own");
  slot_index_free (&other);
  slot_index_free (&index);
  cg_free (cg);
}

/* -- The tally ----------------------------------------------------------- */

static void
test_tally (void)
{
  struct scene s;
  const struct cg_arc *arc;

  scene_open (&s, 4, false);
  scene_calls (&s, "ab:3 bc:1 ab:4 cc:9 ac:0");
  profile_add_arc (&s.profile, scene_addr ('a'), scene_addr ('b') + 15, 10);
  profile_add_arc (&s.profile, scene_addr ('a') + 15, scene_addr ('b'), 100);
  scene_tally (&s);
  arc = scene_arc (s.cg, "ab");
  CHECK (s.tallied, "all arcs are taken");
  CHECK_U64 (s.cg->n_arcs, 4, "those of the same ends are one");
  CHECK (arc == &s.cg->arcs[0] && arc->count == 117,
         "first where it first came, its counts added up");
  CHECK (scene_node (&s, 'a')->calls == 0 && scene_node (&s, 'b')->calls == 117
         && scene_node (&s, 'c')->calls == 10
         && scene_node (&s, 'd')->calls == 0, "calls into each function");
  CHECK (cg_children (s.cg, 0).len == 2 && cg_parents (s.cg, 2).len == 3,
         "the arcs are indexed");
  scene_close (&s);
}

static void
test_lost (bool strict)
{
  struct scene s;

  scene_open (&s, 2, strict);
  scene_calls (&s, "ab:1");
  profile_add_arc (&s.profile, 0xfff, scene_addr ('b'), 10);
  profile_add_arc (&s.profile, 0x1020, scene_addr ('b'), 10);
  profile_add_arc (&s.profile, UINT64_MAX, scene_addr ('b'), 10);
  profile_add_arc (&s.profile, scene_addr ('a'), 0xfff, 10);
  profile_add_arc (&s.profile, scene_addr ('a'), 0x1020, 10);
  profile_add_arc (&s.profile, 1, 2, 10);
  profile_add_arc (&s.profile, GMON_FROM_OUTSIDE, 2, 10);
  scene_tally (&s);
  CHECK (s.tallied && s.cg->n_arcs == 1
         && scene_node (&s, 'b')->calls == 1
         && scene_node (&s, 'b')->outside_calls == 0,
         "arcs with an end nowhere are lost, %s",
         strict ? "strict" : "default");
  scene_close (&s);
}

static void
test_outside (bool strict)
{
  struct scene s;

  scene_open (&s, 2, strict);
  scene_calls (&s, "ab:1 *b:20 *b:300 *a:4000");
  scene_tally (&s);
  CHECK (s.tallied, "calls from outside are tallied");
  CHECK (s.cg->n_arcs == 1, "they make no arc");
  CHECK (scene_node (&s, 'b')->calls == (strict ? 1 : 321)
         && scene_node (&s, 'b')->outside_calls == (strict ? 0 : 320)
         && scene_node (&s, 'a')->outside_calls == (strict ? 0 : 4000),
         "%s", strict ? "and do not count" : "and are known apart");
  scene_close (&s);
}

/* Where a function lies at address 0, the strict mode finds it there.  */
static void
test_at_zero (bool strict)
{
  static const struct sym syms[] = {
    { .addr = 0, .name = "f", .is_func = true },
    { .addr = 16, .name = "g", .is_func = true }
  };
  struct scene s;

  scene_open_syms (&s, syms, 2, 32, strict);
  profile_add_arc (&s.profile, 0, 16, 5);
  scene_tally (&s);
  CHECK (s.cg->n_arcs == (strict ? 1 : 0) && s.cg->nodes[1].calls == 5
         && s.cg->nodes[1].outside_calls == (strict ? 0 : 5),
         "from address 0, %s", strict ? "strict" : "default");
  scene_close (&s);
}

/* Only a spec without a left side means calls from outside.  */
static void
test_selection (const char *spec, enum sym_table table, uint64_t b_calls,
                size_t n_arcs)
{
  struct scene s;

  scene_open (&s, 3, false);
  scene_calls (&s, "ab:1 cb:20 ac:300 *b:4000");
  scene_select (&s, spec, table);
  scene_tally (&s);
  CHECK (s.tallied && s.cg->n_arcs == n_arcs
         && scene_node (&s, 'b')->calls == b_calls, "%s arcs %s",
         table == INCL_ARCS ? "only" : "not", spec);
  scene_close (&s);
}

/* Calls of a label count for the function it is in; calls from it are its
   own.  A label before any function gets none.  */
static void
test_labels (void)
{
  static const struct sym syms[] = {
    { .addr = 0x0f00, .name = "start" },
    { .addr = 0x1000, .name = "f", .is_func = true },
    { .addr = 0x1010, .name = "label" },
    { .addr = 0x1020, .name = "g", .is_func = true }
  };
  struct scene s;

  scene_open_syms (&s, syms, 4, 0x1030, false);
  profile_add_arc (&s.profile, 0x1025, 0x1010, 5);
  profile_add_arc (&s.profile, 0x1015, 0x1020, 7);
  profile_add_arc (&s.profile, 0x1025, 0x0f00, 9);
  profile_add_arc (&s.profile, 0x0f05, 0x1000, 11);
  scene_tally (&s);
  CHECK (s.tallied && s.cg->n_arcs == 3, "one of four is lost");
  CHECK (s.cg->nodes[1].calls == 16 && s.cg->nodes[2].calls == 0,
         "calls of a label are its function's");
  CHECK (s.cg->arcs[0].parent == 3 && s.cg->arcs[0].child == 1
         && s.cg->arcs[1].parent == 2 && s.cg->arcs[1].child == 3
         && s.cg->arcs[2].parent == 0, "calls from a label are its own");
  scene_close (&s);
}

/* -- The driver ---------------------------------------------------------- */

static void
test_assemble (void)
{
  struct scene s;

  scene_open (&s, 3, false);
  scene_calls (&s, "ab:2 bb:40 bb:5 cc:7 *b:100");
  scene_run (&s, (double []) { 1, 2, 4 });
  CHECK (scene_node (&s, 'b')->calls == 102
         && scene_node (&s, 'b')->self_calls == 45
         && scene_node (&s, 'c')->calls == 0
         && scene_node (&s, 'c')->self_calls == 7,
         "calls of a function by itself stand apart");
  CHECK (scene_node (&s, 'a')->time == 1 && scene_node (&s, 'c')->time == 4,
         "self times are taken over");
  CHECK (s.cg->topo[0] == 1 && s.cg->topo[1] == 0 && s.cg->topo[2] == 2,
         "symbols by number");
  scene_close (&s);

  /* Members of a cycle, which have the same number, by address.  */
  scene_open (&s, 4, false);
  scene_calls (&s, "ad:1 dc:1 cb:1 bd:1");
  scene_run (&s, (double []) { 0, 0, 0, 0 });
  CHECK (s.cg->topo[0] == 1 && s.cg->topo[1] == 2 && s.cg->topo[2] == 3
         && s.cg->topo[3] == 0 && s.cg->n_cycles == 1, "then by address");
  scene_close (&s);
}

static void
test_overflow_message (void)
{
  struct diag *diag = diag_new ("t_cg_arcs", NULL);
  struct scene s;

  scene_open (&s, 2, false);
  profile_add_file (&s.profile, "sum");
  profile_add_arc (&s.profile, 0, 0x1000, UINT64_MAX);
  profile_add_arc (&s.profile, 0x1005, 0x1010, 1);
  const struct arc_list calls = { s.profile.arcs, s.profile.n_arcs, NULL };
  CHECK (!cg_tally (s.cg, diag, &s.profile, &calls, s.symtab, s.selection)
         && strstr (diag_last (diag), "sum: the counts of all calls, up to "
                    "those from 0x1005 to 0x1010, add"), "and where");
  scene_close (&s);
  diag_free (diag);
}

/* Counts that pass 64 bits only together.  */
static void
test_overflow (uint64_t last, bool strict, bool fits)
{
  struct scene s;

  scene_open (&s, 2, strict);
  profile_add_arc (&s.profile, scene_addr ('a') + 5, scene_addr ('b'),
                   UINT64_MAX - 10);
  profile_add_arc (&s.profile, scene_addr ('b') + 5, scene_addr ('a'), last);
  scene_tally (&s);
  CHECK (s.tallied == fits, "10 less than 2^64 and %u%s", (unsigned) last,
         strict ? ", strict" : "");
  scene_close (&s);
}

static void
test_nothing (void)
{
  struct scene s;

  scene_open (&s, 2, false);
  scene_run (&s, (double []) { 1, 2 });
  CHECK (s.tallied && s.cg->n_arcs == 0
         && s.cg->print_time == 3, "no arcs");
  scene_close (&s);
}

int
main (void)
{
  test_table ();
  test_large_table ();
  test_crowd ();
  test_tally ();
  test_overflow (10, false, true);
  test_overflow (11, false, false);
  test_overflow (11, true, true);
  test_overflow_message ();
  test_lost (false);
  test_lost (true);
  test_outside (false);
  test_outside (true);
  test_at_zero (false);
  test_at_zero (true);
  test_selection ("a/b", INCL_ARCS, 1, 1);
  test_selection ("/b", INCL_ARCS, 4021, 2);
  test_selection ("a/b", EXCL_ARCS, 4020, 2);
  test_selection ("/b", EXCL_ARCS, 0, 1);
  test_selection ("nobody/b", INCL_ARCS, 4021, 3);
  test_labels ();
  test_assemble ();
  test_nothing ();
  return check_end ();
}
