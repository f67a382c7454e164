/* profile/process_records.h -- decodes the records of a stream.

   SPDX-License-Identifier: GPL-3.0-or-later

   Only process_read.c, which knows the order of the records, includes this
   header.  */

#ifndef PROFILE_PROCESS_RECORDS_H
#define PROFILE_PROCESS_RECORDS_H

#include "base/bytes.h"
#include "profile/process_cost.h"

/* A pass over the records of a stream.  It checks and counts them; or, if SUM
   is set, it enters them, which cannot fail behind a pass that checked
   them.  */
struct decoder
{
  struct reader r;              /* stands in the body of a record */
  struct process_sum *sum;      /* NULL: only check and count */
  struct process_parts parts;   /* what the stream has, so far */
  struct process_sum *locations; /* to count exactly: has the locations only */
  uint32_t *depths;             /* to count exactly: by node; heap */
  const struct process_sum *limit;      /* to count exactly: the sum to which
                                           the stream is to be added */
  bool is_too_large;            /* counted exactly, LIMIT has no room */
  struct arena *arena;          /* strings and segments of the record at hand;
                                   NULL: it has none so far */
  uint32_t n_objects, n_threads, n_nodes, n_sets;       /* nodes: with the
                                                           root */
  /* Numbers in SUM by numbers in the stream, on the heap; empty in the first
     pass.  */
  uint32_t *objects, *threads, *nodes, *sets;
  size_t cap_objects, cap_threads;
  uint8_t values[GMON_VALUES_MAX];      /* by number in the stream: enum
                                           gmon_value, or GMON_VALUES for an
                                           unknown type */
  uint32_t n_values;
};

/* Decodes the body of a record with TAG, to whose bytes D->r has been set.
   D->r.failed becomes true if it is damaged, or if there is no room for it.  */
void process_decode_body (struct decoder *d, uint8_t tag);

/* Sets D->is_too_large and D->r.failed if the stream is to be counted exactly,
   and there is no room for what has been counted so far.  */
void process_check_room (struct decoder *d);

#endif /* PROFILE_PROCESS_RECORDS_H */
