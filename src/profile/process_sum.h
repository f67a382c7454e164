/* profile/process_sum.h -- adds up the profiles of whole processes.

   SPDX-License-Identifier: GPL-3.0-or-later

   A sum is built record by record.  The functions sum_* return the number of
   what they enter; equal things have one number.  The numbers are those of the
   sum until process_sum_finish, which puts everything into canonical order and
   renumbers it.  Counts that exceed 64 bits stay at UINT64_MAX.

   Limits: as many locations, nodes and links as 32-bit numbers allow; a file
   that can be read has fewer.  */

#ifndef PROFILE_PROCESS_SUM_H
#define PROFILE_PROCESS_SUM_H

#include "profile/process.h"

struct process_sum;

/* Returns an empty sum, which process_sum_free frees.  Without WITH_STACKS, the
   calls, call stacks and samples of streams are checked, but not entered.  */
struct process_sum *process_sum_new (bool with_stacks);
void process_sum_free (struct process_sum *sum);
bool sum_with_stacks (const struct process_sum *sum);

/* Notes that what follows is from another file, of SIZE bytes, which are in
   memory.  SUM may take more memory then (process_cost.h).  */
void sum_input (struct process_sum *sum, size_t size);

/* Starts the records of another stream with the given FLAGS of its header.  */
void sum_file (struct process_sum *sum, uint64_t flags);

/* Returns the number of different locations in SUM.  */
size_t sum_n_locations (const struct process_sum *sum);

/* Adds N runs, of which IDS are known.  */
void sum_runs (struct process_sum *sum, uint64_t n,
               const unsigned char *ids, size_t n_ids);

/* Enters VALUE for KEY (both are copied).  If another file has another value,
   it becomes "(various)"; but CPU times are added up, the time is from the
   first start to the last end, and the highest use of memory stays.  */
void sum_meta (struct process_sum *sum, const char *key, const char *value);

/* Enters VALUE for KEY in place of what SUM has for it.  */
void sum_meta_set (struct process_sum *sum, const char *key,
                   const char *value);
void sum_count (struct process_sum *sum, enum gmon_count count,
                uint64_t value);

/* Enters OBJECT, and adds the N_SEGMENTS at SEGMENTS; path and segments are
   copied.  */
uint32_t sum_object (struct process_sum *sum,
                     const struct process_object *object);
void sum_load (struct process_sum *sum, const struct process_load *load);

/* Adds THREAD to the threads of its name, which is copied.  */
uint32_t sum_thread (struct process_sum *sum,
                     const struct process_thread *thread);

/* Sets the number and the CPU times of all threads to 0.  Their samples stay,
   and so does what is known of their off-CPU times.  */
void sum_clear_threads (struct process_sum *sum);

uint32_t sum_location (struct process_sum *sum, uint32_t object,
                       uint64_t offset, bool exact);

/* Makes room for N locations if there is none yet.  */
void sum_locations_reserve (struct process_sum *sum, size_t n);

/* Prefetches the memory that sum_location, with EXACT false, reads first.  */
void sum_location_prefetch (const struct process_sum *sum, uint32_t object,
                            uint64_t offset);

/* Adds COUNT calls of the location SELF from the location FROM or
   PROCESS_NONE.  */
void sum_arc (struct process_sum *sum, uint32_t self, uint32_t from,
              uint64_t count);

/* Enters the stack that has LOCATION inside of the stack of node PARENT.  */
uint32_t sum_node (struct process_sum *sum, uint32_t parent, uint32_t location);

/* Enters the set that has the link from OUTER to INNER behind those of SET;
   PROCESS_NONE is the empty set.  Returns the set.  */
uint32_t sum_set (struct process_sum *sum, uint32_t set, uint32_t outer,
                  uint32_t inner);

/* Declares the types of VALUES, bits 1 << enum gmon_value.  */
void sum_values (struct process_sum *sum, unsigned values);

/* Adds SAMPLE, whose stack is a node, or a set if its is_set says so.  */
void sum_sample (struct process_sum *sum, const struct process_sample *sample);

/* Returns for each of the *N threads of SUM, by its number, how many samples of
   it there are and their CPU time in ticks, as observations and ticks.  The
   caller frees the array.  */
struct process_thread *sum_thread_samples (const struct process_sum *sum,
                                           size_t *n);

/* Multiplies the CPU time of the samples of each thread, by its number, by the
   scale in SCALES, which is at most 1.  */
void sum_scale_samples (struct process_sum *sum, const double *scales);

/* Enters NAME, which is copied.  */
void sum_name (struct process_sum *sum, const struct process_name *name);

/* Puts all into canonical order.  Nothing may be added afterwards; a further
   call has the same result.  Returns the profile, which belongs to SUM.  */
const struct process *process_sum_finish (struct process_sum *sum);

#endif /* PROFILE_PROCESS_SUM_H */
