/* graph/stack_waits.h -- the times in which threads were blocked.

   SPDX-License-Identifier: GPL-3.0-or-later

   Waits have call stacks as samples have, so their times are those of struct
   stacks, in nanoseconds.  A function is blocked itself if it made the system
   call; in all, it is blocked as long as any function of a stack with it.  */

#ifndef GRAPH_STACK_WAITS_H
#define GRAPH_STACK_WAITS_H

#include "attribute/samples.h"
#include "graph/stacks.h"

/* The total of one symbol, in ns, by enum gmon_wait.  */
struct wait_kinds
{
  uint64_t ns[GMON_WAITS];
};

struct stack_waits
{
  struct stacks *stacks;        /* of all kinds.  A sample's part (stack_tree.h)
                                   is its thread * GMON_WAITS + kind; its
                                   observations are the different waits */
  struct wait_kinds *kinds;     /* by sym_id */
  struct flat flat;             /* self times, in ns */
};

/* Returns the off-CPU times of the process that REQUEST, which has no
   values and no call_ticks, selects.  The caller releases them with
   stack_waits_free; the process must stay as long.  */
struct stack_waits *stack_waits_new (const struct stack_request *request);
void stack_waits_free (struct stack_waits *waits); /* or NULL */

/* Returns the name of KIND, an enum gmon_wait, for reports.  */
const char *wait_kind_name (unsigned kind);

/* Returns by which factor libgmon has multiplied the times of PROCESS, so that
   they are those of the kernel; 1 if that is not known.  */
double wait_factor (const struct process *process);

#endif /* GRAPH_STACK_WAITS_H */
