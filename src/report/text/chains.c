/* report/text/chains.c -- the orders of functions and objects for a linker.

   SPDX-License-Identifier: GPL-3.0-or-later

   The rules were found by experiment with GNU gprof 2.40 on some 20,000 random
   graphs (doc/design/src/report-orders.md).  Every arc is read a fixed number
   of times, and sorting is the only step that is not linear.

   A chain is a row of functions.  An arc between two functions in no chain
   makes a chain, the caller first.  An arc between a function of a chain and a
   function in no chain puts the latter at the end of the chain that is nearer
   to the former; if both ends are equally near, a callee goes to the back and
   a caller to the front.  Chains never join.  Since they grow only at their
   ends, the place of a function in its chain is a number that never
   changes.  */

#include <config.h>

#include "report/text/chains.h"

#include <stdlib.h>

#include "base/arena.h"

/* Shares of all calls: arcs within HOT_SHARE are hot, arcs within CHAIN_SHARE
   make the first chains.  */
#define HOT_SHARE 0.90
#define CHAIN_SHARE 0.99

/* At most one of this many functions is pulled out for its many callers.  */
#define PULLED_SHARE 80

/* The number of hot callers at which pulling out ends.  */
#define PULLED_ENOUGH 5

struct order_arc
{
  cg_id parent, child;
  uint64_t count;
  size_t index;                 /* place among the rows, then the arcs of the
                                   graph */
  const struct order_row *row;  /* the row, which has no ends; NULL for an
                                   arc */
  bool aside;                   /* does not make a chain any more */
};

/* A node of a chain.  */
struct link
{
  cg_id before, behind;         /* neighbours, or CG_NONE */
  cg_id chain;                  /* the node that has the chain's record in
                                   chains; CG_NONE: in no chain */
  int64_t place;                /* increases along the chain */
};

/* The ends of a chain.  The record has the number of the node that started the
   chain as a caller.  */
struct chain
{
  cg_id front, back;
};

struct orderer
{
  struct order *order;
  const struct cg *cg;
  struct order_arc *arcs;       /* without arcs from a node to itself */
  size_t n_arcs, n_rows;
  bool *done;                   /* by node: takes no part in chains any
                                   more */
  struct link *links;           /* by node */
  struct chain *chains;         /* by node */
};

static void
append (struct order *order, cg_id id)
{
  *ARRAY_APPEND (order->ids, order->cap, order->len) = id;
}

static void
append_row (struct order *order, const struct order_row *row)
{
  for (size_t i = 0; i < row->len; i++)
    append (order, row->ids[i]);
}

void
order_free (struct order *order)
{
  free (order->ids);
  *order = (struct order) { NULL, 0, 0 };
}

static void
orderer_init (struct orderer *o, struct order *order, const struct cg *cg,
              const struct order_row *rows, size_t n_rows)
{
  *o = (struct orderer) { .order = order, .cg = cg, .n_rows = n_rows };
  o->arcs = array_new (n_rows + cg->n_arcs, sizeof *o->arcs);
  o->done = array_new (cg->n_syms + 1, sizeof *o->done);
  o->links = array_new (cg->n_syms + 1, sizeof *o->links);
  o->chains = array_new (cg->n_syms + 1, sizeof *o->chains);
  for (cg_id id = 0; id <= cg->n_syms; id++)
    o->links[id] = (struct link) { CG_NONE, CG_NONE, CG_NONE, 0 };
  for (size_t i = 0; i < n_rows; i++)
    if (!rows[i].early)
      o->arcs[o->n_arcs++] = (struct order_arc) { .index = i,
                                                  .row = &rows[i] };
  for (size_t i = 0; i < cg->n_arcs; i++)
    {
      const struct cg_arc *arc = &cg->arcs[i];
      if (arc->parent != arc->child)
        o->arcs[o->n_arcs++]
          = (struct order_arc) { .parent = arc->parent, .child = arc->child,
                                 .count = arc->count, .index = n_rows + i };
    }
}

