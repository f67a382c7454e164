/* perf_event.h -- performance events of threads, without descriptors.

   SPDX-License-Identifier: 0BSD

   The kernel keeps an event as long as it is mapped, and goes on signalling
   when its descriptor was closed.  So a thread's events have descriptors only
   from perf_open to perf_arm, and no program that closes all descriptors,
   counts them or runs out of them comes across ours.  A mapping ends with exec,
   and a forked child has none.

   All functions are async-signal-safe and make no libc call.  */

#ifndef GMON_PERF_H
#define GMON_PERF_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "clock/perf_abi.h"
#include "sys/bounded_lock.h"

struct descriptors;
struct perf_kind;
struct sampler;
struct clock;

enum { PERF_FREE, PERF_USED, PERF_CLOSED };

/* The events of one thread.  Never freed; closed ones serve again.  */
struct perf_counter
{
  _Atomic uint32_t used;        /* PERF_FREE ... */
  struct bounded_lock lock;     /* of the thread that reads, arms or closes
                                   it; it is only tried */
  uint32_t process;             /* whose mappings these are */
  uint32_t thread;              /* whose events these are */
  int fds[2];                   /* -1: closed */
  void *_Atomic maps[2];        /* NULL: none; the first has records */
  size_t sizes[2];
  uint64_t given;               /* event.c: samples taken from records */
  uint64_t due;                 /* perf.c: CPU time of the next tick, in
                                   ns; 0: not known */
  uint64_t owed;                /* ticks for the records that are left, */
  uint64_t left;                /* in this reading; */
  bool started;                 /* owed is known */
};

/* What is opened for each thread.  The first event writes records.  The second
   one raises SIGPROF, so that records are read in time; it must not do that in
   the kernel, where the signal would end a system call that is about to
   sleep.  */
struct perf_plan
{
  struct perf_attr attr[2];
  size_t page_size;             /* of the machine */
  struct descriptors *descriptors;      /* of the process */
  unsigned record_pages;        /* for records of the first: a power of 2 */
};

#define PERF_POOL_PAGES 256
#define PERF_POOL_PAGE 65536    /* bytes */

/* All zero is a valid start.  */
struct perf
{
  struct perf_counter *_Atomic pages[PERF_POOL_PAGES];
  _Atomic bool user_only;       /* the kernel's part of time is not ours to
                                   see */
  struct perf_plan plan;
  const struct perf_kind *kind; /* event.c: what is counted, */
  unsigned period;              /* and how many of them make a sample */
};

/* Can events by the plan be had?  Tried with the calling thread; if the kernel
   refuses to count what happens in it and MAY_LEAVE, without that, and the plan
   is changed (user_only).  0 or an errno value.  */
int perf_start (struct perf *perf, bool may_leave);

/* The events for thread ID of this process, which do not count yet: a number
   for the functions below, or minus an errno value.  */
int perf_open (struct perf *perf, uint32_t id);

/* They count, and have no descriptors any more.  Nothing, if they were closed
   meanwhile.  DUE is what perf.c wants to know again.  */
void perf_arm (struct perf *perf, int number, uint64_t due);

/* They end.  In a child of the process that opened them: they are
   forgotten.  */
void perf_close (struct perf *perf, int number);

/* Call TAKE with SAMPLER for each record that was not read yet: the program
   was at PC when the first event had happened VALUE times; COUNTER->left is
   the number of records that are still to come, with this one.
   COUNTER->started is false at the first.  Nothing if somebody else is just
   doing that, or in a child.  */
typedef void perf_take (struct sampler *sampler, struct perf_counter *counter,
                        uintptr_t pc, uint64_t value);
void perf_read (struct perf *perf, int number, perf_take *take,
                struct sampler *sampler);

/* ns between two signals of the second event.  */
#define PERF_PACE 1000000

/* The second event: PERIOD ns of CPU time outside the kernel.  */
void perf_describe_pace (struct perf_attr *attr, uint64_t period);

/* perf.c: open and close of a clock by events (struct clock).  */
int clock_perf_open (struct sampler *sampler, uint32_t id);
void clock_perf_close (struct sampler *sampler, int handle);

/* event.c: the event that the option event=OPTION means, or NULL.  */
const struct perf_kind *event_find (const char *option);

/* Can the file say that PERIOD events make a sample?  */
bool event_period_is_good (unsigned period);

/* A clock, part of SAMPLER, that ticks once for PERIOD events (0: as many as
   are usual) of KIND.  */
const struct clock *event_choose (struct sampler *sampler,
                                  const struct perf_kind *kind,
                                  unsigned period);

#endif /* GMON_PERF_H */
