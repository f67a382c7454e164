/* graph/stack_overhead.h -- the cost of calls, taken out of samples.

   SPDX-License-Identifier: GPL-3.0-or-later

   libgmon measures at the start of a program what its hook costs.  The samples
   in the code of libgmon are a part of this cost; they count for no function.
   What is left of the cost slowed down the called functions themselves
   (doc/design/src/graph-stacks.md, "The cost of calls is taken out once").  */

#ifndef GRAPH_STACK_OVERHEAD_H
#define GRAPH_STACK_OVERHEAD_H

#include "graph/stack_times.h"

struct stack_kinds;
struct stack_overhead;

/* Finds the cost of the calls of each function of REQUEST, in ticks, from its
   call_ticks.  LOCATIONS has the symbols of all locations, as those of
   callers.  KINDS tells which frames are libgmon's.  Returns NULL if
   call_ticks is 0.  Release the result with stack_overhead_free.  */
struct stack_overhead *
stack_overhead_new (const struct stack_request *request,
                    const struct stack_location *locations,
                    const struct stack_kinds *kinds);
void stack_overhead_free (struct stack_overhead *overhead); /* or NULL */

/* Returns how many of the TICKS of a sample in FUNCTION, which is outside of
   libgmon, are the cost of calls.  It must be called once for each sample; then
   the results for a function add up to its cost, but at most to its time.
   Returns 0 if OVERHEAD is NULL.  */
uint64_t stack_overhead_take (struct stack_overhead *overhead,
                              sym_id function, uint64_t ticks);

#endif /* GRAPH_STACK_OVERHEAD_H */
