/* graph/cg.h -- the call graph as data; no algorithm.

   SPDX-License-Identifier: GPL-3.0-or-later

   Nodes 0..n_syms-1 stand for the symbols of the same sym_id; node n_syms for
   whatever is called indirectly (cg_indirect); after cycle_link those behind
   it stand for the cycles, number 1 first.  Arcs are one array in the order
   they first appeared in the profile, those found in the code after them; the
   arcs of a node are spans of index arrays over it.  */

#ifndef GRAPH_CG_H
#define GRAPH_CG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "image/symtab.h"

typedef uint32_t cg_id;
#define CG_NONE UINT32_MAX

struct cg_node
{
  uint64_t calls;               /* into it, not counting its own; of a cycle:
                                   from outside it */
  uint64_t self_calls;          /* by itself; of a cycle: among its members */
  uint64_t outside_calls;       /* part of calls: from outside the image */
  double time;                  /* self time, in samples */
  double child_time;            /* of what it calls, its share */
  double fraction;              /* of its time that counts, 0..1 */
  double prop_self, prop_child; /* the fractions of time and child_time */
  double outside_time;          /* due to outside_calls: of time, */
  double outside_child_time;    /* and of child_time */
  uint32_t order;               /* topological: callees have lower numbers */
  uint32_t cycle;               /* number of its cycle, 0: in none */
  cg_id next;                   /* member after it in its cycle's chain; of a
                                   cycle: the first member; or CG_NONE */
  bool print;                   /* shows as an entry of its own */
};

struct cg_arc
{
  cg_id parent, child;          /* symbols, never cycles; the child may be
                                   cg_indirect */
  uint64_t count;
  double time, child_time;      /* of the child, the part due to this arc */
};

/* The arcs of one node, newest first: indices into cg->arcs.  */
struct cg_span
{
  const uint32_t *arcs;
  size_t len;
};

struct cg
{
  size_t n_syms, n_cycles;
  struct cg_node *nodes;        /* n_syms + 1 + n_cycles of them; or NULL */
  size_t cap_nodes;
  struct cg_arc *arcs;
  size_t n_arcs, cap_arcs;

  /* Set by cg_index_arcs.  */
  uint32_t *child_arcs, *child_start;
  uint32_t *parent_arcs, *parent_start;

  cg_id *topo;                  /* symbols by (order, address), ascending */
  double print_time;            /* samples of all that counts */
};

/* A graph of N_SYMS nodes without arcs.  */
struct cg *cg_new (size_t n_syms);

/* A graph of N_SYMS symbols that stays without arcs, and takes no memory for
   any of them: it can be asked for cg_node and cg_indirect only.  */
struct cg *cg_new_bare (size_t n_syms);
void cg_free (struct cg *cg);

/* Makes the spans of all nodes, anew if arcs were added since.  */
void cg_index_arcs (struct cg *cg);

/* What a node that nothing is known of is like.  */
extern const struct cg_node cg_no_node;

/* What is asked for every arc is inline.  */

/* The node of the symbol ID, also in a bare graph.  */
static inline const struct cg_node *
cg_node (const struct cg *cg, cg_id id)
{
  return cg->nodes ? &cg->nodes[id] : &cg_no_node;
}

/* The arcs out of the symbol ID.  */
static inline struct cg_span
cg_children (const struct cg *cg, cg_id id)
{
  return (struct cg_span) { cg->child_arcs + cg->child_start[id],
                            cg->child_start[id + 1] - cg->child_start[id] };
}

/* The arcs into it.  */
static inline struct cg_span
cg_parents (const struct cg *cg, cg_id id)
{
  return (struct cg_span) { cg->parent_arcs + cg->parent_start[id],
                            cg->parent_start[id + 1]
                            - cg->parent_start[id] };
}

/* The callee of arcs that stand for an indirect call in the code of a machine
   where those can be told (cg_add_static): no symbol, and nothing is known of
   it but that it is called.  It has no entry and no index.  */
static inline cg_id
cg_indirect (const struct cg *cg)
{
  return cg->n_syms;
}

/* The node of the cycle number CYCLE, 1 or more.  */
static inline cg_id
cg_cycle_node (const struct cg *cg, uint32_t cycle)
{
  return cg->n_syms + cycle;
}

/* Is the arc one of recursion: within a function or within a cycle?  */
static inline bool
cg_arc_is_inner (const struct cg *cg, const struct cg_arc *arc)
{
  uint32_t cycle = cg->nodes[arc->child].cycle;
  return (arc->parent == arc->child
          || (cycle && cycle == cg->nodes[arc->parent].cycle));
}

/* The node whose call count an arc into ID is a part of: ID's cycle if it is
   in one, else ID.  */
static inline cg_id
cg_callee_node (const struct cg *cg, cg_id id)
{
  uint32_t cycle = cg->nodes[id].cycle;
  return cycle ? cg_cycle_node (cg, cycle) : id;
}

#endif /* GRAPH_CG_H */
