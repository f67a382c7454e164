/* clock.h -- what a clock is, and its data for each thread.

   SPDX-License-Identifier: 0BSD

   A clock raises SIGPROF.  sampler.c owns the signal and its users; it starts
   and stops the clock.  threads.c knows the threads.  Every other clock file
   (cpu.c, wall.c, ...) defines one clock, a constant struct of functions; only
   event.c makes its struct at run time, from options.  Clocks share no state
   except struct sampler and the blocks of the threads.

   A clock is either per process (open is NULL) or per thread.  With a clock
   per thread, every thread has a block with one handle: the number of a timer
   or of a perf counter.  A thread begins to tick in three steps.  First, open
   makes the handle, for any thread of this process; nothing ticks yet.
   Second, the handle is stored in the thread's block, so that stopping the
   clock finds and closes it.  Third, arm lets it tick.  So no tick arrives
   after SIGPROF is given back to the program.  */

#ifndef GMON_CLOCK_H
#define GMON_CLOCK_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "clock/clock_list.h"
#include "gmon_out.h"
#include "sys/thread_pool.h"

/* The highest rate of any clock that measures time, in Hz.  */
#define CLOCK_MAX_RATE 100000

struct sampler;

/* How the thread that is being armed was found.  */
enum clock_thread_kind
{
  CLOCK_THREAD_SELF,            /* the calling thread, in its first hook */
  CLOCK_THREAD_OLD,             /* exists already when the clock starts */
  CLOCK_THREAD_FOUND            /* started later and has called no hook: all
                                   its CPU time was used while the clock ran */
};

/* A block: the clock's data for one thread.  A block is never freed.  The
   block of a dead thread, with its handle, is taken over by a later
   thread.  */
struct clock_thread
{
  struct owned owned;
  _Atomic int handle;           /* what open returned, plus 1; 0: none */
  /* Only arm, ticks and rearm use the fields below.  After arm only the thread
     itself uses them.  */
  uint64_t due;                 /* clock's time of the next tick, in ns */
  uint64_t seen;                /* clock's time of the last tick, in ns */
  uint64_t in_kernel;           /* clock_kernel: CPU time in the kernel at the
                                   last tick, in ns; 0: not known */
  int64_t uncounted;            /* cpu.c: CPU time in ns from the start of the
                                   thread, or of the clock, to `seen' that no
                                   tick has counted; negative: too much was */
  bool first;                   /* cpu.c: the next tick is the thread's first,
                                   which has a rule of its own */
  bool expired;                 /* the timer expired and is not set yet */
};

#define CLOCK_BUCKETS 256

struct clock_page;

/* The blocks of all threads, in buckets by thread id.  An object of zeros is
   valid and empty.  */
struct clock_threads
{
  struct owner_ring buckets[CLOCK_BUCKETS];
  _Atomic (struct clock_page *) page;   /* source of new blocks */
};

/* The state of the search for threads that call no hook (thread_scan.c).  An
   object of zeros is valid.  */
struct clock_watch
{
  _Atomic int timer;            /* alarm timer's number, plus 1; 0: none */
  _Atomic int busy;             /* 1 while a thread looks for new threads */
  wide_counter ticked;          /* CPU time in ns that the ticks of known
                                   threads stand for, since the last check */
  uint32_t links;               /* link count of /proc/self/task, the kernel's
                                   list of threads, at the last scan */
  /* The next five fields are amounts of CPU time, in ns.  */
  uint64_t period;              /* time of known threads between two checks */
  uint64_t alarm;               /* time of the process until the timer expires,
                                   if no check puts it off */
  uint64_t waited;              /* time used since the last scan */
  uint64_t scan;                /* time that the last scan took */
  uint64_t setting;             /* time that the last timer setting took */
  uint32_t patience;            /* factor of alarm; an alarm that finds no
                                   thread raises it */
};

struct clock
{
  char name[18];                /* for messages */
  char dimension[GMON_DIMEN_SIZE];      /* of the histogram, in the file */
  char abbreviation;
  bool is_not_cpu;              /* ticks do not measure CPU time */
  const struct clock *fallback; /* used if this clock cannot start, or NULL */

  /* Returns the highest rate that this clock can give, in Hz.  */
  unsigned (*limit) (void);

  /* Returns the number of ticks per unit of the dimension, for the file's
     header.  NULL: that number is the rate of the sampler.  */
  unsigned (*file_rate) (const struct sampler *sampler);

  /* The part of the clock that belongs to the process.  A pointer is NULL if
     there is nothing to do.  start lets the clock run with the full period; it
     may run already, and sampler->running is true then.  Returns 0 or an errno
     value.  After stop, no tick is raised any more.  give_back restores what
     start has replaced, after SIGPROF was given back to the program.  All are
     async-signal-safe and need not keep errno.  */
  int (*start) (struct sampler *sampler);
  void (*stop) (struct sampler *sampler);
  void (*give_back) (struct sampler *sampler);

