/* unit/t_cg_export.c -- tests of compat/cg_export: the graph as a profile.

   SPDX-License-Identifier: GPL-3.0-or-later

   Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "scene.h"

#include "compat/cg_export.h"

static bool
is_raw (const struct raw_arc *arc, char from, char self, uint64_t count)
{
  return arc->from == scene_addr (from) && arc->self == scene_addr (self)
         && arc->count == count;
}

/* By caller, newest first; each from start to start.  */
static void
test_arcs (void)
{
  struct scene s;
  const struct raw_arc *arcs;

  scene_open (&s, 4, true);
  scene_calls (&s, "ca:1 ab:2 ac:3 ab:40 bb:5 ad:0 *b:6");
  scene_tally (&s);
  cg_export (s.cg, s.symtab, &s.profile);
  arcs = s.profile.arcs;
  CHECK_U64 (s.profile.n_arcs, 5, "arcs of the graph");
  CHECK (is_raw (&arcs[0], 'a', 'd', 0) && is_raw (&arcs[1], 'a', 'c', 3)
         && is_raw (&arcs[2], 'a', 'b', 42), "those of a, the newest first");
  CHECK (is_raw (&arcs[3], 'b', 'b', 5) && is_raw (&arcs[4], 'c', 'a', 1),
         "then those of b and c");
  scene_close (&s);
}

static void
test_nothing (void)
{
  struct scene s;

  scene_open (&s, 2, true);
  profile_add_arc (&s.profile, 7, 8, 9);
  scene_tally (&s);
  cg_export (s.cg, s.symtab, &s.profile);
  CHECK (s.profile.n_arcs == 0 && s.profile.n_blocks == 0,
         "an arc that belongs to nobody is not exported");
  profile_add_arc (&s.profile, 1, 2, 3);
  CHECK (s.profile.n_arcs == 1 && s.profile.arcs[0].count == 3,
         "the profile can still grow");
  scene_close (&s);
}

static bool
is_block (const struct profile *profile, size_t i, uint64_t addr,
          uint64_t count)
{
  return profile->blocks[i].addr == addr && profile->blocks[i].count == count;
}

/* By symbol, in the order read; equal addresses added up; what lies in no
   symbol lost.  */
static void
test_blocks (void)
{
  struct scene s;

  scene_open (&s, 3, true);
  profile_add_block (&s.profile, scene_addr ('b') + 4, 1);
  profile_add_block (&s.profile, scene_addr ('b'), 2);
  profile_add_block (&s.profile, scene_addr ('a') + 15, 4);
  profile_add_block (&s.profile, 0xfff, 8);
  profile_add_block (&s.profile, scene_addr ('b') + 4, 16);
  profile_add_block (&s.profile, scene_addr ('c') + 16, 32);
  profile_add_block (&s.profile, scene_addr ('a'), 64);
  scene_tally (&s);
  cg_export (s.cg, s.symtab, &s.profile);
  CHECK_U64 (s.profile.n_blocks, 4, "blocks of symbols");
  CHECK (is_block (&s.profile, 0, scene_addr ('a') + 15, 4)
         && is_block (&s.profile, 1, scene_addr ('a'), 64)
         && is_block (&s.profile, 2, scene_addr ('b') + 4, 17)
         && is_block (&s.profile, 3, scene_addr ('b'), 2),
         "by symbol, then as read; equal ones added up");
  scene_close (&s);
}

/* Strict, ten blocks a symbol and not eleven; those that are kept still add
   up.  */
static void
test_many_blocks (bool strict)
{
  struct scene s;
  const unsigned kept = strict ? 10 : 12;
  unsigned bad = 0;

  scene_open (&s, 2, strict);
  for (unsigned i = 0; i < 12; i++)
    profile_add_block (&s.profile, scene_addr ('a') + i, i);
  for (unsigned i = 0; i < 12; i++)
    profile_add_block (&s.profile, scene_addr ('a') + i, 100);
  profile_add_block (&s.profile, scene_addr ('b') + 1, 7);
  scene_tally (&s);
  cg_export (s.cg, s.symtab, &s.profile);
  CHECK_U64 (s.profile.n_blocks, kept + 1,
             strict ? "strict: ten blocks and one" : "twelve blocks and one");
  for (unsigned i = 0; i < kept; i++)
    EXPECT (&bad, is_block (&s.profile, i, scene_addr ('a') + i, 100 + i),
            "block %u", i);
  CHECK (bad == 0, "the first ones, added up");
  CHECK (is_block (&s.profile, kept, scene_addr ('b') + 1, 7),
         "the next symbol has its own");
  scene_close (&s);
}

int
main (void)
{
  test_arcs ();
  test_nothing ();
  test_blocks ();
  test_many_blocks (true);
  test_many_blocks (false);
  return check_end ();
}
