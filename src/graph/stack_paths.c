/* graph/stack_paths.c -- the call paths of samples.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "graph/stack_paths.h"

#include <stdlib.h>

#include "base/arena.h"
#include "graph/stack_tree.h"

/* Returns the path of PARENT with FRAME behind it.  */
static uint32_t
path_enter (struct stack_paths *paths, uint32_t parent, uint32_t frame)
{
  size_t old = paths->nodes.len;
  uint32_t node = pair_enter (&paths->nodes, parent, frame) + 1;
  ARRAY_ROOM (paths->self, paths->cap, paths->nodes.len + 1);
  if (node > old)
    paths->self[node] = 0;
  return node;
}

/* The rules by which the samples of TREE become paths.  */
struct path_rules
{
  const struct stack_tree *tree;
  const uint32_t *frames;       /* by sym_id */
  uint32_t left_out;
  bool by_part;
};

/* Counts SAMPLE for its part of NODE.  */
static void
count_part (struct stack_paths *paths, uint32_t node,
            const struct stack_sample *sample)
{
  size_t old = paths->parts.len;
  uint32_t part = pair_enter (&paths->parts, node, sample->part);
  ARRAY_ROOM (paths->part_self, paths->parts_cap, paths->parts.len);
  ARRAY_ROOM (paths->part_observations, paths->observations_cap,
              paths->parts.len);
  if (part == old)
    paths->part_self[part] = paths->part_observations[part] = 0;
  paths->part_self[part] += sample->ticks;
  paths->part_observations[part] += sample->observations;
}

/* Adds the samples of STACK, whose callers are the path UP.  */
static void
path_samples (struct stack_paths *paths, const struct path_rules *rules,
              size_t stack, uint32_t up)
{
  const struct stack_tree *tree = rules->tree;
  const uint32_t *frames = rules->frames;
  for (size_t i = tree->first_sample[stack];
       i < tree->first_sample[stack + 1]; i++)
    {
      const struct stack_sample *sample = &tree->samples[i];
      if (sample->at.id == SYM_NONE
          || frames[sample->at.id] == rules->left_out)
        continue;
      uint32_t node = path_enter (paths, up, frames[sample->at.id]);
      paths->self[node] += sample->ticks;
      if (rules->by_part)
        count_part (paths, node, sample);
    }
}

struct stack_paths
stack_paths_new (const struct stacks *stacks, const uint32_t *frames,
                 uint32_t left_out, uint32_t unordered, bool by_part)
{
  const struct stack_tree *tree = stacks->tree;
  const struct process *process = tree->process;
  const struct path_rules rules = { tree, frames, left_out, by_part };
  struct stack_paths paths = { .self = NULL };
  uint32_t *path_of = array_new (process->n_nodes + 1, sizeof *path_of);
  for (size_t i = 0; i < process->n_nodes; i++)
    {
      sym_id id = stack_location_of (tree, i).id;
      uint32_t up = i ? path_of[process->nodes[i].parent] : 0;
      if (i && tree->sums[i].ticks == 0)
        continue;
      path_of[i] = (id == SYM_NONE || frames[id] == left_out ? up
                    : path_enter (&paths, up, frames[id]));
      path_samples (&paths, &rules, i, path_of[i]);
    }
  for (size_t set = 0; set < process->n_sets; set++)
    {
      size_t stack = process->n_nodes + set;
      if (tree->first_sample[stack] < tree->first_sample[stack + 1])
        path_samples (&paths, &rules, stack,
                      path_enter (&paths, 0, unordered));
    }
  free (path_of);
  return paths;
}

void
stack_paths_free (struct stack_paths *paths)
{
  pair_table_free (&paths->nodes);
  pair_table_free (&paths->parts);
  free (paths->self);
  free (paths->part_self);
  free (paths->part_observations);
}
