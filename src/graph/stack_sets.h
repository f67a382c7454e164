/* graph/stack_sets.h -- times measured by folded call stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_STACK_SETS_H
#define GRAPH_STACK_SETS_H

#include "graph/stack_times.h"

/* Adds the samples with folded stacks to STACKS.  */
void stack_sets_add (struct stacks *stacks);

/* Adds the samples with folded stacks to INCL, as stacks_of_groups (stacks.h)
   counts them.  */
void stack_sets_of_groups (const struct stacks *stacks,
                           const uint32_t *groups, size_t n_groups,
                           uint64_t *incl);

#endif /* GRAPH_STACK_SETS_H */
