/* graph/stacks.h -- times measured by call stacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef GRAPH_STACKS_H
#define GRAPH_STACKS_H

#include "graph/stack_times.h"

/* Returns the times of the samples that REQUEST selects.  A sample in the code
   of libgmon counts in the ledger only.  The caller releases the result with
   stacks_free; PROCESS must stay as long.  */
struct stacks *stacks_new (const struct stack_request *request);
void stacks_free (struct stacks *stacks);

/* Sets INCL[G] for each group G of symbols to the ticks of the stacks with
   any of them, each counted once.  GROUPS has the group of each symbol, 0: it
   is in none.  INCL has N_GROUPS + 1 elements.  */
void stacks_of_groups (const struct stacks *stacks, const uint32_t *groups,
                       size_t n_groups, uint64_t *incl);

#endif /* GRAPH_STACKS_H */
