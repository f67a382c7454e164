/* unit/t_cg_prop.c -- tests of graph/cg_prop: fractions down, time up.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each graph is run through cg_assemble; its numbers are worked out in the
   comment before it, and are exact in binary.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"

#include <math.h>

#include "scene.h"

/* Is the node NAME's fraction, child time and the counting parts of its times
   this?  */
static bool
is_node (const struct cg_node *node, double fraction, double child_time,
         double prop_self, double prop_child)
{
  return node->fraction == fraction && node->child_time == child_time
         && node->prop_self == prop_self && node->prop_child == prop_child;
}

static bool
is_arc (const struct scene *s, const char *ends, double time,
        double child_time)
{
  const struct cg_arc *arc = scene_arc (s->cg, ends);

  return arc && arc->time == time && arc->child_time == child_time;
}

/* Which of the functions show, as a string of their names.  */
static const char *
printed (const struct scene *s)
{
  static char names[27];
  size_t len = 0;

  for (cg_id id = 0; id < s->cg->n_syms; id++)
    if (s->cg->nodes[id].print)
      names[len++] = (char) ('a' + id);
  names[len] = '\0';
  return names;
}

/* Three functions of 2, 4 and 8 samples; a calls b once and c three times, b
   calls c once.  SPECS go to TABLES.  */
static void
open_triangle (struct scene *s, const char *const *specs,
               const enum sym_table *tables, unsigned n)
{
  scene_open (s, 3, false);
  scene_calls (s, "ab:1 ac:3 bc:1");
  for (unsigned i = 0; i < n; i++)
    scene_select (s, specs[i], tables[i]);
  scene_run (s, (double []) { 2, 4, 8 });
}

/* Of c's 8 samples a quarter is b's, the rest a's; all that b has is a's.  */
static void
test_plain (void)
{
  struct scene s;

  open_triangle (&s, NULL, NULL, 0);
  CHECK (is_node (scene_node (&s, 'a'), 1, 12, 2, 12), "a: 2 and 12");
  CHECK (is_node (scene_node (&s, 'b'), 1, 2, 4, 2), "b: 4 and 2");
  CHECK (is_node (scene_node (&s, 'c'), 1, 0, 8, 0), "c: 8");
  CHECK (is_arc (&s, "ab", 4, 2) && is_arc (&s, "ac", 6, 0)
         && is_arc (&s, "bc", 2, 0), "the arcs share that out");
  CHECK (s.cg->print_time == 14, "14 samples in all");
  CHECK_STR (printed (&s), "abc", "all show");
  CHECK (s.cg->topo[0] == 2 && s.cg->topo[1] == 1 && s.cg->topo[2] == 0,
         "callees come first");
  scene_close (&s);
}

static void
test_time_tables (void)
{
  static const enum sym_table excl[] = { EXCL_TIME }, incl[] = { INCL_TIME };
  static const enum sym_table both[] = { INCL_TIME, EXCL_TIME };
  struct scene s;

  open_triangle (&s, (const char *const []) { "c" }, excl, 1);
  CHECK (is_node (scene_node (&s, 'a'), 1, 4, 2, 4)
         && is_node (scene_node (&s, 'b'), 1, 0, 4, 0)
         && is_node (scene_node (&s, 'c'), 0, 0, 0, 0)
         && s.cg->print_time == 6 && is_arc (&s, "bc", 0, 0),
         "excluded time is nobody's");
  CHECK_STR (printed (&s), "abc", "the functions show all the same");
  scene_close (&s);

  /* Only b counts, and of c the quarter that b calls.  */
  open_triangle (&s, (const char *const []) { "b" }, incl, 1);
  CHECK (is_node (scene_node (&s, 'a'), 0, 0, 0, 0)
         && is_node (scene_node (&s, 'b'), 1, 2, 4, 2)
         && is_node (scene_node (&s, 'c'), 0.25, 0, 2, 0)
         && s.cg->print_time == 6 && is_arc (&s, "bc", 2, 0)
         && is_arc (&s, "ac", 0, 0), "only b's time and what it calls");
  scene_close (&s);

  /* a does not count; what it calls does, by itself or by its other caller. */
  open_triangle (&s, (const char *const []) { "a" }, excl, 1);
  CHECK (is_node (scene_node (&s, 'a'), 0, 0, 0, 0)
         && is_node (scene_node (&s, 'b'), 1, 2, 4, 2)
         && is_node (scene_node (&s, 'c'), 0.25, 0, 2, 0)
         && s.cg->print_time == 6, "not a's time");
  scene_close (&s);

  open_triangle (&s, (const char *const []) { "b", "b" }, both, 2);
  CHECK (scene_node (&s, 'b')->fraction == 1 && s.cg->print_time == 6,
         "include beats exclude");
  scene_close (&s);

  /* c inherits from a, and is excluded against that.  */
  open_triangle (&s, (const char *const []) { "a", "c" }, both, 2);
  CHECK (scene_node (&s, 'b')->fraction == 1
         && scene_node (&s, 'c')->fraction == 0 && s.cg->print_time == 6,
         "what is excluded below what is included");
  scene_close (&s);

  /* c is included as it is below a, fully: 3 of 4 calls from a, 1 from b.  */
  open_triangle (&s, (const char *const []) { "a", "b" }, both, 2);
  CHECK (scene_node (&s, 'b')->fraction == 0
         && scene_node (&s, 'c')->fraction == 0.75
         && s.cg->print_time == 2 + 6, "the calls of what is excluded");
  CHECK (is_node (scene_node (&s, 'a'), 1, 6, 2, 6),
         "and its callees' share");
  scene_close (&s);
}

