/* profile/process_gaps.c -- what the profile of a process does not show.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "profile/process_gaps.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

double
process_unseen (const struct process *process, const char *why)
{
  double ticks = 0;

  for (size_t i = 0; i < process->n_samples; i++)
    {
      const struct process_sample *sample = &process->samples[i];
      const struct process_object *object
        = &process->objects[process->locations[sample->location].object];

      if (object->flags & GMON_OBJECT_UNSEEN && strcmp (object->path, why) == 0)
        ticks += (double) sample->sum;
    }
  return ticks;
}

/* The flags of samples whose outermost callers are missing.  */
#define INCOMPLETE                                                            \
  (GMON_SAMPLE_CUT | GMON_SAMPLE_UNREADABLE | GMON_SAMPLE_DEEP                \
   | GMON_SAMPLE_NO_MEMORY | GMON_SAMPLE_NO_STACK)

/* Returns by object of PROCESS, on the heap, the ticks of samples with
   incomplete call stacks whose outermost known function is in it.  */
static double *
incomplete_ticks (const struct process *process)
{
  double *ticks = array_new (process->n_objects + 1, sizeof *ticks);
  uint32_t *outermost = array_new (process->n_nodes + 1, sizeof *outermost);

  for (uint32_t i = 1; i < process->n_nodes; i++)
    outermost[i] = process->nodes[i].parent
                   ? outermost[process->nodes[i].parent]
                   : process->nodes[i].location;
  for (size_t i = 0; i < process->n_samples; i++)
    {
      const struct process_sample *sample = &process->samples[i];
      const uint32_t location = sample->stack && !sample->is_set
                             ? outermost[sample->stack] : sample->location;

      if (sample->flags & INCOMPLETE && sample_in (sample, GMON_CPU_VALUES))
        ticks[process->locations[location].object] += (double) sample->sum;
    }
  free (outermost);
  return ticks;
}

double
process_incomplete (const struct process *process, const char **most)
{
  double *ticks = incomplete_ticks (process), all, sum = 0;
  size_t first = 0;

  process_count (process, GMON_CPU_VALUES, &all);
  for (size_t i = 0; i < process->n_objects; i++)
    {
      sum += ticks[i];
      first = ticks[i] > ticks[first] ? i : first;
    }
  *most = process->n_objects ? process->objects[first].path : "";
  free (ticks);
  return sum > 0 ? 100 * sum / all : 0;
}
