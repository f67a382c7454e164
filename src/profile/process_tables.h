/* profile/process_tables.h -- the records of a sum before they are ordered.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only process_sum.c, which fills the tables, and process_order.c, which puts
   them into canonical order, include this header.  */

#ifndef PROFILE_PROCESS_TABLES_H
#define PROFILE_PROCESS_TABLES_H

#include "base/arena.h"
#include "base/name_table.h"
#include "base/pair_table.h"
#include "profile/process.h"

struct sample_sum
{
  uint64_t deliveries, periods, squares;
};

struct wait_sum
{
  uint64_t ns, looks, waits;
};

struct process_sum
{
  struct arena *arena;          /* all strings and segments */
  size_t n_files;
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

  struct pair_table places;     /* offset; object * 2 + exact */
  struct pair_table nodes;      /* parent; place.  Number 0 is the root */
  struct pair_table links;      /* outer; inner */
  struct pair_table sets;       /* set without the last link, or
                                   PROCESS_NONE; link */
  struct pair_table arcs;       /* self; from.  By number: */
  uint64_t *arc_counts;
  size_t cap_arcs;
  struct pair_table samples;    /* place << 32 | chain;
                                   thread << 32 | flags << 1 | is_set.
                                   By number: */
  struct sample_sum *sample_sums;
  size_t cap_samples;
  struct pair_table waits;      /* place << 32 | chain;
                                   thread << 32 | flags << 3 | kind << 1
                                   | is_set.  By number: */
  struct wait_sum *wait_sums;
  size_t cap_waits;

  struct process result;        /* the arrays are on the heap */
};

/* Frees the arrays of the result.  */
void process_result_free (struct process *process);

#endif /* PROFILE_PROCESS_TABLES_H */
