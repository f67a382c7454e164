/* perf_event.h -- performance events of threads, without descriptors.

   SPDX-License-Identifier: 0BSD

   The kernel keeps an event as long as the event is mapped, and the event goes
   on raising signals after its descriptor was closed.  So a thread's events
   have descriptors only from perf_open to perf_arm.  A program that closes all
   descriptors, counts them or runs out of them does not meet descriptors of
   libgmon.  A mapping ends with exec, and a forked child has none.

   All functions are async-signal-safe and make no libc call.  */

#ifndef GMON_PERF_H
#define GMON_PERF_H

#include <signal.h>
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
struct clock_thread;

enum { PERF_FREE, PERF_USED, PERF_CLOSED };

/* A counter: the two events of one thread.  Never freed; a closed counter is
   used again.  */
struct perf_counter
{
  _Atomic uint32_t used;        /* PERF_FREE, PERF_USED or PERF_CLOSED */
  struct bounded_lock lock;     /* held while a thread reads, arms or closes
                                   the counter; only tried, never waited for */
  uint32_t process;             /* id of the process that has the mappings */
  uint32_t thread;              /* id of the thread whose events are counted */
  int fds[2];                   /* of the two events; -1: closed */
  void *_Atomic maps[2];        /* NULL: none; the first event's mapping has
                                   the records */
  size_t sizes[2];
  uint64_t given;               /* event.c: samples delivered so far */
  uint64_t due;                 /* perf.c: CPU time of the next tick, in ns; 0:
                                   not known */
  uint64_t owed;                /* perf.c: ticks left for the records of this
                                   reading */
  uint64_t here;                /* perf.c: ticks of this reading at the place
                                   that the signal interrupted */
  uint64_t left;                /* records left in this reading */
  bool started;                 /* a record of this reading was delivered */
};

/* Where the thread was when the kernel wrote a record.  */
struct perf_place
{
  uintptr_t pc;                 /* the place of the program */
  uint64_t value;               /* how often the first event had happened */
  bool in_user;                 /* the thread was outside the kernel */
  bool at_signal;               /* the caller of perf_read is the handler of the
                                   second event */
};

/* Receives one record.  COUNTER->left is the number of records still to come,
   this record included.  COUNTER->started is false at the first record.  */
typedef void perf_take (struct sampler *sampler, struct perf_counter *counter,
                        const struct perf_place *place);

/* The two events that are opened for each thread.  The first event writes
   records.  The second event raises SIGPROF, so that the records are read in
   time.  It must not raise the signal in the kernel, where it would end a
   system call that is about to sleep.  */
struct perf_plan
{
  struct perf_attr attr[2];
  perf_take *take;              /* receives the records */
  size_t page_size;             /* bytes */
  struct descriptors *descriptors;      /* of the process */
  unsigned record_pages;        /* pages for the first event's records: a power
                                   of 2 */
};

#define PERF_POOL_PAGES 256
#define PERF_POOL_PAGE 65536    /* bytes */

/* The counters of all threads.  An object of zeros is valid.  */
struct perf
{
  struct perf_counter *_Atomic pages[PERF_POOL_PAGES];
  _Atomic bool user_only;       /* time in the kernel is not counted, as the
                                   kernel forbids it */
  struct perf_plan plan;
  const struct perf_kind *kind; /* event.c: kind of the counted event */
  unsigned period;              /* events per sample */
};

/* Checks whether the events of perf->plan can be opened, by opening them for
   the calling thread.  If the kernel forbids counting inside the kernel and
   MAY_LEAVE is true, changes the plan to leave that part out, tries again, and
   sets user_only if that works.  Returns 0 or an errno value.  */
int perf_start (struct perf *perf, bool may_leave);

/* Opens the events for thread ID of this process; they do not count yet.
   Returns a number for the functions below, not negative, or minus an errno
   value.  */
int perf_open (struct perf *perf, uint32_t id);

/* Lets the events NUMBER count, and closes their descriptors.  Does nothing if
   the events were closed meanwhile.  DUE is stored as the counter's `due', for
   perf.c.  */
void perf_arm (struct perf *perf, int number, uint64_t due);

/* Ends the events NUMBER.  In a child of the process that opened them, only
   closes inherited descriptors and frees the counter.  */
void perf_close (struct perf *perf, int number);

/* Gives each record of NUMBER that was not read yet to perf->plan.take, with
   SAMPLER and AT_SIGNAL, which is true in the handler of a signal that the
   second event of NUMBER has raised.  Does nothing if the counter is in use by
   another function, or in a child of the process that opened it.  Returns what
   perf->plan.take has added to `here' of the counter.  */
uint64_t perf_read (struct perf *perf, int number, struct sampler *sampler,
                    bool at_signal);

/* CPU time between two signals of the second event, in ns.  */
#define PERF_PACE 1000000

/* Fills ATTR for the second event: a signal after each PERIOD ns of CPU time
   outside the kernel.  */
void perf_describe_pace (struct perf_attr *attr, uint64_t period);

/* Defined in perf.c: the functions of struct clock that the clocks which use
   events share.  */
int clock_perf_open (struct sampler *sampler, uint32_t id);
void clock_perf_close (struct sampler *sampler, int handle);
unsigned clock_perf_ticks (struct sampler *sampler,
                           struct clock_thread *thread, const siginfo_t *info);
void clock_perf_flush (struct sampler *sampler, int handle);

/* Returns the event that the option event=OPTION names, NULL if there is none.
   Defined in event.c.  */
const struct perf_kind *event_find (const char *option);

/* Returns true if the file format can express that PERIOD events make one
   sample.  Defined in event.c.  */
bool event_period_is_good (unsigned period);

/* Returns a clock, which is part of SAMPLER, that ticks once for every PERIOD
   events of KIND; 0 means the usual period of KIND.  Defined in event.c.  */
const struct clock *event_choose (struct sampler *sampler,
                                  const struct perf_kind *kind,
                                  unsigned period);

#endif /* GMON_PERF_H */