  /* The part of the clock that belongs to each thread.  open makes a handle
     for thread ID of this process.  Returns the handle, not negative, or minus
     an errno value; -ESRCH and -EINVAL mean that the thread has ended.  arm
     lets HANDLE, the handle of THREAD, tick.  close ends HANDLE, whose thread
     may be dead.  The hook calls these functions, so they are
     async-signal-safe and make no libc call.  */
  int (*open) (struct sampler *sampler, uint32_t id);
  void (*arm) (struct sampler *sampler, struct clock_thread *thread,
               int handle, enum clock_thread_kind kind);
  void (*close) (struct sampler *sampler, int handle);

  /* Returns the number of periods that have passed, 0 if this clock has not
     raised the signal with INFO.  A clock with flush delivers ticks at other
     places than the signal's by itself, and does not return those.  THREAD is
     the block of the calling thread; it is NULL if the thread has none or the
     clock is per process.  Runs in the handler of SIGPROF and makes no libc
     call.  */
  unsigned (*ticks) (struct sampler *sampler, struct clock_thread *thread,
                     const siginfo_t *info);

  /* Returns whether what ticks has returned counts: NS of the clock's time, at
     the place of CONTEXT in the calling thread, whose block is THREAD, or NULL.
     NULL: all counts.  Makes no libc call.  */
  bool (*counts) (struct clock_thread *thread, uint64_t ns,
                  const void *context);

  /* Lets the next tick of THREAD come.  Runs at the end of the handler of
     SIGPROF, after ticks with the block THREAD, which is not NULL.  NULL if
     the next tick comes without help.  Makes no libc call.  */
  void (*rearm) (struct clock_thread *thread);

  /* Delivers to the sinks the samples that the thread with HANDLE has counted
     and that no signal has announced yet.  The thread may be dead.  NULL if no
     such samples can exist.  Async-signal-safe, makes no libc call.  */
  void (*flush) (struct sampler *sampler, int handle);
};

/* Declares clock_cpu and the other clocks of the list, under linker names that
   the program does not use (namespace.h).  */
#define CLOCK_DECLARATION(enumerator, name) \
  extern const struct clock clock_##name __asm__ ("__gmon_clock_" #name);

CLOCK_LIST (CLOCK_DECLARATION)

/* For the end of THREAD, which has used NOW ns of CPU time and does not block
   SIGPROF: later ticks of clock_cpu make up for what no tick has counted.  In
   cpu.c.  Async-signal-safe, makes no libc call.  */
void clock_cpu_thread_ends (struct sampler *sampler,
                            const struct clock_thread *thread, uint64_t now);

/* The functions below are in threads.c.  They are async-signal-safe and make
   no libc call.  */

/* Makes a block for the calling thread, which has none that it knows of, and
   arms it.  Returns 0, or an errno value if the clock is not available for
   this thread.  */
int clock_thread_start (struct sampler *sampler);

/* Arms the calling thread if it has no handle.  Returns 0, or an errno value
   if the clock is not available for this thread.  */
int clock_thread_found (struct sampler *sampler);

/* Arms each thread of the process that has no handle yet, except threads that
   are just ending.  Returns 0, or an errno value if the clock is not available
   for one of the threads.  */
int clock_threads_start (struct sampler *sampler, enum clock_thread_kind kind);

/* Calls the clock's flush for the handles of all threads.  */
void clock_threads_flush (struct sampler *sampler);

/* Calls FUNCTION with DATA for the block of each thread that has a handle.  The
   thread may be dead.  */
void clock_threads_each (struct sampler *sampler,
                         void (*function) (struct sampler *sampler,
                                           struct clock_thread *thread,
                                           void *data),
                         void *data);

/* Closes the handles of all threads.  */
void clock_threads_stop (struct sampler *sampler);

/* Returns the block of the calling thread, NULL if it has none.  Only for a
   signal handler that blocks all signals.  */
struct clock_thread *clock_thread_self (struct sampler *sampler);

/* For the child after fork: removes the owner and the handle of every block.
   The child has no timers; descriptors that it has inherited are closed.  */
void clock_threads_reset_in_child (struct sampler *sampler);

/* The calling thread's block, NULL if the thread does not know one yet.  The
   thread's first hook or its first tick sets it.  */
extern __thread struct clock_thread *_Atomic clock_current
  __attribute__ ((visibility ("hidden"), tls_model ("initial-exec")));

#endif /* GMON_CLOCK_H */
