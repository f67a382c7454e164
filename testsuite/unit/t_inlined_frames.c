/* unit/t_inlined_frames.c -- tests of graph/inlined_frames.

   SPDX-License-Identifier: GPL-3.0-or-later

   Random stacks whose locations have random chains are rewritten.  Without the
   places in inlined functions, each stack must be what it was; with them, each
   place must be followed by its chain.  Run by gprof.unit.  */

#include <config.h>

#include "check.h"
#include "random.h"

#include <string.h>

#include "base/arena.h"
#include "graph/inlined_frames.h"

enum
{
  LOCATIONS = 24,
  FUNCTIONS = 6,
  NODES = 60,
  SETS = 8,
  LINKS = 4,                    /* of a set */
  SAMPLES = 150,
  LONGEST = 3,                  /* chain */
  ROUNDS = 30
};

/* The chains, in place of those of graph/inline_chains.  */
struct inline_chains
{
  uint32_t functions[LOCATIONS][USES][LONGEST];
  size_t len[LOCATIONS][USES];
  const uint32_t *longest;      /* the chain of all locations, INLINE_DEPTH_MAX
                                   functions; NULL: those above */
};

struct inline_chain
inline_chain_of (const struct inline_chains *chains, uint32_t number,
                 enum location_use use)
{
  if (chains->longest)
    return (struct inline_chain) { chains->longest, INLINE_DEPTH_MAX };
  return (struct inline_chain) { chains->functions[number][use],
                                 chains->len[number][use] };
}

struct world
{
  struct process process;
  struct process_location locations[LOCATIONS];
  struct process_node nodes[NODES];
  struct process_link links[SETS * LINKS];
  size_t sets[SETS + 1];
  struct process_sample samples[SAMPLES];
  struct process_arc arcs[LOCATIONS];
  struct inline_chains chains;
};

static void
make_chains (struct world *w)
{
  for (uint32_t i = 0; i < LOCATIONS; i++)
    {
      w->locations[i] = (struct process_location) {
        .offset = 16 * i, .exact = below (3) == 0
      };
      for (int use = 0; use < USES; use++)
        {
          w->chains.len[i][use] = below (2) ? 0 : below (LONGEST + 1);
          for (size_t j = 0; j < w->chains.len[i][use]; j++)
            w->chains.functions[i][use][j] = below (FUNCTIONS);
        }
    }
}

static void
make_samples (struct world *w)
{
  for (uint32_t i = 0; i < SAMPLES; i++)
    w->samples[i] = (struct process_sample) {
      .location = below (LOCATIONS), .stack = below (NODES + SETS),
      .sum = i + 1, .thread = below (3)
    };
  for (uint32_t i = 0; i < LOCATIONS; i++)
    w->arcs[i] = (struct process_arc) {
      .count = i + 1, .self = below (LOCATIONS),
      .from = below (4) ? below (LOCATIONS) : PROCESS_NONE
    };
}

static void
make_world (struct world *w)
{
  memset (w, 0, sizeof *w);
  make_chains (w);
  /* The parent of a node is the one before it, or one above that.  */
  for (uint32_t i = 1; i < NODES; i++)
    {
      uint32_t parent = i - 1;
      while (parent && below (3) == 0)
        parent = w->nodes[parent].parent;
      w->nodes[i] = (struct process_node) { parent, below (LOCATIONS) };
    }
  for (size_t i = 0; i < SETS; i++)
    {
      w->sets[i + 1] = w->sets[i] + below (LINKS + 1);
      for (size_t j = w->sets[i]; j < w->sets[i + 1]; j++)
        w->links[j] = (struct process_link) { below (LOCATIONS),
                                              below (LOCATIONS) };
    }
  make_samples (w);
  w->process = (struct process) {
    .locations = w->locations, .n_locations = LOCATIONS, .nodes = w->nodes,
    .n_nodes = NODES, .links = w->links, .sets = w->sets, .n_sets = SETS,
    .samples = w->samples, .n_samples = SAMPLES,
    .arcs = w->arcs, .n_arcs = LOCATIONS
  };
}

/* The places of one stack, the outermost first.  */
struct path
{
  struct process_location places[NODES * (LONGEST + 1) + LONGEST + 2];
  size_t len;
};

