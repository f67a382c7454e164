/* graph/stack_tree.h -- call chains and their samples, as symbols.

   SPDX-License-Identifier: GPL-3.0-or-later

   Shared by the files that make struct stacks.  */

#ifndef GRAPH_STACK_TREE_H
#define GRAPH_STACK_TREE_H

#include "graph/stack_times.h"

/* A node of the tree of call chains.  */
struct stack_frame
{
  struct stack_place at;
  uint32_t near;                /* the node itself if it has a symbol, else the
                                   nearest caller that has one; 0: none */
  uint32_t top;                 /* the outermost of the frames with its id that
                                   follow each other, of which it is the
                                   innermost one */
  uint32_t up_line, down_line;  /* the lines that its samples count for, or
                                   STACK_NO_LINE */
  uint64_t periods, squares;    /* of all samples in or below it */
  uint64_t mark;                /* the state of a counter when it was
                                   entered */
};

/* A sample that counts.  */
struct stack_sample
{
  struct stack_place at;
  uint32_t chain;
  uint32_t part;                /* its part of a path: the thread, or of a wait
                                   the thread * GMON_WAITS + kind */
  uint64_t periods, squares;
  uint64_t deliveries;
};

struct stack_tree
{
  const struct process *process;
  struct stack_place *places;   /* by place, as that of a caller */
  struct stack_frame *frames;   /* by node */
  size_t *first_child;          /* by node: its place in children */
  uint32_t *children;
  struct stack_sample *samples; /* by chain */
  size_t *first_sample;         /* by chain: its place in samples */
};

/* Returns the tree of REQUEST with the samples that count, and sets the ledger,
   total, cut and folded of STACKS.  The caller releases it with
   stack_tree_free.  */
struct stack_tree *stack_tree_new (const struct stack_request *request,
                                   struct stacks *stacks);
void stack_tree_free (struct stack_tree *tree);

#endif /* GRAPH_STACK_TREE_H */
