/* graph/cg.c -- the call graph as data.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/cg.h"

#include <stdlib.h>

#include "base/arena.h"

const struct cg_node cg_no_node = { .next = CG_NONE };

struct cg *
cg_new_bare (size_t n_syms)
{
  struct cg *cg = array_new (1, sizeof *cg);
  cg->n_syms = n_syms;
  return cg;
}

struct cg *
cg_new (size_t n_syms)
{
  struct cg *cg = cg_new_bare (n_syms);
  /* There is room for the cycles behind the symbols, unless cycles are
     many.  */
  cg->cap_nodes = n_syms + 1 + n_syms / 8;
  cg->nodes = array_new (cg->cap_nodes, sizeof *cg->nodes);
  for (size_t i = 0; i <= n_syms; i++)
    cg->nodes[i].next = CG_NONE;
  return cg;
}

void
cg_free (struct cg *cg)
{
  if (!cg)
    return;
  free (cg->nodes);
  free (cg->arcs);
  free (cg->measured);
  free (cg->measured_of);
  free (cg->apportioned);
  free (cg->child_arcs);
  free (cg->child_start);
  free (cg->parent_arcs);
  free (cg->parent_start);
  free (cg->topo);
  free (cg);
}

static cg_id
arc_end (const struct cg_arc *arc, bool parent)
{
  return parent ? arc->parent : arc->child;
}

/* Sorts the indices of arcs by one end, the newest arc first within a node.
   It is a counting sort that fills each span from its far end.  */
static void
make_spans (const struct cg *cg, bool by_parent, uint32_t **arcs,
            uint32_t **start)
{
  uint32_t *first = array_new (cg->n_syms + 2, sizeof *first);
  uint32_t *index = array_new (cg->n_arcs, sizeof *index);
  for (size_t i = 0; i < cg->n_arcs; i++)
    first[arc_end (&cg->arcs[i], by_parent)]++;
  for (size_t i = 1; i <= cg->n_syms + 1; i++)
    first[i] += first[i - 1];
  for (size_t i = 0; i < cg->n_arcs; i++)
    index[--first[arc_end (&cg->arcs[i], by_parent)]] = i;
  *arcs = index;
  *start = first;
}

void
cg_index_arcs (struct cg *cg)
{
  free (cg->child_arcs);
  free (cg->child_start);
  free (cg->parent_arcs);
  free (cg->parent_start);
  make_spans (cg, true, &cg->child_arcs, &cg->child_start);
  make_spans (cg, false, &cg->parent_arcs, &cg->parent_start);
}