/* Appends the old location NUMBER in its USE with its chain to PATH.  */
static void
expect_places (struct path *path, const struct world *w, uint32_t number,
               enum location_use use)
{
  path->places[path->len++] = w->locations[number];
  for (size_t i = 0; i < w->chains.len[number][use]; i++)
    path->places[path->len++] = (struct process_location) {
      .offset = w->chains.functions[number][use][i], .is_inlined = true
    };
}

static void
expect_node (struct path *path, const struct world *w, uint32_t node)
{
  if (node == 0)
    return;
  expect_node (path, w, w->nodes[node].parent);
  expect_places (path, w, w->nodes[node].location, USE_CALL);
}

static void
read_node (struct path *path, const struct process *p, uint32_t node)
{
  if (node == 0)
    return;
  read_node (path, p, p->nodes[node].parent);
  path->places[path->len++] = p->locations[p->nodes[node].location];
}

/* Returns whether the two paths have the same places.  A caller that was a
   program counter is one still.  */
static bool
is_same_path (const struct path *want, const struct path *got)
{
  if (want->len != got->len)
    return false;
  for (size_t i = 0; i < want->len; i++)
    if (want->places[i].offset != got->places[i].offset
        || want->places[i].is_inlined != got->places[i].is_inlined
        || (want->places[i].exact && !got->places[i].exact))
      return false;
  return true;
}

/* Checks that all nodes below a node, and no others, stand right behind it.  */
static bool
is_in_order (const struct process *p)
{
  uint32_t last = 0;
  for (uint32_t i = 1; i < p->n_nodes; i++)
    {
      uint32_t up = last;
      while (up != p->nodes[i].parent && up != 0)
        up = p->nodes[up].parent;
      if (up != p->nodes[i].parent)
        return false;
      last = i;
    }
  return true;
}

/* Checks sample I, whose stack is a node.  */
static bool
is_right_path (const struct world *w, const struct process *p, size_t i)
{
  struct path want = { .len = 0 }, got = { .len = 0 };
  const struct process_sample *new = &p->samples[i];
  expect_node (&want, w, w->samples[i].stack);
  expect_places (&want, w, w->samples[i].location, USE_LEAF);
  if (new->is_set || new->stack >= p->n_nodes)
    return false;
  read_node (&got, p, new->stack);
  got.places[got.len++] = p->locations[new->location];
  return is_same_path (&want, &got);
}

/* Returns whether set NEW of P has the call of INNER by OUTER.  */
static bool
has_link (const struct process *p, size_t set, uint64_t outer, bool is_inlined,
          uint64_t inner)
{
  for (size_t i = p->sets[set]; i < p->sets[set + 1]; i++)
    {
      const struct process_location *from = &p->locations[p->links[i].outer];
      const struct process_location *to = &p->locations[p->links[i].inner];
      if (from->offset == outer && from->is_inlined == is_inlined
          && to->offset == inner && !to->is_inlined)
        return true;
    }
  return false;
}

/* Checks that set NEW of P has the calls of the old SET, each made by the
   innermost place of its caller.  */
static bool
has_calls (const struct world *w, size_t set, const struct process *p,
           size_t new)
{
  for (size_t i = w->sets[set]; i < w->sets[set + 1]; i++)
    {
      const uint32_t outer = w->links[i].outer;
      const size_t len = w->chains.len[outer][USE_CALL];
      const uint64_t from = (len ? w->chains.functions[outer][USE_CALL][len - 1]
                             : w->locations[outer].offset);
      if (!has_link (p, new, from, len > 0,
                     w->locations[w->links[i].inner].offset))
        return false;
    }
  return true;
}

/* Checks that the first calls of set NEW lead to the chain of the old location
   LEAF.  */
static bool
leads_to (const struct world *w, const struct process *p, size_t new,
          uint32_t leaf)
{
  const size_t len = w->chains.len[leaf][USE_LEAF];
  for (size_t i = 0; i < len; i++)
    {
      const size_t at = len - 1 - i;    /* place of the chain, 0: the symbol */
      const struct process_location *inner
        = &p->locations[p->links[p->sets[new] + i].inner];
      if (inner->is_inlined != (at > 0)
          || inner->offset != (at > 0
                               ? w->chains.functions[leaf][USE_LEAF][at - 1]
                               : w->locations[leaf].offset))
        return false;
    }
  return true;
}

