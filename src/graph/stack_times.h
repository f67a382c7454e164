/* graph/stack_times.h -- the times of call stacks, as data.

   SPDX-License-Identifier: GPL-3.0-or-later

   All times are whole ticks of the clock, or ns, so the sums hold exactly
   (doc/design/src/graph-stacks.md, "Measured times add up exactly").  A frame
   in no symbol is left out of its stack.  */

#ifndef GRAPH_STACK_TIMES_H
#define GRAPH_STACK_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/pair_table.h"
#include "graph/stack_locations.h"
#include "select/sym_ids.h"

#define STACK_NO_LINE UINT32_MAX

/* The time of one call, as two lines of a report show it.  The self parts are
   the samples in the code of the child itself.  */
struct stack_line
{
  sym_id parent, child;
  uint64_t up, up_self;         /* the line of PARENT in the entry of CHILD:
                                   stacks whose outermost CHILD was called by
                                   PARENT */
  uint64_t down, down_self;     /* the line of CHILD in the entry of PARENT:
                                   stacks in which CHILD is the first function
                                   that differs below the outermost PARENT */
};

/* The times of one symbol.  */
struct stack_time
{
  uint64_t self;                /* samples in its code */
  uint64_t incl;                /* stacks with it, each once */
  double squares;               /* sum of the squared ticks of the
                                   observations of these stacks */
  double self_squares;          /* the same for the observations of self */
  uint64_t root, root_self;     /* the part of incl without a caller, and the
                                   samples of that part in its code */
};

/* Where all ticks of the chosen threads were spent, whatever the user
   selects.  */
struct stack_ledger
{
  uint64_t program, libraries;  /* the executable, and all other objects */
  uint64_t generated;           /* memory outside of all objects: code that was
                                   made at run time, by a JIT compiler */
  uint64_t profiler;            /* the code of libgmon */
  uint64_t unseen;              /* no code: time of which there is no sample */
  uint64_t subtracted;          /* the cost of calls, taken out of the program
                                   and its libraries */
  uint64_t observations;        /* signals that recorded these ticks */
  uint64_t threads;             /* number of the chosen threads */
};

struct stacks
{
  size_t n_syms;
  struct stack_time *times;     /* by sym_id */
  struct stack_line *lines;     /* in no order */
  size_t n_lines, cap_lines;
  struct pair_table line_ends;  /* by line: parent, child */
  struct stack_ledger ledger;
  uint64_t total;               /* ticks of all samples that count */
  uint64_t cut, folded;         /* those of them whose stack has no root, or
                                   has lost its order */
  bool has_stacks;              /* call stacks were recorded */
  struct stack_tree *tree;      /* for stacks_of_group */
};

/* The values to be counted.  */
struct stack_request
{
  const struct process *process;
  const struct symtab *symtab;
  const struct selection *selection;    /* specs of times and arcs choose
                                           samples */
  const bool *threads;          /* by thread: its samples count; NULL: those of
                                   all threads do */
  unsigned values;              /* the value types that count, bits 1 << enum
                                   gmon_value, all of one unit.  With off-CPU
                                   times the code of libgmon counts as any
                                   other, since it waits for the program */
  bool by_kind;                 /* parts of paths are kinds of waits, too
                                   (stack_tree.h) */
  double call_ticks;            /* cost of a counted call, in ticks, to be
                                   taken out of the samples; 0: nothing is */
};

/* Returns whether REQUEST is for off-CPU times.  */
static inline bool
stack_is_off_cpu (const struct stack_request *request)
{
  return request->values & GMON_OFF_CPU_VALUES;
}

/* Returns the line of STACKS for calls of CHILD by PARENT; valid until the next
   call.  */
struct stack_line *stack_line (struct stacks *stacks, sym_id parent,
                               sym_id child);

#endif /* GRAPH_STACK_TIMES_H */