static void
test_print (const char *calls, const char *spec, enum sym_table table,
            const char *want)
{
  struct scene s;
  char name[60];

  scene_open (&s, 4, false);
  scene_calls (&s, calls);
  scene_select (&s, spec, table);
  scene_run (&s, (double []) { 1, 1, 1, 1 });
  snprintf (name, sizeof name, "%s, %s %s", calls,
            table == INCL_GRAPH ? "only" : "not", spec);
  CHECK_STR (printed (&s), want, name);
  CHECK (s.cg->print_time == 4, "which leaves time alone");
  scene_close (&s);
}

/* b and c call each other; a calls b, c calls d 4 times.  b + c have 8
   samples and d's 10.  a has two of three calls, e the other.  */
static void
test_cycle (bool strict)
{
  struct scene s;
  const struct cg_node *cycle;

  scene_open (&s, 5, strict);
  scene_calls (&s, "ab:2 ec:1 bc:5 cb:3 cd:4 bb:9");
  scene_run (&s, (double []) { 0, 3.5, 5.5, 9, 0 });
  cycle = scene_cycle (&s, 1);
  CHECK (cycle->calls == 3 && cycle->self_calls == 8 && cycle->time == 9,
         "the cycle");
  CHECK (cycle->print && scene_node (&s, 'b')->print, "shows");
  CHECK (fabs (cycle->fraction - 1) < 1e-12
         && fabs (cycle->prop_self - 9) < 1e-12 && cycle->child_time == 9
         && fabs (cycle->prop_child - 9) < 1e-12, "counts in full");
  CHECK (fabs (scene_node (&s, 'a')->child_time - 12) < 1e-12
         && fabs (scene_node (&s, 'e')->child_time - 6) < 1e-12,
         "callers share it by their calls");
  CHECK (scene_node (&s, 'c')->child_time == 9
         && scene_node (&s, 'b')->child_time == 0,
         "the member that calls gets the time");
  CHECK (is_arc (&s, "bc", 0, 0) && is_arc (&s, "bb", 0, 0),
         "calls within the cycle share out nothing");
  CHECK (fabs (s.cg->print_time - 18) < 1e-12, "18 samples in all");
  scene_close (&s);
}

/* A member that is excluded: its time is not the cycle's.  */
static void
test_cycle_tables (void)
{
  struct scene s;

  scene_open (&s, 3, false);
  scene_calls (&s, "ab:1 bc:1 cb:1");
  scene_select (&s, "c", EXCL_TIME);
  scene_select (&s, "c", EXCL_GRAPH);
  scene_run (&s, (double []) { 1, 3, 5 });
  CHECK (scene_cycle (&s, 1)->time == 3 && scene_cycle (&s, 1)->fraction == 1
         && scene_node (&s, 'a')->child_time == 3, "a cycle without c's time");
  CHECK_STR (printed (&s), "ab", "and without its entry");
  CHECK (scene_cycle (&s, 1)->print, "which it has itself");
  scene_close (&s);

  /* a counts for a quarter of the calls.  */
  scene_open (&s, 4, false);
  scene_calls (&s, "ab:1 db:3 bc:1 cb:1");
  scene_select (&s, "a", INCL_TIME);
  scene_run (&s, (double []) { 1, 4, 8, 0 });
  CHECK (is_node (scene_cycle (&s, 1), 0.25, 0, 3, 0)
         && scene_node (&s, 'b')->fraction == 0.25
         && scene_node (&s, 'c')->prop_self == 2 && s.cg->print_time == 4,
         "a quarter of a cycle");
  CHECK (scene_node (&s, 'a')->child_time == 3
         && scene_node (&s, 'd')->child_time == 0, "is the caller's");
  scene_close (&s);
}

