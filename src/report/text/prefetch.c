/* report/text/prefetch.c -- prefetches the data of the next entries.

   SPDX-License-Identifier: GPL-3.0-or-later

   The entries of the call graph are written in the order of their times.  So
   their arcs, the nodes at the ends of the arcs, and the names are all over
   the memory, and each can be found only through the one before it in this
   list: span, place of an arc, arc, node, name, text.  Each is prefetched some
   entries before it is read:

     place            NEAR     MIDDLE   FAR               FARTHER   FARTHEST
     being written    texts    names    own node, arcs    places    spans  */

#include <config.h>

#include "report/text/prefetch.h"

#include "report/names.h"

/* How many entries ahead of the current one each is prefetched.  */
enum
{
  NEAR = 3,
  MIDDLE = 8,
  FAR = 16,
  FARTHER = 24,
  FARTHEST = 32
};

/* The highest number of arcs prefetched for each side of an entry.  More of
   them would displace the first ones from the cache.  */
#define MAX_ARCS 32

typedef void prefetch_fn (const struct view *view, cg_id id);

static size_t
few (struct cg_span span)
{
  return span.len < MAX_ARCS ? span.len : MAX_ARCS;
}

static void
arc_prefetch (const struct cg *cg, uint32_t arc)
{
  __builtin_prefetch (&cg->arcs[arc]);
  if (arc < cg->n_measured)
    __builtin_prefetch (&cg->measured_of[arc]);
}

static void
arcs_prefetch (const struct view *view, cg_id id)
{
  const struct cg *cg = view->cg;
  struct cg_span children = cg_children (cg, id);
  struct cg_span parents = cg_parents (cg, id);
  __builtin_prefetch (&cg->nodes[id].calls);
  __builtin_prefetch (&cg->nodes[id].print);
  for (size_t i = 0; i < few (children); i++)
    arc_prefetch (cg, children.arcs[i]);
  for (size_t i = 0; i < few (parents); i++)
    arc_prefetch (cg, parents.arcs[i]);
}

/* Prefetches the places in child_start and parent_start of ID.  */
static void
spans_prefetch (const struct cg *cg, cg_id id)
{
  __builtin_prefetch (&cg->child_start[id]);
  __builtin_prefetch (&cg->parent_start[id]);
}

/* Prefetches the spans of ID, whose places in child_start and parent_start
   must be in the cache already.  */
static void
places_prefetch (const struct cg *cg, cg_id id)
{
  __builtin_prefetch (cg_children (cg, id).arcs);
  __builtin_prefetch (cg_parents (cg, id).arcs);
}

/* Calls PREFETCH for ID and for the nodes at the other ends of its arcs.  */
static inline void
ends_prefetch (const struct view *view, cg_id id, prefetch_fn *prefetch)
{
  const struct cg *cg = view->cg;
  struct cg_span children = cg_children (cg, id);
  struct cg_span parents = cg_parents (cg, id);
  prefetch (view, id);
  for (size_t i = 0; i < few (children); i++)
    prefetch (view, cg->arcs[children.arcs[i]].child);
  for (size_t i = 0; i < few (parents); i++)
    prefetch (view, cg->arcs[parents.arcs[i]].parent);
}

/* Sets *ID to the symbol at PLACE in their order.  Returns false if there is no
   node at PLACE, or it is no symbol.  */
static bool
find_symbol (const struct view *view, size_t place, cg_id *id)
{
  if (place >= view->entries->len)
    return false;
  *id = view->entries->order[place];
  return *id < view->cg->n_syms;
}

void
entry_prefetch (const struct view *view, size_t place)
{
  cg_id id;
  if (find_symbol (view, place + FARTHEST, &id))
    spans_prefetch (view->cg, id);
  if (find_symbol (view, place + FARTHER, &id))
    places_prefetch (view->cg, id);
  if (find_symbol (view, place + FAR, &id))
    arcs_prefetch (view, id);
  if (find_symbol (view, place + MIDDLE, &id))
    ends_prefetch (view, id, name_prefetch);
  if (find_symbol (view, place + NEAR, &id))
    ends_prefetch (view, id, name_text_prefetch);
}
