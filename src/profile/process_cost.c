/* profile/process_cost.c -- the memory that the profile of a process takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   doc/design/src/profile-process.md tells how the costs were found.  */

#include <config.h>

#include "profile/process_cost.h"

#include "base/arena.h"
#include "profile/process_tables.h"

#define MIB UINT64_C (1048576)

/* The memory in MiB that the program, the symbols of an ordinary image and the
   gaps in the heap take.  */
#define OTHER_MIB 16

/* The bytes that one of each part takes: at most, while the stream is read;
   and later, when the profile is put into order, and when its times and calls
   become those of symbols.  */
static const struct part_cost
{
  uint16_t reading, later;
} costs[PROCESS_PARTS] = {
  [PART_PLACES] = { 28, 36 },
  [PART_NODES] = { 24, 48 },
  [PART_DEPTH] = { 0, 48 },
  [PART_ARCS] = { 36, 105 },
  [PART_LINKS] = { 40, 48 },
  [PART_SETS] = { 4, 40 },
  [PART_SAMPLES] = { 52, 92 },
  [PART_OFF_CPU] = { 0, 64 },
  [PART_NAMES] = { 32, 200 },
  [PART_LOADS] = { 40, 48 },
  [PART_THREADS] = { 220, 300 },
  [PART_OBJECTS] = { 400, 600 },
  [PART_SEGMENTS] = { 32, 32 },
  [PART_META] = { 110, 110 },
  [PART_TEXT] = { 3, 2 },
};

/* Returns what SUM has.  The arena has all its strings and segments.  */
static struct process_parts
parts_of_sum (const struct process_sum *sum)
{
  return (struct process_parts) { {
    [PART_PLACES] = sum->n_locations,
    [PART_NODES] = sum->nodes.len,
    [PART_DEPTH] = sum->depth,
    [PART_ARCS] = sum->n_arcs,
    [PART_LINKS] = sum->sets.len,
    [PART_SAMPLES] = sum->n_samples,
    [PART_OFF_CPU] = sum->n_off_cpu,
    [PART_NAMES] = sum->n_names,
    [PART_LOADS] = sum->n_loads,
    [PART_THREADS] = sum->thread_names.len,
    [PART_OBJECTS] = sum->object_keys.len,
    [PART_META] = sum->meta_keys.len,
    [PART_TEXT] = arena_size (sum->arena),
  } };
}

bool
process_fits (const struct process_sum *sum,
              const struct process_parts *parts)
{
  const struct process_parts old = parts_of_sum (sum);
  const uint64_t limit = (PROCESS_MEMORY_MIB - OTHER_MIB) * MIB
                         + PROCESS_MEMORY_FACTOR * sum->input;
  uint64_t reading = sum->file, later = 0;

  for (int i = 0; i < PROCESS_PARTS; i++)
    {
      uint64_t n = old.n[i] + parts->n[i];

      if (i == PART_DEPTH)
        n = old.n[i] > parts->n[i] ? old.n[i] : parts->n[i];
      reading += n * costs[i].reading;
      later += n * costs[i].later;
    }
  return reading <= limit && later <= limit;
}

void
process_reserve (struct process_sum *sum, const struct process_parts *parts)
{
  const uint64_t *n = parts->n;

  if (sum->depth < n[PART_DEPTH])
    sum->depth = n[PART_DEPTH];
  ARRAY_ROOM (sum->locations, sum->cap_locations,
              sum->n_locations + n[PART_PLACES]);
  ARRAY_ROOM (sum->nodes.pairs, sum->nodes.cap,
              sum->nodes.len + n[PART_NODES]);
  if (!sum->n_arcs)             /* sum_arc joins equal arcs to make room */
    ARRAY_ROOM (sum->arcs, sum->cap_arcs, n[PART_ARCS]);
  ARRAY_ROOM (sum->sets.pairs, sum->sets.cap, sum->sets.len + n[PART_LINKS]);
  ARRAY_ROOM (sum->samples, sum->cap_samples,
              sum->n_samples + n[PART_SAMPLES]);
}
