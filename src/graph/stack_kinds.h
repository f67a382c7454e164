/* graph/stack_kinds.h -- the frames of stacks that are libgmon's.

   SPDX-License-Identifier: GPL-3.0-or-later

   A hook and what it calls are the cost of profiling.  A wrapper is a function
   of libgmon.a that a program calls in place of one of the C library; what
   libgmon.a calls for it, the program has called.  */

#ifndef GRAPH_STACK_KINDS_H
#define GRAPH_STACK_KINDS_H

#include "graph/stack_times.h"

struct stack_kinds
{
  unsigned char *of_locations;  /* by location, as that of a caller: enum
                                   location_kind */
  unsigned char *of_stacks;     /* by stack: that of the innermost caller, but
                                   for LOCATION_INNER that of its caller */
  uint32_t *wrappers;           /* by node: if that is a LOCATION_WRAPPER, the
                                   node of the wrapper itself; else 0 */
};

/* Fills KINDS for the process of REQUEST.  LOCATIONS has the symbols of all
   locations, as those of callers.  The caller releases the arrays with
   stack_kinds_free.  */
void stack_kinds_find (struct stack_kinds *kinds,
                       const struct stack_request *request,
                       const struct stack_location *locations);
void stack_kinds_free (struct stack_kinds *kinds);

/* Returns whether SAMPLE of REQUEST, which lies in AT, is a part of the cost of
   profiling.  A function that a hook calls counts as the hook.  */
bool stack_kinds_is_cost (const struct stack_kinds *kinds,
                          const struct stack_request *request,
                          const struct process_sample *sample,
                          const struct stack_location *at);

/* Returns the node of the wrapper that SAMPLE, which lies in AT, is an inner
   part of; 0 if it is none.  */
uint32_t stack_kinds_wrapper (const struct stack_kinds *kinds,
                              const struct stack_request *request,
                              const struct process_sample *sample,
                              const struct stack_location *at);

#endif /* GRAPH_STACK_KINDS_H */
