/* thread_names.h -- observations, ticks and CPU time by the names of threads.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_THREAD_NAMES_H
#define GMON_THREAD_NAMES_H

#include <stdatomic.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "sys/thread_times.h"

#define THREAD_NAMES_MAX 256    /* further names share one entry */

struct thread_name
{
  _Atomic int state;            /* 0: free, 1: being filled, 2: valid */
  char name[THREAD_NAME_SIZE];
  wide_counter threads;         /* threads that were first observed here, or
                                   ended here without that */
  wide_counter cpu;             /* their CPU time at their last observation or
                                   end, in ns */
  wide_counter observations;
  wide_counter ticks;
  uint64_t measured;            /* living threads whose times are known ... */
  uint64_t blocked, queued;     /* ... and their sums in ns (thread_waits.h) */
  /* With wait=on, in ns unless said otherwise (waits/waits.h).  */
  uint64_t gone;                /* threads that have ended ... */
  uint64_t gone_blocked, gone_queued;   /* ... and their sums */
  uint64_t looked;              /* blocked while they were polled */
  uint64_t seen;                /* of this, what belongs to a place */
  uint64_t polls;               /* not a time: samples that found them
                                   blocked */
};

/* An object of zeros is valid and empty.  */
struct thread_names
{
  struct thread_name names[THREAD_NAMES_MAX + 1];
};

/* Counts an observation of TICKS ticks for the calling thread, which has
   used CPU ns.  Asks the kernel for its name at the first observation and at
   each 16th one, as names are set late.  Returns the index of the name.  Two
   indices may have one name.  Async-signal-safe, makes no libc call.  */
unsigned thread_names_count (struct thread_names *names, unsigned ticks,
                             uint64_t cpu);

/* Says that the calling thread ends, after CPU ns.  It is counted for its name,
   if it has not been observed, and so is the rest of its time.
   Async-signal-safe, makes no libc call.  */
void thread_names_end (struct thread_names *names, uint64_t cpu);

/* Returns the index of NAME, THREAD_NAME_SIZE bytes that are filled up with
   zeros.  Adds it if it is new.  Async-signal-safe.  */
unsigned thread_names_find (struct thread_names *names, const char *name);

/* Returns true if the entry with INDEX is in use, or is being filled; then all
   before it are, too.  Loops that end at the first free entry do not touch the
   pages of the rest.  */
static inline bool
thread_names_has (const struct thread_names *names, unsigned index)
{
  return index <= THREAD_NAMES_MAX
         && atomic_load (&names->names[index].state) != 0;
}

/* For the child after fork: empties NAMES.  The calling thread is the only
   one.  */
void thread_names_forget (struct thread_names *names);

#endif /* GMON_THREAD_NAMES_H */
