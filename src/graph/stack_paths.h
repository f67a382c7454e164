/* graph/stack_paths.h -- the call paths of samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_STACK_PATHS_H
#define GRAPH_STACK_PATHS_H

#include <stdbool.h>

#include "base/pair_table.h"
#include "graph/stacks.h"

/* A tree of paths.  Node 0 is the root, the empty path; node N + 1 is the path
   nodes.pairs[N].a with the frame nodes.pairs[N].b behind it.  Parents come
   before children, and no two nodes are the same path.  */
struct stack_paths
{
  struct pair_table nodes;
  uint64_t *self;               /* heap; by node: ticks of the samples whose
                                   whole stack it is */
  size_t cap;
  struct pair_table parts;      /* node and part of its samples (stack_tree.h),
                                   where there are samples whose whole stack
                                   the node is */
  uint64_t *part_self;          /* heap; by part: the ticks of these */
  uint64_t *part_observations;  /* heap; by part: the observations of these */
  size_t parts_cap, observations_cap;
};

/* How paths are made, as bits.  */
enum path_rule
{
  PATHS_BY_PART = 1 << 0,       /* with parts */
  PATHS_OF_INLINED = 1 << 1     /* a frame of an inlined function has the bit
                                   PATH_INLINED, so that it differs from one of
                                   its symbol */
};
#define PATH_INLINED (UINT32_C (1) << 31)

/* Returns the paths of the samples of STACKS, by RULES.  FRAMES has the frame
   of each symbol, or LEFT_OUT: the symbol is no frame, and samples in its code
   are left out.  A stack that has lost its order is the frame UNORDERED with
   the innermost frame behind it, and before that the callers that it was
   inlined into.  The caller releases the result with stack_paths_free.  */
struct stack_paths stack_paths_new (const struct stacks *stacks,
                                    const uint32_t *frames, uint32_t left_out,
                                    uint32_t unordered, unsigned rules);
void stack_paths_free (struct stack_paths *paths);

#endif /* GRAPH_STACK_PATHS_H */
