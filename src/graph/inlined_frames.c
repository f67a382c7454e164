/* graph/inlined_frames.c -- a process whose stacks have inlined functions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Contracts are in inlined_frames.h.  The new tree is made as a table of pairs
   of parent and location, in which parents come first, and then put into the
   order of struct process.  A sample whose location has a chain gets new nodes
   below its stack; one with a folded stack gets a new folded stack, with the
   calls of the chain before all others.  */

#include <config.h>

#include "graph/inlined_frames.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/pair_table.h"

/* The most links of all folded stacks.  A folded stack has a copy for each of
   the locations with inlined functions that it called.  */
#define LINKS_MAX (1 << 24)

/* The most nodes of the new tree: NODES_ROOM, and NODES_RATIO times the old
   ones.  Real trees grow by half.  With damaged debugging information each
   place could become INLINE_DEPTH_MAX; the places behind this limit stay
   without inlined functions.  */
#define NODES_ROOM (1 << 20)
#define NODES_RATIO 16

struct inlined_frames
{
  struct process process;       /* the copy */
  const struct process *old;
  const struct inline_chains *chains;
  size_t cap_locations;
  uint32_t *exact;              /* by old location: a new one that means its
                                   very address, 0: none yet */
  uint32_t *inlined;            /* heap; by number of the function: its
                                   location, 0: none yet */
  size_t cap_inlined;
  struct pair_table tree;       /* node I + 1: its parent and its location */
  uint32_t *node_of;            /* by old node: the innermost new one */
  struct pair_table sets;       /* new set I: an old one, and the location of
                                   its samples if they have a chain, else
                                   PROCESS_NONE */
  size_t cap_links, cap_sets;
  struct pair_table in_set;     /* the links of the set at hand */
};

/* -- Locations ------------------------------------------------------------ */

/* Appends LOCATION to the copy, and returns its number.  */
static uint32_t
add_location (struct inlined_frames *frames,
              const struct process_location *location)
{
  struct process *process = &frames->process;
  *ARRAY_APPEND (process->locations, frames->cap_locations,
                 process->n_locations) = *location;
  return (uint32_t) process->n_locations - 1;
}

/* Returns the location of the caller of a chain at location NUMBER, that of a
   sample: a program counter, and not a return address.  */
static uint32_t
exact_location (struct inlined_frames *frames, uint32_t number)
{
  struct process_location location = frames->old->locations[number];
  if (location.exact)
    return number;
  location.exact = true;
  if (!frames->exact[number])
    frames->exact[number] = add_location (frames, &location);
  return frames->exact[number];
}

/* Returns the location of the inlined FUNCTION of OBJECT.  */
static uint32_t
inlined_location (struct inlined_frames *frames, uint32_t object,
                  uint32_t function)
{
  const struct process_location location = {
    .offset = function, .object = object, .exact = true, .is_inlined = true
  };
  size_t old = frames->cap_inlined;
  ARRAY_ROOM (frames->inlined, frames->cap_inlined, (size_t) function + 1);
  for (; old < frames->cap_inlined; old++)
    frames->inlined[old] = 0;
  if (!frames->inlined[function])
    frames->inlined[function] = add_location (frames, &location);
  return frames->inlined[function];
}

/* The places of one old location, the outermost first: place 0 is that in the
   function of the symbol.  */
struct places
{
  uint32_t first;               /* location of place 0 */
  uint32_t object;
  struct inline_chain chain;    /* of the others */
};

/* Returns the places of the old location NUMBER in its USE.  */
static struct places
places_of (struct inlined_frames *frames, uint32_t number,
           enum location_use use)
{
  struct places places = {
    .first = number, .object = frames->old->locations[number].object,
    .chain = inline_chain_of (frames->chains, number, use)
  };
  if (frames->tree.len >= NODES_ROOM + NODES_RATIO * frames->old->n_nodes)
    places.chain.len = 0;
  if (use == USE_LEAF && places.chain.len > 0)
    places.first = exact_location (frames, number);
  return places;
}

/* Returns the location of place I of PLACES, from 0 to the length of its
   chain.  */
static uint32_t
place (struct inlined_frames *frames, const struct places *places, size_t i)
{
  return (i == 0 ? places->first
          : inlined_location (frames, places->object,
                              places->chain.functions[i - 1]));
}

/* Returns the innermost place of PLACES.  */
static uint32_t
innermost (struct inlined_frames *frames, const struct places *places)
{
  return place (frames, places, places->chain.len);
}

/* -- The tree ------------------------------------------------------------- */

