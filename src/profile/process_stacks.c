/* profile/process_stacks.c -- puts locations, calls and call stacks into order.

   SPDX-License-Identifier: GPL-3.0-or-later

   Reads the tables of a sum, whose numbers depend on the order of the files,
   and the final numbers of objects and threads.

   The numbers of objects order the locations, those of locations the children
   of each node, and so on: each sort uses numbers that are final already.
   These are the largest tables of a profile.  So each array is freed behind
   its last use, or becomes that of the result.  */

#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/digit_sort.h"
#include "profile/process_tables.h"

/* -- Locations ------------------------------------------------------------ */

static uint64_t
location_number (const void *entry, unsigned i)
{
  const struct location_entry *location = entry;

  return i == 0 ? location->offset : location->where / 2;
}

/* Offsets have 64 bits, so "exact" does not join them in one number.  Locations
   that differ only there are put into order behind the sort.  */
static int
compare_location_entries (const void *a, const void *b)
{
  const struct location_entry *x = a, *y = b;
  int order = compare_numbers (x->where / 2, y->where / 2);

  return order ? order : compare_numbers (x->offset, y->offset);
}

static void
sort_locations (struct location_entry *locations, size_t n)
{
  sort_by_digits (locations, n, sizeof *locations, 2, location_number,
                  compare_location_entries);
  for (size_t i = 1; i < n; i++)
    if (compare_location_entries (&locations[i - 1], &locations[i]) == 0
        && locations[i - 1].where % 2)
      {
        struct location_entry exact = locations[i - 1];

        locations[i - 1] = locations[i];
        locations[i] = exact;
      }
}

static void
order_locations (struct process *to, struct process_sum *sum,
                 struct renumbering *new)
{
  struct location_entry *locations = sum->locations;
  const size_t n = sum->n_locations;

  for (size_t i = 0; i < n; i++)
    {
      locations[i].where = new->objects[locations[i].where / 2] * 2
                        + locations[i].where % 2;
      locations[i].number = (uint32_t) i;
    }
  sort_locations (locations, n);
  to->n_locations = n;
  to->locations = array_new (n, sizeof *to->locations);
  new->locations = array_new (n, sizeof *new->locations);
  for (size_t i = 0; i < n; i++)
    {
      to->locations[i] = (struct process_location)
        { .offset = locations[i].offset, .object = locations[i].where / 2,
          .exact = locations[i].where % 2 };
      new->locations[locations[i].number] = (uint32_t) i;
    }
  free (locations);
  sum->locations = NULL;
}

/* -- Arcs ----------------------------------------------------------------- */

/* A call from nowhere comes before others: PROCESS_NONE + 1 is 0.  */
static uint64_t
arc_number (const void *record, unsigned i)
{
  const struct process_arc *arc = record;

  return i == 0 ? (uint32_t) (arc->from + 1) : arc->self;
}

static int
compare_arc_ends (const void *a, const void *b)
{
  int order = compare_numbers (arc_number (a, 1), arc_number (b, 1));

  return order ? order : compare_numbers (arc_number (a, 0),
                                          arc_number (b, 0));
}

size_t
process_join_arcs (struct process_arc *arcs, size_t n)
{
  size_t joined = 0;

  sort_by_digits (arcs, n, sizeof *arcs, 2, arc_number, compare_arc_ends);
  for (size_t i = 0; i < n; i++)
    if (i > 0 && compare_arc_ends (&arcs[joined - 1], &arcs[i]) == 0)
      add_to (&arcs[joined - 1].count, arcs[i].count);
    else
      arcs[joined++] = arcs[i];
  return joined;
}

static void
order_arcs (struct process *to, struct process_sum *sum,
            const struct renumbering *new)
{
  to->arcs = sum->arcs;
  sum->arcs = NULL;
  for (size_t i = 0; i < sum->n_arcs; i++)
    {
      struct process_arc *arc = &to->arcs[i];

      arc->self = new->locations[arc->self];
      if (arc->from != PROCESS_NONE)
        arc->from = new->locations[arc->from];
    }
  to->n_arcs = process_join_arcs (to->arcs, sum->n_arcs);
}

/* -- Nodes ---------------------------------------------------------------- */

/* Makes FIRST[I], for each of the N numbers I, the sum of all before it.  */
static void
add_up_counts (uint32_t *first, size_t n)
{
  uint32_t sum = 0;

  for (size_t i = 0; i < n; i++)
    {
      const uint32_t count = first[i];

      first[i] = sum;
      sum += count;
    }
}

