/* samples.h -- samples of any address, in one growing hash table.

   SPDX-License-Identifier: 0BSD

   Signal handlers of all threads add samples at once; the write reads.  A full
   table is not moved: an empty one of twice the size follows it, and an entry
   may be in several tables.  No table is ever freed.  */

#ifndef GMON_SAMPLES_H
#define GMON_SAMPLES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"

/* The key of a sample, beside its program counter.  */
struct sample_kind
{
  uint32_t chain;               /* 0: no call chain */
  uint16_t thread;              /* number of the thread's name, below 32768 */
  uint16_t flags;               /* GMON_SAMPLE_* */
};

struct sample_counts
{
  uint64_t deliveries;
  uint64_t periods;
  uint64_t squares;             /* sum of the squared periods of deliveries */
};

struct sample_table;

/* An object of zeros is valid and empty.  */
struct samples
{
  _Atomic (struct sample_table *) newest;
  _Atomic bool no_memory;       /* the kernel refused memory: do not retry */
  wide_counter lost;            /* deliveries that found no memory */
};

/* Adds a delivery of PERIODS periods at PC, which is not 0.
   Async-signal-safe; any number of threads may run it at once.  */
void samples_add (struct samples *samples, uintptr_t pc,
                  const struct sample_kind *kind, unsigned periods);

/* Calls VISIT for every entry.  An entry may come in several parts.  If CHOSEN
   is not NULL, only entries whose program counters it accepts are visited, and
   their counts become 0; no other thread may add to them.
   Async-signal-safe.  */
typedef void sample_visit (uintptr_t pc, const struct sample_kind *kind,
                           const struct sample_counts *counts, void *data);
typedef bool sample_chooser (uintptr_t pc, void *data);
void samples_each (const struct samples *samples, sample_chooser *chosen,
                   sample_visit *visit, void *data);

/* Drops all samples.  The memory stays, as handlers may be using it.  */
void samples_forget (struct samples *samples);

#endif /* GMON_SAMPLES_H */