/* Returns the node below PARENT for the first N of PLACES.  */
static uint32_t
add_nodes (struct inlined_frames *frames, uint32_t parent,
           const struct places *places, size_t n)
{
  for (size_t i = 0; i < n; i++)
    parent = pair_enter (&frames->tree, parent, place (frames, places, i)) + 1;
  return parent;
}

static void
copy_nodes (struct inlined_frames *frames)
{
  const struct process *old = frames->old;
  frames->node_of = array_new (old->n_nodes, sizeof *frames->node_of);
  for (size_t i = 1; i < old->n_nodes; i++)
    {
      const struct process_node *node = &old->nodes[i];
      const struct places places = places_of (frames, node->location, USE_CALL);
      frames->node_of[i] = add_nodes (frames, frames->node_of[node->parent],
                                      &places, places.chain.len + 1);
    }
}

/* Returns by node of the tree its number in an order in which all nodes below a
   node stand right behind it; on the heap.  */
static uint32_t *
order_tree (const struct inlined_frames *frames)
{
  const struct pair *pairs = frames->tree.pairs;
  const size_t n = frames->tree.len + 1;
  uint32_t *below = array_new (n, sizeof *below);
  uint32_t *number = array_new (n, sizeof *number);
  uint32_t *next = array_new (n, sizeof *next);
  for (size_t i = n; i-- > 1;)
    below[pairs[i - 1].a] += below[i] + 1;
  next[0] = 1;
  for (size_t i = 1; i < n; i++)
    {
      const uint32_t parent = pairs[i - 1].a;
      number[i] = next[parent];
      next[parent] += below[i] + 1;
      next[i] = number[i] + 1;
    }
  free (below);
  free (next);
  return number;
}

/* Makes the nodes of the copy.  Returns the order of the tree.  */
static uint32_t *
make_nodes (struct inlined_frames *frames)
{
  const struct pair *pairs = frames->tree.pairs;
  struct process *process = &frames->process;
  uint32_t *number = order_tree (frames);
  process->n_nodes = frames->tree.len + 1;
  process->nodes = array_new (process->n_nodes, sizeof *process->nodes);
  process->nodes[0] = frames->old->nodes[0];
  for (size_t i = 1; i < process->n_nodes; i++)
    process->nodes[number[i]] = (struct process_node) {
      .parent = number[pairs[i - 1].a], .location = pairs[i - 1].b
    };
  return number;
}

/* -- Folded stacks -------------------------------------------------------- */

/* Adds a call of INNER by OUTER to the last set of the copy.  With ONCE, only
   if the set does not have it.  */
static void
add_link (struct inlined_frames *frames, uint32_t outer, uint32_t inner,
          bool once)
{
  struct process *process = &frames->process;
  size_t *len = &process->sets[process->n_sets + 1];
  const size_t known = frames->in_set.len;
  if (pair_enter (&frames->in_set, outer, inner) < known && once)
    return;
  ARRAY_ROOM (process->links, frames->cap_links, *len + 1);
  process->links[(*len)++] = (struct process_link) { outer, inner };
}

/* Adds the calls within PLACES up to the first N of them, the innermost
   first.  */
static void
add_inner_links (struct inlined_frames *frames, const struct places *places,
                 size_t n, bool once)
{
  for (size_t i = n; i-- > 1;)
    add_link (frames, place (frames, places, i - 1), place (frames, places, i),
              once);
}

/* Adds the calls of the old SET.  */
static void
copy_links (struct inlined_frames *frames, size_t set)
{
  const struct process *old = frames->old;
  for (size_t i = old->sets[set]; i < old->sets[set + 1]; i++)
    {
      const struct process_link *link = &old->links[i];
      const struct places inner = places_of (frames, link->inner, USE_CALL);
      const struct places outer = places_of (frames, link->outer, USE_CALL);
      add_inner_links (frames, &inner, inner.chain.len + 1, true);
      add_link (frames, innermost (frames, &outer), inner.first, true);
      add_inner_links (frames, &outer, outer.chain.len + 1, true);
    }
}

/* Adds the calls that lead from the innermost caller of the old SET to the last
   but one place of the old location LEAF.  */
static void
add_leaf_links (struct inlined_frames *frames, size_t set, uint32_t leaf)
{
  const struct process *old = frames->old;
  const struct places places = places_of (frames, leaf, USE_LEAF);
  const struct places caller
    = places_of (frames, old->links[old->sets[set]].inner, USE_CALL);
  add_inner_links (frames, &places, places.chain.len, false);
  add_link (frames, innermost (frames, &caller), places.first, false);
}

/* Returns the new set for the samples of the old SET at the old location LEAF;
   or PROCESS_NONE: at any location without a chain.  */
