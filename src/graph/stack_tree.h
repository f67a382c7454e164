/* graph/stack_tree.h -- call stacks and their samples, as symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   Shared by the files that make struct stacks.  A profile may have millions of
   nodes and samples, so what is needed for one moment or for one stack only is
   not stored with each of them.  */

#ifndef GRAPH_STACK_TREE_H
#define GRAPH_STACK_TREE_H

#include "graph/stack_times.h"

/* The samples in or below a node of the tree of call stacks.  */
struct stack_sums
{
  uint64_t ticks;
  double squares;
};

/* A sample that counts.  */
struct stack_sample
{
  struct stack_location at;
  uint32_t stack;
  uint32_t is_inlined : 1;      /* at is in an inlined function */
  uint32_t part : 31;           /* its part of a path: the thread, or by kind
                                   the thread * GMON_WAITS + enum gmon_wait */
  uint64_t ticks;
  double squares;
  uint64_t observations;
};

struct stack_tree
{
  const struct process *process;
  struct stack_location *locations; /* by location, as that of a caller */
  struct stack_sums *sums;      /* by node */
  struct stack_sample *samples; /* by stack */
  uint32_t *first_sample;       /* by stack: its index in samples */
};

/* Returns the location of the node V of TREE; the root has none.  */
static inline struct stack_location
stack_location_of (const struct stack_tree *tree, uint32_t v)
{
  const struct stack_location none = { SYM_NONE, SYM_NONE };
  return v ? tree->locations[tree->process->nodes[v].location] : none;
}

/* Returns the tree of REQUEST with the samples that count, and sets the ledger,
   total, cut and folded of STACKS.  The caller releases it with
   stack_tree_free.  */
struct stack_tree *stack_tree_new (const struct stack_request *request,
                                   struct stacks *stacks);
void stack_tree_free (struct stack_tree *tree);

#endif /* GRAPH_STACK_TREE_H */
