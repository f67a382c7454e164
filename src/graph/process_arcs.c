/* graph/process_arcs.c -- the calls in the profile of a process.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/process_arcs.h"

#include <string.h>

#include "base/arena.h"
#include "graph/stack_locations.h"

/* Adds COUNT to *TOTAL, at most up to UINT64_MAX.  */
static void
add_saturated (uint64_t *total, uint64_t count)
{
  if (__builtin_add_overflow (*total, count, total))
    *total = UINT64_MAX;
}

/* Returns true if PROFILE has calls of functions of the program that PROCESS
   does not have: a file, or a part of a sum, has arcs but no profile of
   the process.  */
static bool
is_mixed (const struct profile *profile, const struct process *process)
{
  uint64_t all = 0, known = 0;
  for (size_t i = 0; i < profile->n_arcs; i++)
    add_saturated (&all, profile->arcs[i].count);
  for (size_t i = 0; i < process->n_arcs; i++)
    if (process->locations[process->arcs[i].self].object == 0)
      add_saturated (&known, process->arcs[i].count);
  return all > known;
}

/* Returns ARC of PROCESS with addresses of the symbol table.  */
static struct raw_arc
merged_arc (const struct process *process, const struct process_arc *arc)
{
  const struct process_location *self = &process->locations[arc->self];
  struct raw_arc raw = { .from = GMON_FROM_OUTSIDE, .count = arc->count };
  raw.self = location_address (self, false);
  if (arc->from != PROCESS_NONE)
    raw.from = location_address (&process->locations[arc->from], true);
  return raw;
}

struct arc_list
process_arcs (const struct profile *profile, const struct process *process)
{
  struct arc_list list = { profile->arcs, profile->n_arcs, NULL };
  if (!process || process->n_arcs == 0)
    return list;
  const bool mixed = is_mixed (profile, process);
  const size_t n_kept = mixed ? profile->n_arcs : 0;
  list.own = array_new (n_kept + process->n_arcs, sizeof *list.own);
  if (n_kept)
    memcpy (list.own, profile->arcs, n_kept * sizeof *list.own);
  list.len = n_kept;
  for (size_t i = 0; i < process->n_arcs; i++)
    if (!mixed || process->locations[process->arcs[i].self].object != 0)
      list.own[list.len++] = merged_arc (process, &process->arcs[i]);
  list.arcs = list.own;
  return list;
}