static uint32_t
add_set (struct inlined_frames *frames, uint32_t set, uint32_t leaf)
{
  struct process *process = &frames->process;
  const size_t known = frames->sets.len;
  const uint32_t number = pair_enter (&frames->sets, set, leaf);
  if (number < known)
    return number;
  ARRAY_ROOM (process->sets, frames->cap_sets, process->n_sets + 2);
  process->sets[process->n_sets + 1] = process->sets[process->n_sets];
  if (leaf != PROCESS_NONE)
    add_leaf_links (frames, set, leaf);
  copy_links (frames, set);
  pair_table_free (&frames->in_set);
  process->n_sets++;
  return number;
}

/* Returns true if the samples of the old SET may get a set of their own.  An
   empty set cannot hold the callers of an inlined function.  */
static bool
may_add_set (const struct inlined_frames *frames, size_t set)
{
  const struct process *old = frames->old;
  return (old->sets[set] < old->sets[set + 1]
          && frames->process.sets[frames->process.n_sets] < LINKS_MAX);
}

/* -- Samples and calls ---------------------------------------------------- */

/* Moves SAMPLE, of the old process, to its places in the copy.  Its stack is a
   node of the tree, or a set if is_set is true.  */
static void
move_sample (struct inlined_frames *frames, struct process_sample *sample)
{
  const struct process *old = frames->old;
  const struct places places = places_of (frames, sample->location, USE_LEAF);
  const size_t len = places.chain.len;
  sample->is_set = sample->stack >= old->n_nodes;
  if (!sample->is_set)
    sample->stack = add_nodes (frames, frames->node_of[sample->stack], &places,
                               len);
  else
    {
      const uint32_t set = sample->stack - (uint32_t) old->n_nodes;
      const bool is_apart = len > 0 && may_add_set (frames, set);
      sample->stack = add_set (frames, set, is_apart ? sample->location
                               : PROCESS_NONE);
      if (!is_apart)
        return;
    }
  if (len > 0)
    sample->location = innermost (frames, &places);
}

static void
copy_samples (struct inlined_frames *frames)
{
  const struct process *old = frames->old;
  struct process *process = &frames->process;
  process->samples = array_new (old->n_samples, sizeof *process->samples);
  for (size_t i = 0; i < old->n_samples; i++)
    {
      process->samples[i] = old->samples[i];
      move_sample (frames, &process->samples[i]);
    }
  uint32_t *number = make_nodes (frames);
  for (size_t i = 0; i < old->n_samples; i++)
    {
      struct process_sample *sample = &process->samples[i];
      sample->stack = (sample->is_set
                       ? sample->stack + (uint32_t) process->n_nodes
                       : number[sample->stack]);
    }
  free (number);
}

static void
copy_arcs (struct inlined_frames *frames)
{
  const struct process *old = frames->old;
  struct process *process = &frames->process;
  process->arcs = array_new (old->n_arcs, sizeof *process->arcs);
  for (size_t i = 0; i < old->n_arcs; i++)
    {
      struct process_arc *arc = &process->arcs[i];
      *arc = old->arcs[i];
      if (arc->from == PROCESS_NONE)
        continue;
      const struct places places = places_of (frames, arc->from, USE_CALL);
      arc->from = innermost (frames, &places);
    }
}

struct inlined_frames *
inlined_frames_new (const struct process *process,
                    const struct inline_chains *chains)
{
  const size_t n = process->n_locations;
  struct inlined_frames *frames = array_new (1, sizeof *frames);
  frames->old = process;
  frames->chains = chains;
  frames->process = *process;
  frames->exact = array_new (n, sizeof *frames->exact);
  frames->cap_locations = n;
  frames->process.locations
    = array_new (n, sizeof *frames->process.locations);
  if (n)
    memcpy (frames->process.locations, process->locations,
            n * sizeof *process->locations);
  frames->process.links = NULL;
  frames->process.n_sets = 0;
  frames->process.sets = NULL;
  ARRAY_ROOM (frames->process.sets, frames->cap_sets, 1);
  frames->process.sets[0] = 0;
  copy_nodes (frames);
  copy_samples (frames);
  copy_arcs (frames);
  return frames;
}

void
inlined_frames_free (struct inlined_frames *frames)
{
  if (!frames)
    return;
  struct process *process = &frames->process;
  free (process->locations);
  free (process->nodes);
  free (process->links);
  free (process->sets);
  free (process->samples);
  free (process->arcs);
  free (frames->exact);
  free (frames->inlined);
  free (frames->node_of);
  pair_table_free (&frames->tree);
  pair_table_free (&frames->sets);
  pair_table_free (&frames->in_set);
  free (frames);
}

const struct process *
inlined_frames_process (const struct inlined_frames *frames)
{
  return &frames->process;
}