static void
orderer_free (struct orderer *o)
{
  free (o->arcs);
  free (o->done);
  free (o->links);
  free (o->chains);
}

/* Moves the arcs beyond SHARE of all calls behind the arcs within SHARE, and
   returns the number of the latter.  Both keep their order.  */
static size_t
split_by_share (struct order_arc *arcs, size_t n_arcs, double share)
{
  struct order_arc *rest = array_new (n_arcs, sizeof *rest);
  uint64_t total = 0, sum = 0;
  size_t n_kept = 0, n_rest = 0;
  for (size_t i = 0; i < n_arcs; i++)
    total += arcs[i].count;
  for (size_t i = 0; i < n_arcs; i++)
    {
      sum += arcs[i].count;
      /* Without any call the quotient is a NaN, and all arcs are kept.  */
      if ((double) sum / (double) total > share)
        rest[n_rest++] = arcs[i];
      else
        arcs[n_kept++] = arcs[i];
    }
  for (size_t i = 0; i < n_rest; i++)
    arcs[n_kept + i] = rest[i];
  free (rest);
  return n_kept;
}

/* Starts a chain of PARENT and CHILD.  */
static void
start_chain (struct orderer *o, cg_id parent, cg_id child)
{
  o->chains[parent] = (struct chain) { parent, child };
  o->links[parent] = (struct link) { CG_NONE, child, parent, 0 };
  o->links[child] = (struct link) { parent, CG_NONE, parent, 1 };
}

/* Puts the single node ADDED at an end of the chain that MEMBER is in.  */
static void
extend_chain (struct orderer *o, cg_id member, cg_id added,
              bool added_is_caller)
{
  cg_id id = o->links[member].chain;
  struct chain *chain = &o->chains[id];
  int64_t place = o->links[member].place;
  int64_t to_front = place - o->links[chain->front].place;
  int64_t to_back = o->links[chain->back].place - place;
  if (to_front < to_back || (to_front == to_back && added_is_caller))
    {
      struct link *front = &o->links[chain->front];
      front->before = added;
      o->links[added]
        = (struct link) { CG_NONE, chain->front, id, front->place - 1 };
      chain->front = added;
    }
  else
    {
      struct link *back = &o->links[chain->back];
      back->behind = added;
      o->links[added]
        = (struct link) { chain->back, CG_NONE, id, back->place + 1 };
      chain->back = added;
    }
}

static bool
is_single (const struct orderer *o, cg_id id)
{
  return o->links[id].chain == CG_NONE;
}

static void
chains_join (struct orderer *o, const struct order_arc *arc)
{
  cg_id parent = arc->parent, child = arc->child;
  if (is_single (o, parent) && is_single (o, child))
    start_chain (o, parent, child);
  else if (is_single (o, child))
    extend_chain (o, parent, child, false);
  else if (is_single (o, parent))
    extend_chain (o, child, parent, true);
}

/* Appends the chain that ID is in, if any, to the order.  */
static void
append_chain (struct orderer *o, cg_id id)
{
  if (is_single (o, id))
    return;
  for (cg_id at = o->chains[o->links[id].chain].front; at != CG_NONE;
       at = o->links[at].behind)
    {
      append (o->order, at);
      o->done[at] = true;
    }
}

/* Makes chains of the arcs, and appends each chain at the place of the first
   arc that has an end in it.  Arcs that are set aside make no chain, but they
   count for that place.  */
static void
append_chains (struct orderer *o, const struct order_arc *arcs, size_t n_arcs)
{
  for (size_t i = 0; i < n_arcs; i++)
    if (!arcs[i].aside && !arcs[i].row && !o->done[arcs[i].parent]
        && !o->done[arcs[i].child])
      chains_join (o, &arcs[i]);
  for (size_t i = 0; i < n_arcs; i++)
    if (!arcs[i].row)
      {
        if (!o->done[arcs[i].parent] && !o->done[arcs[i].child])
          append_chain (o, arcs[i].parent);
      }
    else if (!arcs[i].aside)
      append_row (o->order, arcs[i].row);
}

