/* graph/stack_times.c -- the times of call stacks, as data.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/stack_times.h"

#include "base/arena.h"

struct stack_line *
stack_line (struct stacks *stacks, sym_id parent, sym_id child)
{
  uint32_t line = pair_enter (&stacks->line_ends, parent, child);
  if (line == stacks->n_lines)
    {
      *ARRAY_APPEND (stacks->lines, stacks->cap_lines, stacks->n_lines)
        = (struct stack_line) { .parent = parent, .child = child };
    }
  return &stacks->lines[line];
}
