/* graph/cg.h -- the call graph as data.

   SPDX-License-Identifier: GPL-3.0-or-later

   There is no algorithm here.  Node numbers: 0 to n_syms - 1 are the symbols,
   numbered by sym_id.  Node n_syms stands for the target of all indirect calls
   (cg_indirect).  The nodes behind it are the cycles, number 1 first;
   cycle_link makes them.  All arcs are in one array, in the order in which
   they first appeared in the profile; arcs found in the code follow.  The arcs
   of one node are a span of an index array.  */

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
  uint64_t calls;               /* calls by other nodes; of a cycle: from
                                   outside it */
  uint64_t self_calls;          /* calls by itself; of a cycle: calls between
                                   different members */
  uint64_t outside_calls;       /* the part of calls from outside the image */
  double time;                  /* self time, in samples */
  double child_time;            /* its share of the time of its callees, in
                                   samples */
  double fraction;              /* the fraction of its time that counts, 0 to
                                   1 */
  double prop_self, prop_child; /* the parts of time and of child_time that
                                   count */
  double outside_time;          /* the part of time for outside_calls */
  double outside_child_time;    /* the part of child_time for outside_calls */
  uint32_t order;               /* topological: callees have lower numbers */
  uint32_t cycle;               /* number of its cycle; 0 if it is in no
                                   cycle */
  cg_id next;                   /* next member of its cycle; of a cycle: the
                                   first member; CG_NONE if there is none */
  bool print;                   /* has an entry of its own in the report */
};

struct cg_arc
{
  cg_id parent, child;          /* symbols, never cycles; the child can be
                                   cg_indirect */
  uint64_t count;
  double time, child_time;      /* the parts of the child's times due to this
                                   arc */
};

/* The measured times of an arc, in samples (see struct stack_line): as the line
   of the parent in the entry of the child, and as the line of the child in the
   entry of the parent.  */
struct cg_arc_times
{
  double up_self, up_child;
  double down_self, down_child;
};

/* The arcs of one node, the newest first, as indices into cg->arcs.  */
struct cg_span
{
  const uint32_t *arcs;
  size_t len;
};

struct cg
{
  size_t n_syms, n_cycles;
  struct cg_node *nodes;        /* n_syms + 1 + n_cycles nodes; NULL in a bare
                                   graph */
  size_t cap_nodes;
  struct cg_arc *arcs;
  size_t n_arcs, cap_arcs;
  struct cg_arc_times *measured;        /* [0] is zero; NULL: times are
                                           apportioned */
  uint32_t *measured_of;        /* by arc: index in MEASURED, 0 for most arcs of
                                   a large graph */
  size_t n_measured;            /* arcs with an index; those behind them have
                                   no times */
  double *apportioned;          /* by symbol, heap: child_time as numbers of
                                   calls would divide it; NULL if times are not
                                   measured, or if nobody asked */

  /* The spans of all nodes, made by cg_index_arcs.  */
  uint32_t *child_arcs, *child_start;
  uint32_t *parent_arcs, *parent_start;

  cg_id *topo;                  /* the symbols sorted by (order, address) */
  double print_time;            /* time of all nodes that counts, in
                                   samples */
};

/* Returns a graph of N_SYMS symbols without arcs.  The caller releases it with
   cg_free.  */
struct cg *cg_new (size_t n_syms);

/* Returns a bare graph: N_SYMS symbols, no memory for nodes, and never any
   arc.  Only cg_node and cg_indirect may be called for it.  The caller
   releases it with cg_free.  */
struct cg *cg_new_bare (size_t n_syms);
void cg_free (struct cg *cg);

/* Makes the spans of all nodes.  Must be called again after arcs are
   added.  */
void cg_index_arcs (struct cg *cg);

/* The node that cg_node returns for every symbol of a bare graph.  */
extern const struct cg_node cg_no_node;

/* The functions that run for every arc are inline.  */

/* Returns the node of the symbol ID.  Works for a bare graph, too.  */
static inline const struct cg_node *
cg_node (const struct cg *cg, cg_id id)
{
  return cg->nodes ? &cg->nodes[id] : &cg_no_node;
}

/* Returns the arcs out of the symbol ID, the calls that it makes.  */
static inline struct cg_span
cg_children (const struct cg *cg, cg_id id)
{
  return (struct cg_span) { cg->child_arcs + cg->child_start[id],
                            cg->child_start[id + 1] - cg->child_start[id] };
}

/* Returns the arcs into the symbol ID, the calls of it.  */
static inline struct cg_span
cg_parents (const struct cg *cg, cg_id id)
{
  return (struct cg_span) { cg->parent_arcs + cg->parent_start[id],
                            cg->parent_start[id + 1]
                            - cg->parent_start[id] };
}

/* Returns the times of the arc number ARC: the measured ones if CG has them,
   else those that numbers of calls give.  */
static inline struct cg_arc_times
cg_arc_times (const struct cg *cg, size_t arc)
{
  const struct cg_arc *a = &cg->arcs[arc];
  if (!cg->measured)
    return (struct cg_arc_times) { a->time, a->child_time,
                                   a->time, a->child_time };
  return cg->measured[arc < cg->n_measured ? cg->measured_of[arc] : 0];
}

/* Returns the number of the node that stands for the target of every indirect
   call in the code (cg_add_static), on machines where such calls can be
   recognized.  It is not a symbol, and has no entry and no index in the
   reports.  */
static inline cg_id
cg_indirect (const struct cg *cg)
{
  return cg->n_syms;
}

/* Returns the node of the cycle number CYCLE, 1 or more.  */
static inline cg_id
cg_cycle_node (const struct cg *cg, uint32_t cycle)
{
  return cg->n_syms + cycle;
}

/* Returns true if ARC is a recursion: within a function or within a cycle.  */
static inline bool
cg_arc_is_inner (const struct cg *cg, const struct cg_arc *arc)
{
  uint32_t cycle = cg->nodes[arc->child].cycle;
  return (arc->parent == arc->child
          || (cycle && cycle == cg->nodes[arc->parent].cycle));
}

/* Returns the node whose calls contain the calls of an arc into ID: the node
   of ID's cycle if ID is in one, else ID.  */
static inline cg_id
cg_callee_node (const struct cg *cg, cg_id id)
{
  uint32_t cycle = cg->nodes[id].cycle;
  return cycle ? cg_cycle_node (cg, cycle) : id;
}

#endif /* GRAPH_CG_H */
