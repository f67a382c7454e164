/* whole.h -- what is recorded of the whole process, beside the classic profile.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WHOLE_H
#define GMON_WHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "gmon_process.h"
#include "record/samples.h"
#include "record/tally.h"
#include "record/thread_names.h"
#include "sys/objects.h"

#define WHOLE_COMMAND_SIZE 4096 /* longer command lines are cut */

/* Exists only with stacks=on.  Never freed.  An arc in a tally has the keys
   callee's object, offset, caller's object plus 1 (0: no caller), offset; and
   one sum.  A sample has the keys object, offset, chain, thread << 16 | flags,
   and as sums struct sample_counts.  */
struct whole
{
  struct objects objects;       /* its lock protects the tallies as well */
  struct samples samples;
  struct thread_names threads;
  struct tallies retired_arcs;  /* hash table: calls of unloaded objects */
  struct tallies retired_samples;       /* hash table: samples in those */
  wide_counter handler_ns;      /* time spent on samples, ns */
  uint64_t start;               /* CLOCK_MONOTONIC of the start, ns */
  uint64_t start_date;          /* CLOCK_REALTIME of the start, ns */
  unsigned char run_id[GMON_RUN_ID_SIZE];
  const char *host;             /* name of this host */
  size_t command_size;
  char command[WHOLE_COMMAND_SIZE];     /* the command line, a zero behind
                                           each argument */
};

/* Makes *ENTRY, except its sums, of the arc (FROM, SELF) as the hook recorded
   it.  Addresses are looked up in TABLE, then as objects_resolve does.  Returns
   false if the pair is no call or there is no memory.  The caller holds the
   lock of the objects.  */
bool whole_arc (struct whole *whole, const struct gmon_objects *table,
                struct tally *entry, uintptr_t from, uintptr_t self);

/* Makes *ENTRY of a sample, likewise.  */
bool whole_sample (struct whole *whole, const struct gmon_objects *table,
                   struct tally *entry, uintptr_t pc,
                   const struct sample_kind *kind,
                   const struct sample_counts *counts);

#endif /* GMON_WHOLE_H */