/* Nobody calls the cycle of b and c, which calls d.  Strict, it neither shows
   nor counts itself, as its members do.  */
static void
test_cycle_alone (bool strict)
{
  struct scene s;
  const struct cg_node *cycle;

  scene_open (&s, 4, strict);
  scene_calls (&s, "bc:1 cb:1 cd:2");
  scene_run (&s, (double []) { 0, 3, 5, 10 });
  cycle = scene_cycle (&s, 1);
  CHECK_STR (printed (&s), "abcd", "all functions show");
  CHECK (cycle->print == !strict && cycle->fraction == (strict ? 0 : 1)
         && cycle->prop_self == (strict ? 0 : 8),
         "a cycle that nobody calls, %s", strict ? "strict" : "default");
  CHECK (cycle->time == 8 && cycle->child_time == 10
         && cycle->prop_child == 10 && cycle->calls == 0, "its time");
  CHECK (is_node (scene_node (&s, 'c'), 1, 10, 5, 10)
         && s.cg->print_time == 18, "its members'");
  scene_close (&s);
}

/* Nothing of it counts, as nothing of it is wanted.  */
static void
test_cycle_unwanted (void)
{
  struct scene s;

  scene_open (&s, 3, false);
  scene_calls (&s, "bc:1 cb:1");
  scene_select (&s, "a", INCL_TIME);
  scene_select (&s, "a", INCL_GRAPH);
  scene_run (&s, (double []) { 1, 3, 5 });
  CHECK (!scene_cycle (&s, 1)->print && scene_cycle (&s, 1)->fraction == 0
         && scene_cycle (&s, 1)->time == 0 && s.cg->print_time == 1,
         "a cycle that is not wanted");
  scene_close (&s);
}

/* Three of b's four calls come from outside the image, and their part of its
   time is nobody's.  */
static void
test_outside (void)
{
  struct scene s;

  scene_open (&s, 2, false);
  scene_calls (&s, "*b:3 ab:1");
  scene_run (&s, (double []) { 1, 8 });
  CHECK (scene_node (&s, 'b')->calls == 4
         && scene_node (&s, 'b')->outside_calls == 3, "calls from outside");
  CHECK (is_node (scene_node (&s, 'a'), 1, 2, 1, 2)
         && is_node (scene_node (&s, 'b'), 1, 0, 8, 0), "count in full");
  scene_close (&s);

  scene_open (&s, 2, false);
  scene_calls (&s, "*b:3 ab:1");
  scene_select (&s, "a", INCL_TIME);
  scene_run (&s, (double []) { 1, 8 });
  CHECK (scene_node (&s, 'b')->fraction == 0.25 && s.cg->print_time == 3,
         "unless only some time is wanted");
  scene_close (&s);

  scene_open (&s, 2, true);
  scene_calls (&s, "*b:3 ab:1");
  scene_run (&s, (double []) { 1, 8 });
  CHECK (scene_node (&s, 'b')->calls == 1
         && scene_node (&s, 'a')->child_time == 8, "strict: they do not count");
  scene_close (&s);

  scene_open (&s, 3, false);
  scene_calls (&s, "*b:3 bc:1 cb:1 ab:1");
  scene_run (&s, (double []) { 0, 4, 8 });
  CHECK (is_node (scene_cycle (&s, 1), 1, 0, 12, 0)
         && scene_cycle (&s, 1)->calls == 4
         && scene_node (&s, 'a')->child_time == 3, "a cycle from outside");
  scene_close (&s);
}

