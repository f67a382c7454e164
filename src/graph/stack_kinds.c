/* graph/stack_kinds.c -- the frames of stacks that are libgmon's.

   SPDX-License-Identifier: GPL-3.0-or-later

   Contracts are in stack_kinds.h.  */

#include <config.h>

#include "graph/stack_kinds.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty.h>

#include "base/arena.h"

/* Returns what a frame of KIND counts as that a frame of CALLER has called.  */
static unsigned char
kind_below (unsigned char kind, unsigned char caller)
{
  if (kind != LOCATION_INNER)
    return kind;
  return caller == LOCATION_WRAPPER ? LOCATION_WRAPPER : LOCATION_HOOK;
}

/* Returns true if OBJECT is the C library or the dynamic linker.  */
static bool
is_c_library (const struct process_object *object)
{
  const char *name = lbasename (object->path);
  return (strncmp (name, "libc.", 5) == 0 || strncmp (name, "libc-", 5) == 0
          || strncmp (name, "libpthread", 10) == 0
          || strncmp (name, "ld-", 3) == 0);
}

/* Sets the kinds of nodes.  Parents come before children.  What the C library
   does for libgmon, when that starts or ends, counts as libgmon's.  */
static void
find_nodes (struct stack_kinds *kinds, const struct process *process)
{
  for (uint32_t i = 1; i < process->n_nodes; i++)
    {
      const struct process_node *node = &process->nodes[i];
      const unsigned char kind = kinds->of_locations[node->location];
      const unsigned char caller = kinds->of_stacks[node->parent];
      kinds->of_stacks[i] = kind_below (kind, caller);
      if (caller == LOCATION_HOOK && kind == LOCATION_PROGRAM
          && is_c_library (&process->objects[process->locations[node->location]
                                             .object]))
        kinds->of_stacks[i] = LOCATION_HOOK;
      if (kinds->of_stacks[i] == LOCATION_WRAPPER)
        kinds->wrappers[i] = (kind == LOCATION_WRAPPER ? i
                              : kinds->wrappers[node->parent]);
    }
}

/* Sets the kinds of folded stacks.  The first link has the innermost callers,
   as far as they are known.  */
static void
find_sets (struct stack_kinds *kinds, const struct process *process)
{
  for (size_t s = 0; s < process->n_sets; s++)
    if (process->sets[s] < process->sets[s + 1])
      {
        const struct process_link *link = &process->links[process->sets[s]];
        kinds->of_stacks[process->n_nodes + s]
          = kind_below (kinds->of_locations[link->inner],
                        kinds->of_locations[link->outer]);
      }
}

void
stack_kinds_find (struct stack_kinds *kinds,
                  const struct stack_request *request,
                  const struct stack_location *locations)
{
  const struct process *process = request->process;
  kinds->of_locations = array_new (process->n_locations, 1);
  kinds->of_stacks = array_new (process->n_nodes + process->n_sets + 1, 1);
  kinds->wrappers = array_new (process->n_nodes + 1, sizeof *kinds->wrappers);
  for (size_t i = 0; i < process->n_locations; i++)
    kinds->of_locations[i]
      = (unsigned char) location_kind (process, request->symtab,
                                       &process->locations[i], &locations[i]);
  find_nodes (kinds, process);
  find_sets (kinds, process);
}

void
stack_kinds_free (struct stack_kinds *kinds)
{
  free (kinds->of_locations);
  free (kinds->of_stacks);
  free (kinds->wrappers);
}

/* Returns the kind of AT, in which SAMPLE lies.  */
static enum location_kind
kind_of_leaf (const struct stack_request *request,
              const struct process_sample *sample,
              const struct stack_location *at)
{
  const struct process *process = request->process;
  return location_kind (process, request->symtab,
                        &process->locations[sample->location], at);
}

bool
stack_kinds_is_cost (const struct stack_kinds *kinds,
                     const struct stack_request *request,
                     const struct process_sample *sample,
                     const struct stack_location *at)
{
  const unsigned char caller = kinds->of_stacks[sample->stack];
  return (caller == LOCATION_HOOK
          || kind_below (kind_of_leaf (request, sample, at), caller)
             == LOCATION_HOOK);
}

uint32_t
stack_kinds_wrapper (const struct stack_kinds *kinds,
                     const struct stack_request *request,
                     const struct process_sample *sample,
                     const struct stack_location *at)
{
  const uint32_t stack = sample->stack;
  return (stack < request->process->n_nodes && kinds->wrappers[stack]
          && kind_of_leaf (request, sample, at) == LOCATION_INNER
          ? kinds->wrappers[stack] : 0);
}
