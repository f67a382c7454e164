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
  unsigned rules;               /* bits of enum path_rule */
};

/* Returns the frame of the symbol ID, which is in inlined code if IS_INLINED;
   or LEFT_OUT.  */
static uint32_t
frame_of (const struct path_rules *rules, sym_id id, bool is_inlined)
{
  if (id == SYM_NONE || rules->frames[id] == rules->left_out)
    return rules->left_out;
  return (rules->frames[id]
          | (is_inlined && (rules->rules & PATHS_OF_INLINED)
             ? PATH_INLINED : 0));
}

/* Returns the path of UP with the frame of LOCATION, that of a caller, behind
   it.  */
static uint32_t
path_of_caller (struct stack_paths *paths, const struct path_rules *rules,
                uint32_t location, uint32_t up)
{
  const struct stack_tree *tree = rules->tree;
  const uint32_t frame
    = frame_of (rules, tree->locations[location].id,
                tree->process->locations[location].is_inlined);
  return frame == rules->left_out ? up : path_enter (paths, up, frame);
}

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
  for (size_t i = tree->first_sample[stack];
       i < tree->first_sample[stack + 1]; i++)
    {
      const struct stack_sample *sample = &tree->samples[i];
      const uint32_t frame = frame_of (rules, sample->at.id,
                                       sample->is_inlined);
      if (frame == rules->left_out)
        continue;
      uint32_t node = path_enter (paths, up, frame);
      paths->self[node] += sample->ticks;
      if (rules->rules & PATHS_BY_PART)
        count_part (paths, node, sample);
    }
}

/* Returns the path of UP with the callers behind it into which the samples of
   SET were inlined.  Its first calls lead from the function of the symbol to
   them (graph/inlined_frames.c).  */
static uint32_t
path_of_inlined (struct stack_paths *paths, const struct path_rules *rules,
                 size_t set, uint32_t up)
{
  const struct process *process = rules->tree->process;
  size_t outermost = process->sets[set];
  while (outermost + 1 < process->sets[set + 1]
         && process->locations[process->links[outermost].inner].is_inlined)
    outermost++;
  for (size_t i = outermost + 1; i-- > process->sets[set];)
    up = path_of_caller (paths, rules, process->links[i].inner, up);
  return up;
}

/* Adds the samples of SET.  */
static void
path_set (struct stack_paths *paths, const struct path_rules *rules,
          size_t set, uint32_t unordered)
{
  const struct stack_tree *tree = rules->tree;
  const size_t stack = tree->process->n_nodes + set;
  const size_t first = tree->first_sample[stack];
  if (first == tree->first_sample[stack + 1])
    return;
  uint32_t up = path_enter (paths, 0, unordered);
  /* All samples of a set with one in inlined code are there.  */
  if (tree->samples[first].is_inlined)
    up = path_of_inlined (paths, rules, set, up);
  path_samples (paths, rules, stack, up);
}

struct stack_paths
stack_paths_new (const struct stacks *stacks, const uint32_t *frames,
                 uint32_t left_out, uint32_t unordered, unsigned rules)
{
  const struct stack_tree *tree = stacks->tree;
  const struct process *process = tree->process;
  const struct path_rules by = { tree, frames, left_out, rules };
  struct stack_paths paths = { .self = NULL };
  uint32_t *path_of = array_new (process->n_nodes + 1, sizeof *path_of);
  for (size_t i = 0; i < process->n_nodes; i++)
    {
      uint32_t up = i ? path_of[process->nodes[i].parent] : 0;
      if (i && tree->sums[i].ticks == 0)
        continue;
      path_of[i] = (i ? path_of_caller (&paths, &by,
                                        process->nodes[i].location, up) : up);
      path_samples (&paths, &by, i, path_of[i]);
    }
  for (size_t set = 0; set < process->n_sets; set++)
    path_set (&paths, &by, set, unordered);
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