/* Arcs whose count is zero, in the profile or as calls add up.  */
static void
test_zero (void)
{
  struct scene s;

  scene_open (&s, 3, false);
  scene_calls (&s, "ab:0 bc:2 ac:0");
  scene_run (&s, (double []) { 1, 2, 4 });
  CHECK (is_node (scene_node (&s, 'a'), 1, 0, 1, 0)
         && is_node (scene_node (&s, 'b'), 1, 4, 2, 4)
         && is_arc (&s, "ac", 0, 0) && is_arc (&s, "ab", 0, 0),
         "an arc of no calls shares out nothing");
  scene_close (&s);

  scene_open (&s, 2, false);
  scene_calls (&s, "ab:0");
  scene_select (&s, "a", INCL_GRAPH);
  scene_run (&s, (double []) { 1, 2 });
  CHECK_STR (printed (&s), "ab", "but it makes the callee show");
  CHECK (scene_node (&s, 'b')->fraction == 1, "which counts by itself");
  scene_close (&s);
}

/* A self call changes nothing of the shares.  */
static void
test_self_calls (void)
{
  struct scene s;

  scene_open (&s, 2, false);
  scene_calls (&s, "ab:2 bb:98");
  scene_run (&s, (double []) { 1, 8 });
  CHECK (is_node (scene_node (&s, 'a'), 1, 8, 1, 8)
         && is_node (scene_node (&s, 'b'), 1, 0, 8, 0),
         "a function that calls itself");
  scene_close (&s);
}

/* Half of the time of each goes up at every step.  */
static void
test_halves (void)
{
  struct scene s;

  scene_open (&s, 6, false);
  scene_calls (&s, "ab:1 eb:1 bc:1 fc:1 cd:1");
  scene_run (&s, (double []) { 0, 0, 0, 16, 0, 0 });
  CHECK (scene_node (&s, 'c')->child_time == 16
         && scene_node (&s, 'b')->child_time == 8
         && scene_node (&s, 'f')->child_time == 8
         && scene_node (&s, 'a')->child_time == 4
         && scene_node (&s, 'e')->child_time == 4, "halves of halves");
  CHECK (is_arc (&s, "ab", 0, 4) && is_arc (&s, "cd", 16, 0), "of the arcs");
  scene_close (&s);
}

/* A quarter of b's calls are a's, whose time alone is wanted: so much of b, c
   and e counts, and shows in the arcs.  */
static void
test_part (void)
{
  struct scene s;

  scene_open (&s, 5, false);
  scene_calls (&s, "ab:1 db:3 bc:1 ce:1");
  scene_select (&s, "a", INCL_TIME);
  scene_run (&s, (double []) { 0, 4, 8, 0, 16 });
  CHECK (is_node (scene_node (&s, 'b'), 0.25, 24, 1, 6)
         && is_node (scene_node (&s, 'c'), 0.25, 16, 2, 4)
         && is_node (scene_node (&s, 'a'), 1, 7, 0, 7)
         && s.cg->print_time == 7, "a quarter of what is below");
  CHECK (is_arc (&s, "ce", 4, 0) && is_arc (&s, "bc", 2, 4)
         && is_arc (&s, "ab", 1, 6) && is_arc (&s, "db", 0, 0),
         "and of the arcs");
  scene_close (&s);
}

/* Three of b's four calls come from outside; with ONLY, just that function's
   time counts, and so that of no caller outside.  */
static void
test_outside_time (const char *only, double want)
{
  struct scene s;

  scene_open (&s, 3, false);
  scene_calls (&s, "ab:1 *b:3 bc:1");
  if (only)
    scene_select (&s, only, INCL_TIME);
  scene_run (&s, (double []) { 50, 40, 20 });
  CHECK (scene_node (&s, 'b')->outside_time == want
         && scene_node (&s, 'b')->outside_child_time == want / 2,
         "time due to calls from outside%s%s", only ? ", only " : "",
         only ? only : "");
  scene_close (&s);
}

int
main (void)
{
  test_outside_time (NULL, 30);
  test_outside_time ("a", 0);
  test_plain ();
  test_time_tables ();
  test_print ("ab:1 bc:1", "b", INCL_GRAPH, "bc");
  test_print ("ab:1 bc:1", "b", EXCL_GRAPH, "acd");
  test_print ("ab:1 bc:1 cb:1 cd:1", "a", INCL_GRAPH, "abcd");
  test_print ("ab:1 ac:1 bc:1", "c", EXCL_GRAPH, "abd");
  test_print ("ab:1 ba:1 bc:1", "c", INCL_GRAPH, "c");
  test_cycle (false);
  test_cycle (true);
  test_cycle_tables ();
  test_cycle_alone (false);
  test_cycle_alone (true);
  test_cycle_unwanted ();
  test_outside ();
  test_zero ();
  test_self_calls ();
  test_halves ();
  test_part ();
  return check_end ();
}
