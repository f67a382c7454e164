/* samples.h -- samples of any address, in one growing hash table.

   SPDX-License-Identifier: 0BSD

   Signal handlers of all threads add samples at once; the write reads.  A full
   table is not moved: an empty one of twice the size follows it, and an entry
   may be in several tables.  */

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
  uint32_t stack;               /* 0: no call stack */
  uint16_t thread;              /* number of the thread's name, below 32768 */
  uint16_t flags;               /* GMON_SAMPLE_*, below 4096 */
  uint8_t type;                 /* of the value: enum gmon_value, below 16 */
};

/* Observations with one key, in the unit of their type (gmon_process.h).  */
struct sample_value
{
  uint64_t observations;
  uint64_t sum;
  uint64_t squares;             /* sum of the squared observations */
};

struct sample_table;

/* An object of zeros is valid and empty.  */
struct samples
{
  _Atomic (struct sample_table *) newest;
  _Atomic bool no_memory;       /* the kernel refused memory: do not retry */
};

/* Adds VALUE at PC, which is not 0.  Returns false without memory.
   Async-signal-safe, uses no thread-local memory; any number of threads may run
   it at once.  */
bool samples_add (struct samples *samples, uintptr_t pc,
                  const struct sample_kind *kind,
                  const struct sample_value *value);

/* Returns true if SAMPLES has no entry.  */
bool samples_are_empty (const struct samples *samples);

/* Calls VISIT for every entry.  An entry may come in several parts.
   Async-signal-safe.  */
typedef void sample_visit (uintptr_t pc, const struct sample_kind *kind,
                           const struct sample_value *value, void *data);
void samples_each (const struct samples *samples, sample_visit *visit,
                   void *data);

/* Drops all samples and frees their memory, which nothing else may be
   using.  */
void samples_free (struct samples *samples);

#endif /* GMON_SAMPLES_H */