/* Most calls first; stable.  */
static int
chains_compare_arcs (const void *a, const void *b)
{
  const struct order_arc *x = a, *y = b;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* A function and the number of its hot callers.  */
struct popular
{
  cg_id id;
  uint32_t n_callers;
};

static int
compare_popular (const void *a, const void *b)
{
  const struct popular *x = a, *y = b;
  if (x->n_callers != y->n_callers)
    return x->n_callers > y->n_callers ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

/* Returns the functions to pull out on the heap, and their number in *COUNT.
   The arcs are sorted.  */
static struct popular *
find_popular (const struct orderer *o, size_t *count)
{
  struct popular *popular = array_new (o->cg->n_syms + 1, sizeof *popular);
  size_t n_used = 0;
  struct order_arc *arcs = array_new (o->n_arcs, sizeof *arcs);
  for (size_t i = 0; i < o->n_arcs; i++)
    arcs[i] = o->arcs[i];
  for (cg_id id = 0; id < o->cg->n_syms; id++)
    popular[id].id = id;
  for (size_t i = split_by_share (arcs, o->n_arcs, HOT_SHARE); i > 0; i--)
    popular[arcs[i - 1].child].n_callers += !arcs[i - 1].row;
  free (arcs);
  for (cg_id id = 0; id < o->cg->n_syms; id++)
    if (!o->done[id])
      popular[n_used++] = popular[id];
  qsort (popular, n_used, sizeof *popular, compare_popular);
  /* A function with exactly PULLED_ENOUGH callers ends the loop; a function
     with fewer callers does not.  */
  for (*count = 0; *count < n_used / PULLED_SHARE
       && popular[*count].n_callers != PULLED_ENOUGH; )
    ++*count;
  return popular;
}

/* The arcs that are set aside, in the order in which that happened.  */
struct aside
{
  struct order_arc **arcs;
  size_t len;
};

/* Sets the arcs of SPAN aside.  WHERE[i] is the place of arc number i of the
   graph in o->arcs, which are sorted and have no arcs from a node to
   itself.  */
static void
set_aside (struct orderer *o, struct aside *aside, struct cg_span span,
           const size_t *where)
{
  for (size_t i = 0; i < span.len; i++)
    {
      const struct cg_arc *arc = &o->cg->arcs[span.arcs[i]];
      struct order_arc *sorted = &o->arcs[where[span.arcs[i]]];
      if (arc->parent == arc->child || sorted->aside)
        continue;
      sorted->aside = true;
      aside->arcs[aside->len++] = sorted;
    }
}

/* Keeps in ASIDE only pairs: arcs between two functions that are done.  Each
   function is in at most one pair, and no longer done.  */
static void
keep_pairs (struct orderer *o, struct aside *aside)
{
  size_t kept = 0;
  for (size_t i = 0; i < aside->len; i++)
    {
      struct order_arc *arc = aside->arcs[i];
      if (!o->done[arc->parent] || !o->done[arc->child])
        continue;
      o->done[arc->parent] = o->done[arc->child] = false;
      aside->arcs[kept++] = arc;
    }
  aside->len = kept;
}

/* A key to sort pairs: more calls first, then the pair set aside earlier.  */
struct pair
{
  const struct order_arc *arc;
  size_t index;
};

static int
compare_pairs (const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
  if (x->arc->count != y->arc->count)
    return x->arc->count > y->arc->count ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* Appends the callers of the pairs to the order; their callees stay for
   later.  */
static void
append_pairs (struct orderer *o, const struct aside *aside)
{
  struct pair *pairs = array_new (aside->len, sizeof *pairs);
  for (size_t i = 0; i < aside->len; i++)
    pairs[i] = (struct pair) { aside->arcs[i], i };
  qsort (pairs, aside->len, sizeof *pairs, compare_pairs);
  for (size_t i = 0; i < aside->len; i++)
    {
      append (o->order, pairs[i].arc->parent);
      o->done[pairs[i].arc->parent] = true;
    }
  free (pairs);
}

/* Pulls out the functions with many callers, and appends them to the order,
   except for the last one.  Functions of pairs come after all others.  */
static void
append_popular (struct orderer *o)
{
  size_t count;
  struct popular *popular = find_popular (o, &count);
  size_t *where = array_new (o->cg->n_arcs, sizeof *where);
  struct aside aside = { array_new (o->n_arcs, sizeof *aside.arcs), 0 };
  for (size_t i = 0; i < o->n_arcs; i++)
    if (!o->arcs[i].row)
      where[o->arcs[i].index - o->n_rows] = i;
  for (size_t i = 0; i < count; i++)
    {
      cg_id id = popular[i].id;
      o->done[id] = true;
      set_aside (o, &aside, cg_children (o->cg, id), where);
      set_aside (o, &aside, cg_parents (o->cg, id), where);
    }
  keep_pairs (o, &aside);
  for (size_t i = 0; i + 1 < count; i++)
    if (o->done[popular[i].id])
      append (o->order, popular[i].id);
  append_pairs (o, &aside);
  free (aside.arcs);
  free (where);
  free (popular);
}

/* Drops the arcs that are set aside from the COUNT arcs at ARCS.  Returns the
   number of arcs left.  */
static size_t
drop_aside (struct order_arc *arcs, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (!arcs[i].aside)
      arcs[kept++] = arcs[i];
  return kept;
}

void
order_functions (struct order *order, const struct cg *cg,
                 const struct order_row *rows, size_t n_rows)
{
  struct orderer o;
  orderer_init (&o, order, cg, rows, n_rows);
  for (cg_id id = 0; id < cg->n_syms; id++)
    o.done[id] = cg->nodes[id].calls == 0;
  qsort (o.arcs, o.n_arcs, sizeof *o.arcs, chains_compare_arcs);
  append_popular (&o);
  size_t n_hot = split_by_share (o.arcs, o.n_arcs, CHAIN_SHARE);
  append_chains (&o, o.arcs, n_hot);
  for (size_t i = 0; i < n_rows; i++)
    if (rows[i].early)
      append_row (order, &rows[i]);
  append_chains (&o, o.arcs + n_hot,
                 drop_aside (o.arcs + n_hot, o.n_arcs - n_hot));
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (cg->nodes[id].calls != 0 && !o.done[id])
      append (order, id);
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (cg->nodes[id].calls == 0)
      append (order, id);
  orderer_free (&o);
}

static bool
is_all_objects (const struct order_row *row, const bool *is_object)
{
  for (size_t i = 0; i < row->len; i++)
    if (!is_object[row->ids[i]])
      return false;
  return true;
}

void
order_objects (struct order *order, const struct cg *cg, const bool *is_object,
               const struct order_row *rows, size_t n_rows)
{
  struct orderer o;
  orderer_init (&o, order, cg, rows, n_rows);
  for (size_t i = 0; i < o.n_arcs; i++)
    {
      struct order_arc *arc = &o.arcs[i];
      arc->aside = (arc->row ? !is_all_objects (arc->row, is_object)
                    : !is_object[arc->parent] || !is_object[arc->child]);
    }
  /* The arcs are not sorted: the first arcs, up to CHAIN_SHARE of the calls,
     make the chains, and the last arcs do not count.  */
  append_chains (&o, o.arcs, split_by_share (o.arcs, o.n_arcs, CHAIN_SHARE));
  for (cg_id id = 0; id < cg->n_syms; id++)
    if (is_object[id] && !o.done[id])
      append (order, id);
  orderer_free (&o);
}