/* Checks sample I, whose stack is a set.  */
static bool
is_right_set (const struct world *w, const struct process *p, size_t i)
{
  const uint32_t leaf = w->samples[i].location;
  const size_t set = w->samples[i].stack - NODES;
  const struct process_sample *new = &p->samples[i];
  const size_t to = new->stack - p->n_nodes;
  const bool is_empty = w->sets[set] == w->sets[set + 1];
  if (!new->is_set || new->stack < p->n_nodes || to >= p->n_sets
      || !has_calls (w, set, p, to))
    return false;
  if (is_empty || w->chains.len[leaf][USE_LEAF] == 0)
    return new->location == leaf;
  return (p->locations[new->location].is_inlined
          && leads_to (w, p, to, leaf));
}

static void
test_stacks (void)
{
  static struct world w;
  unsigned wrong = 0;
  for (int round = 0; round < ROUNDS; round++)
    {
      make_world (&w);
      struct inlined_frames *frames = inlined_frames_new (&w.process,
                                                          &w.chains);
      const struct process *p = inlined_frames_process (frames);
      wrong += !is_in_order (p);
      wrong += p->n_samples != SAMPLES;
      for (size_t i = 0; i < SAMPLES; i++)
        wrong += !(w.samples[i].stack < NODES ? is_right_path (&w, p, i)
                   : is_right_set (&w, p, i))
                 || p->samples[i].sum != w.samples[i].sum
                 || p->samples[i].thread != w.samples[i].thread;
      inlined_frames_free (frames);
    }
  CHECK_U64 (wrong, 0, "all stacks have their places");
}

/* A call is made by the innermost place, and is one of what was called.  */
static void
test_calls (void)
{
  static struct world w;
  unsigned wrong = 0;
  make_world (&w);
  struct inlined_frames *frames = inlined_frames_new (&w.process, &w.chains);
  const struct process *p = inlined_frames_process (frames);
  for (size_t i = 0; i < LOCATIONS; i++)
    {
      const uint32_t from = w.arcs[i].from;
      wrong += p->arcs[i].self != w.arcs[i].self
               || p->arcs[i].count != w.arcs[i].count;
      if (from == PROCESS_NONE)
        wrong += p->arcs[i].from != PROCESS_NONE;
      else
        wrong += p->locations[p->arcs[i].from].is_inlined
                 != (w.chains.len[from][USE_CALL] > 0);
    }
  CHECK_U64 (wrong, 0, "calls are made by inlined code");
  inlined_frames_free (frames);
}

/* Without chains, nothing changes.  */
static void
test_none (void)
{
  static struct world w;
  make_world (&w);
  memset (&w.chains, 0, sizeof w.chains);
  struct inlined_frames *frames = inlined_frames_new (&w.process, &w.chains);
  const struct process *p = inlined_frames_process (frames);
  CHECK_U64 (p->n_locations, LOCATIONS, "no location is added");
  CHECK_U64 (p->n_nodes <= NODES, 1, "no node is added");
  inlined_frames_free (frames);
}

/* A deep stack of the longest chains becomes a tree that is limited, and of no
   call without its location.  */
static void
test_limit (void)
{
  enum { CALLS = 20000, MOST = (1 << 20) + 16 * (CALLS + 1) };
  static const uint32_t longest[INLINE_DEPTH_MAX];
  static struct process_node nodes[CALLS + 1];
  struct process_location location = { .offset = 16 };
  const struct inline_chains chains = { .longest = longest };
  size_t sets[] = { 0 };
  const struct process process = {
    .locations = &location, .n_locations = 1, .nodes = nodes,
    .n_nodes = CALLS + 1, .sets = sets
  };
  for (uint32_t i = 1; i <= CALLS; i++)
    nodes[i] = (struct process_node) { .parent = i - 1 };
  struct inlined_frames *frames = inlined_frames_new (&process, &chains);
  const struct process *p = inlined_frames_process (frames);
  size_t own = 0;
  for (size_t i = 1; i < p->n_nodes; i++)
    own += !p->locations[p->nodes[i].location].is_inlined;
  CHECK (p->n_nodes > MOST / 2 && p->n_nodes <= MOST + INLINE_DEPTH_MAX + CALLS,
         "%zu nodes", p->n_nodes);
  CHECK_U64 (own, CALLS, "calls");
  inlined_frames_free (frames);
}

int
main (void)
{
  test_stacks ();
  test_calls ();
  test_none ();
  test_limit ();
  return check_end ();
}
