/* profile/process_cost.h -- the memory that the profile of a process takes.

   SPDX-License-Identifier: GPL-3.0-or-later

   An entry of a stream can have 2 bytes, and take 100 bytes of memory.  So a
   reader counts the entries of a stream, and refuses it if gprof would need
   more than PROCESS_MEMORY_MIB MiB and PROCESS_MEMORY_FACTOR times the sizes
   of the files.  Streams as libgmon writes them reach that at about 30 MB, or
   1.6 million different call stacks.  */

#ifndef PROFILE_PROCESS_COST_H
#define PROFILE_PROCESS_COST_H

#include "profile/process_sum.h"

#define PROCESS_MEMORY_MIB 64
#define PROCESS_MEMORY_FACTOR 4

/* The kinds of entries of a stream.  */
enum process_part
{
  PART_PLACES,                  /* different ones */
  PART_NODES,
  PART_DEPTH,                   /* nodes of the longest stack */
  PART_ARCS,
  PART_LINKS,
  PART_SETS,
  PART_SAMPLES,
  PART_OFF_CPU,                 /* those of them that are off-CPU times */
  PART_NAMES,
  PART_LOADS,
  PART_THREADS,
  PART_OBJECTS,
  PART_SEGMENTS,
  PART_META,
  PART_TEXT,                    /* bytes of strings */
  PROCESS_PARTS
};

struct process_parts
{
  uint64_t n[PROCESS_PARTS];    /* or a number that is not too low */
};

/* Returns true if the memory suffices for what SUM has, and for PARTS of
   another stream.  sum_input tells how much there is.  */
bool process_fits (const struct process_sum *sum,
                   const struct process_parts *parts);

/* Makes room in SUM for PARTS of a stream that is entered next.  Arrays that
   grow in small steps leave gaps in the heap.  */
void process_reserve (struct process_sum *sum,
                      const struct process_parts *parts);

#endif /* PROFILE_PROCESS_COST_H */
