/* hook_cost.h -- what the hook costs in a call.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_HOOK_COST_H
#define GMON_HOOK_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "record/arcs_take.h"

/* Measures by how much a call costs more if it is counted.  Takes at most 0.3
   ms of CPU time.  ARCS, to which the hook of this thread adds, has none of
   these calls afterwards.  NOTES are as in arcs_take.  Returns ps, or 0 if the
   cost is unknown: the program's hook is not this libgmon's, or the clock is
   too coarse.  The profile must be on, the caller holds the lock of the objects
   and blocks all signals.  */
uint64_t hook_cost (struct arcs *arcs, const struct arcs_note *notes);

/* Returns true if SELF is what the hook sees as the callee in a call of
   hook_cost.  */
bool hook_cost_calls (uintptr_t self);

#endif /* GMON_HOOK_COST_H */
