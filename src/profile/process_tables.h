/* profile/process_tables.h -- the records of a sum before they are ordered.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only process_sum.c, which fills the tables, process_cost.c, which counts what
   they have, and process_order.c and process_stacks.c, which put them into
   canonical order, include this header.  */

#ifndef PROFILE_PROCESS_TABLES_H
#define PROFILE_PROCESS_TABLES_H

#include "base/arena.h"
#include "base/name_table.h"
#include "base/pair_table.h"
#include "profile/process.h"

/* A location.  Until process_order.c has put the locations into order, NUMBER
   is 0, and the index of an entry is the number that other records have for
   it.  */
struct location_entry
{
  uint64_t offset;
  uint32_t where;               /* object * 2 + exact */
  uint32_t number;
};

struct process_sum
{
  struct arena *arena;          /* all strings and segments */
  uint64_t input, file;         /* bytes of all files, and of the last one */
  uint64_t depth;               /* nodes of the longest stack, or more */
  size_t n_files;
  bool with_stacks;             /* see process_sum_new */
  size_t n_functions;           /* files with GMON_META_FUNCTIONS */
  uint64_t flags;
  uint64_t counts[GMON_COUNTS];
  uint64_t n_runs;
  struct process_run *runs;     /* unsorted, with those of all files */
  size_t n_ids, cap_ids;

  struct name_table meta_keys;  /* by number of the key: */
  const char **meta_values;
  size_t cap_meta;
  struct name_table object_keys;        /* by number of the object: */
  struct process_object *objects;
  size_t cap_objects;
  struct name_table thread_names;       /* by number of the thread: */
  struct process_thread *threads;
  size_t cap_threads;
  struct process_load *loads;
  size_t n_loads, cap_loads;
  struct process_name *names;
  size_t n_names, cap_names;

  struct location_entry *locations;
  size_t n_locations, cap_locations;
  struct slot_index location_index;
  struct pair_table nodes;      /* parent; location.  Number 0 is the root */
  struct pair_table links;      /* outer; inner */
  struct pair_table sets;       /* set without the last link, or
                                   PROCESS_NONE; link */
  struct process_arc *arcs;     /* the first N_JOINED are in order and differ
                                   from each other */
  size_t n_arcs, n_joined, cap_arcs;
  unsigned values;              /* declared types, as bits */
  struct process_sample *samples;
  size_t n_samples, cap_samples;
  size_t n_off_cpu;             /* of them, those of off-CPU times */
  struct slot_index sample_index;

  bool is_finished;             /* the tables are in the result */
  struct process result;        /* the arrays are on the heap */
};

/* Adds VALUE to *SUM, which stays at the highest number.  */
static inline void
add_to (uint64_t *sum, uint64_t value)
{
  if (__builtin_add_overflow (*sum, value, sum))
    *sum = UINT64_MAX;
}

static inline int
compare_numbers (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

/* New numbers, by the number in the tables.  */
struct renumbering
{
  uint32_t *objects, *threads, *locations, *nodes, *sets; /* heap */
};

/* Puts the N arcs of ARCS into order, and makes one of those with equal ends.
   Returns the number of those that are left.  */
size_t process_join_arcs (struct process_arc *arcs, size_t n);

/* Puts locations, arcs, nodes, sets and samples of SUM into order, for
   process_sum_finish.  TO becomes the owner of the arrays that it shares with
   SUM.  NEW has the numbers of objects and threads, and gets all others.
   Frees each table behind its last use, since these are the largest ones.  */
void process_order_stacks (struct process *to, struct process_sum *sum,
                           struct renumbering *new);

/* Frees the arrays of the result.  */
void process_result_free (struct process *process);

#endif /* PROFILE_PROCESS_TABLES_H */