/* Returns the numbers 1 to N - 1 of the nodes at PAIRS, by their locations, on
   the heap.  */
static uint32_t *
nodes_by_location (const struct pair *pairs, size_t n, size_t n_locations,
                   const struct renumbering *new)
{
  uint32_t *nodes = array_new (n, sizeof *nodes);
  uint32_t *first = array_new (n_locations, sizeof *first);

  for (size_t i = 1; i < n; i++)
    first[new->locations[pairs[i].b]]++;
  add_up_counts (first, n_locations);
  for (size_t i = 1; i < n; i++)
    nodes[first[new->locations[pairs[i].b]]++] = (uint32_t) i;
  free (first);
  return nodes;
}

/* Returns the numbers 1 to N - 1 of the nodes at PAIRS, by their parents and
   then by their locations, on the heap.  */
static uint32_t *
nodes_by_parent (const struct pair *pairs, size_t n, size_t n_locations,
                 const struct renumbering *new)
{
  uint32_t *by_location = nodes_by_location (pairs, n, n_locations, new);
  uint32_t *nodes = array_new (n, sizeof *nodes);
  uint32_t *first = array_new (n, sizeof *first);

  for (size_t i = 1; i < n; i++)
    first[pairs[i].a]++;
  add_up_counts (first, n);
  for (size_t i = 0; i + 1 < n; i++)
    nodes[first[pairs[by_location[i]].a]++] = by_location[i];
  free (first);
  free (by_location);
  return nodes;
}

/* Returns the number of nodes in and below each of the N nodes at PAIRS, on
   the heap.  Parents stand before their children.  */
static uint32_t *
sizes_of_nodes (const struct pair *pairs, size_t n)
{
  uint32_t *sizes = array_new (n, sizeof *sizes);

  for (size_t i = n; i-- > 0;)
    {
      sizes[i]++;
      if (i)
        sizes[pairs[i].a] += sizes[i];
    }
  return sizes;
}

/* Numbers the nodes depth-first, so that most parents stand just before their
   first child.  The numbers of all nodes below a node follow its own.  */
static void
number_nodes (struct renumbering *new, const struct pair *pairs, size_t n,
              size_t n_locations)
{
  uint32_t *children = nodes_by_parent (pairs, n, n_locations, new);
  uint32_t *sizes = sizes_of_nodes (pairs, n);
  uint32_t next = 0;

  new->nodes = array_new (n, sizeof *new->nodes);
  for (size_t i = 0; i + 1 < n; i++)
    {
      const uint32_t node = children[i], parent = pairs[node].a;

      if (i == 0 || pairs[children[i - 1]].a != parent)
        next = new->nodes[parent] + 1;
      new->nodes[node] = next;
      next += sizes[node];
    }
  free (sizes);
  free (children);
}

static void
order_nodes (struct process *to, const struct process_sum *sum,
             struct renumbering *new)
{
  const struct pair *pairs = sum->nodes.pairs;
  const size_t n = sum->nodes.len;

  number_nodes (new, pairs, n, to->n_locations);
  to->n_nodes = n;
  to->nodes = array_new (n, sizeof *to->nodes);
  to->nodes[0] = (struct process_node) { PROCESS_NONE, PROCESS_NONE };
  for (size_t i = 1; i < n; i++)
    to->nodes[new->nodes[i]] = (struct process_node)
      { new->nodes[pairs[i].a], new->locations[pairs[i].b] };
}

/* -- Sets of links -------------------------------------------------------- */

struct set_key
{
  const struct process_link *links;
  size_t len;
  uint32_t old;
};

static int
compare_sets (const void *a, const void *b)
{
  const struct set_key *x = a, *y = b;
  int order = compare_numbers (x->len, y->len);

  for (size_t i = 0; i < x->len && !order; i++)
    {
      order = compare_numbers (x->links[i].outer, y->links[i].outer);
      if (!order)
        order = compare_numbers (x->links[i].inner, y->links[i].inner);
    }
  return order;
}

static size_t
set_len (const struct process_sum *sum, uint32_t set)
{
  size_t len = 0;

  for (; set != PROCESS_NONE; set = sum->sets.pairs[set].a)
    len++;
  return len;
}

