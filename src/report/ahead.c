/* report/ahead.c -- what the next entries need, on its way to the cache.

   SPDX-License-Identifier: GPL-3.0-or-later

   In: the view, and how far the call graph is written.  Out: nothing but time.
   Called by cg_print.

   Entries are written by falling time, so that their arcs, the nodes at the
   ends of these, and names lie all over the memory, each known only by the one
   before it.  Each is asked for some entries before it is read:

     place            NEAR     MIDDLE   FAR               FARTHER   FARTHEST
     being written    texts    names    own node, arcs    places    spans  */

#include <config.h>

#include "report/ahead.h"

#include "report/names.h"

/* How many entries before it is read each is asked for.  */
enum
{
  NEAR = 3,
  MIDDLE = 8,
  FAR = 16,
  FARTHER = 24,
  FARTHEST = 32
};

/* So many arcs of a side are taken care of; more of them would displace the
   first.  */
#define MAX_ARCS 32

typedef void ask_fn (const struct view *view, cg_id id);

static size_t
few (struct cg_span span)
{
  return span.len < MAX_ARCS ? span.len : MAX_ARCS;
}

static void
ask_for_arcs (const struct view *view, cg_id id)
{
  const struct cg *cg = view->cg;
  struct cg_span children = cg_children (cg, id);
  struct cg_span parents = cg_parents (cg, id);
  __builtin_prefetch (&cg->nodes[id].calls);
  __builtin_prefetch (&cg->nodes[id].print);
  for (size_t i = 0; i < few (children); i++)
    __builtin_prefetch (&cg->arcs[children.arcs[i]]);
  for (size_t i = 0; i < few (parents); i++)
    __builtin_prefetch (&cg->arcs[parents.arcs[i]]);
}

/* Asks for where the spans of ID begin, */
static void
ask_for_spans (const struct cg *cg, cg_id id)
{
  __builtin_prefetch (&cg->child_start[id]);
  __builtin_prefetch (&cg->parent_start[id]);
}

/* and, once that has come, for them.  */
static void
ask_for_places (const struct cg *cg, cg_id id)
{
  __builtin_prefetch (cg_children (cg, id).arcs);
  __builtin_prefetch (cg_parents (cg, id).arcs);
}

/* Asks for ID and what is at the other ends of its arcs.  */
static inline void
ask_for_ends (const struct view *view, cg_id id, ask_fn *ask)
{
  const struct cg *cg = view->cg;
  struct cg_span children = cg_children (cg, id);
  struct cg_span parents = cg_parents (cg, id);
  ask (view, id);
  for (size_t i = 0; i < few (children); i++)
    ask (view, cg->arcs[children.arcs[i]].child);
  for (size_t i = 0; i < few (parents); i++)
    ask (view, cg->arcs[parents.arcs[i]].parent);
}

/* The symbol at PLACE, if there is one.  */
static bool
find_symbol (const struct view *view, size_t place, cg_id *id)
{
  if (place >= view->rank->len)
    return false;
  *id = view->rank->order[place];
  return *id < view->cg->n_syms;
}

void
ahead_of_entry (const struct view *view, size_t place)
{
  cg_id id;
  if (find_symbol (view, place + FARTHEST, &id))
    ask_for_spans (view->cg, id);
  if (find_symbol (view, place + FARTHER, &id))
    ask_for_places (view->cg, id);
  if (find_symbol (view, place + FAR, &id))
    ask_for_arcs (view, id);
  if (find_symbol (view, place + MIDDLE, &id))
    ask_for_ends (view, id, ask_for_name);
  if (find_symbol (view, place + NEAR, &id))
    ask_for_ends (view, id, ask_for_text);
}