/* Writes the LEN links of SET to LINKS.  */
static void
copy_set (struct process_link *links, size_t len,
          const struct process_sum *sum, uint32_t set,
          const struct renumbering *new)
{
  for (; set != PROCESS_NONE; set = sum->sets.pairs[set].a)
    {
      const struct pair *link = &sum->links.pairs[sum->sets.pairs[set].b];

      links[--len] = (struct process_link) { new->locations[link->a],
                                             new->locations[link->b] };
    }
}

/* The sets that samples have as their stacks.  */
struct used_sets
{
  bool *used;                   /* by number in the sum; heap */
  size_t n_sets, n_links;
};

/* Notes that a sample has the stack SET.  */
static void
use_set (struct used_sets *sets, const struct process_sum *sum, uint32_t set)
{
  if (sets->used[set])
    return;
  sets->used[set] = true;
  sets->n_sets++;
  sets->n_links += set_len (sum, set);
}

/* Gives the N sets of KEYS their new numbers, and TO their links.  */
static void
store_sets (struct process *to, const struct set_key *keys, size_t n,
            size_t n_links, struct renumbering *new)
{
  size_t at = 0;

  to->links = array_new (n_links, sizeof *to->links);
  to->sets = array_new (n + 1, sizeof *to->sets);
  for (to->n_sets = 0; to->n_sets < n; to->n_sets++)
    {
      const struct set_key *key = &keys[to->n_sets];

      memcpy (to->links + at, key->links, key->len * sizeof *to->links);
      at += key->len;
      to->sets[to->n_sets + 1] = at;
      new->sets[key->old] = (uint32_t) to->n_sets;
    }
}

static void
order_sets (struct process *to, struct process_sum *sum,
            struct renumbering *new)
{
  const size_t all = sum->sets.len;
  struct used_sets sets = { .used = array_new (all, sizeof *sets.used) };
  size_t n = 0, at = 0;

  for (size_t i = 0; i < sum->n_samples; i++)
    if (sum->samples[i].is_set)
      use_set (&sets, sum, sum->samples[i].stack);
  struct process_link *links = array_new (sets.n_links, sizeof *links);
  struct set_key *keys = array_new (sets.n_sets, sizeof *keys);
  for (uint32_t i = 0; i < all; i++)
    if (sets.used[i])
      {
        size_t len = set_len (sum, i);

        copy_set (links + at, len, sum, i, new);
        keys[n++] = (struct set_key) { links + at, len, i };
        at += len;
      }
  free (sets.used);
  pair_table_free (&sum->links);
  pair_table_free (&sum->sets);
  new->sets = array_new (all, sizeof *new->sets);
  if (n > 1)
    qsort (keys, n, sizeof *keys, compare_sets);
  store_sets (to, keys, n, sets.n_links, new);
  free (keys);
  free (links);
}

/* -- Samples -------------------------------------------------------------- */

static int
compare_samples (const void *a, const void *b)
{
  const struct process_sample *x = a, *y = b;
  int order = compare_numbers (x->location, y->location);

  if (!order)
    order = compare_numbers (x->stack, y->stack);
  if (!order)
    order = compare_numbers (x->thread, y->thread);
  if (!order)
    order = compare_numbers (x->flags, y->flags);
  return order ? order : compare_numbers (x->type, y->type);
}

static void
order_samples (struct process *to, struct process_sum *sum,
               const struct renumbering *new)
{
  to->samples = sum->samples;
  to->n_samples = sum->n_samples;
  sum->samples = NULL;
  for (size_t i = 0; i < to->n_samples; i++)
    {
      struct process_sample *sample = &to->samples[i];

      sample->location = new->locations[sample->location];
      sample->stack = (sample->is_set
                       ? (uint32_t) to->n_nodes + new->sets[sample->stack]
                       : new->nodes[sample->stack]);
      sample->thread = new->threads[sample->thread];
    }
  /* qsort takes less memory for records of this size than a merge.  */
  if (!sort_done ((const char *) to->samples, to->n_samples,
                  sizeof *to->samples, compare_samples))
    qsort (to->samples, to->n_samples, sizeof *to->samples, compare_samples);
}

void
process_order_stacks (struct process *to, struct process_sum *sum,
                      struct renumbering *new)
{
  slot_index_free (&sum->location_index);
  slot_index_free (&sum->nodes.index);
  slot_index_free (&sum->links.index);
  slot_index_free (&sum->sets.index);
  slot_index_free (&sum->sample_index);
  order_locations (to, sum, new);
  order_arcs (to, sum, new);
  order_nodes (to, sum, new);
  pair_table_free (&sum->nodes);
  order_sets (to, sum, new);
  order_samples (to, sum, new);
}
