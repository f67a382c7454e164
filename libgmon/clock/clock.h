/* clock.h -- what a clock is, and the parts of it that belong to threads.

   SPDX-License-Identifier: 0BSD

   A clock raises SIGPROF.  sampler.c owns the signal and its users, and says
   when the clock runs; threads.c knows the threads; each clock_*.c is one
   clock, a constant struct of functions that share no state but struct
   sampler and the blocks of the threads.

   A clock is either the process's (open is NULL) or each thread's.  In the
   second case every thread has a block with one handle, a timer or a
   descriptor: open makes it, for any thread of this process, and nothing ticks
   yet; then others can see it, so that stopping the clock closes it; then arm
   lets it tick.  So no tick comes after the signal was given back.  */

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

/* The highest rate of any clock of time, in Hz.  */
#define CLOCK_MAX_RATE 100000

struct sampler;

/* Which thread is being armed.  */
enum clock_thread_kind
{
  CLOCK_THREAD_SELF,            /* the calling one, in its first hook */
  CLOCK_THREAD_OLD,             /* was there when the clock was started */
  CLOCK_THREAD_FOUND            /* came later and has called no hook: all its
                                   CPU time was while the clock ran */
};

/* One thread's part of the clock.  Never freed; a dead thread's block, with its
   handle, is taken over by a later thread.  */
struct clock_thread
{
  struct owned owned;
  _Atomic int handle;           /* what open returned, plus 1; 0: none */
  /* The rest belongs to arm and ticks, that is, to the thread.  */
  uint64_t due;                 /* when the next tick is, in ns */
  uint64_t seen;                /* what the clock said in the last tick */
  bool first;                   /* no tick has come yet */
  bool expired;                 /* the timer has, and is not set again */
};

#define CLOCK_BUCKETS 256

struct clock_page;

/* The blocks of all threads, by thread id.  All zero is a valid start.  */
struct clock_threads
{
  struct owner_ring buckets[CLOCK_BUCKETS];
  _Atomic (struct clock_page *) page;   /* where new blocks come from */
};

/* The search for threads that call no hook (thread_scan.c).  All zero is a
   valid start.  */
struct clock_watch
{
  _Atomic int timer;            /* plus 1; 0: none */
  _Atomic int busy;             /* a thread looks for new threads */
  wide_counter ticked;          /* CPU time that the ticks of known threads
                                   stand for, since the last look */
  uint32_t links;               /* of the kernel's list, at the last scan */
  /* All in ns of CPU time.  */
  uint64_t period;              /* until the next look */
  uint64_t alarm;               /* until the timer expires without ticks */
  uint64_t waited;              /* of the process, since the last scan */
  uint64_t scan;                /* what the last scan has cost */
  uint64_t setting;             /* what to set the timer has cost */
  uint32_t patience;            /* useless alarms double this factor */
};

struct clock
{
  char name[18];                /* in messages */
  char dimension[GMON_DIMEN_SIZE];      /* of the histogram, as in the file */
  char abbreviation;
  bool is_not_cpu;              /* ticks are not those of CPU time */
  const struct clock *fallback; /* if it cannot be started, or NULL */

  /* The highest rate, in Hz.  */
  unsigned (*limit) (void);

  /* For the file's header: ticks per unit of the dimension.  NULL: the rate of
     the sampler.  */
  unsigned (*file_rate) (const struct sampler *sampler);

  /* The process's part; NULL if there is none.  Start may find it running: it
     is to run with the full period; sampler->running says whether that was so.
     0 or an errno value.  After stop no tick is raised any more; give_back,
     when SIGPROF is the program's again, restores what start has replaced.  All
     are async-signal-safe and need not keep errno.  */
  int (*start) (struct sampler *sampler);
  void (*stop) (struct sampler *sampler);
  void (*give_back) (struct sampler *sampler);

  /* A handle for thread ID of this process: not negative, or minus an errno
     value (-ESRCH, -EINVAL: that thread is gone).  Let it tick.  Close it, also
     that of a dead thread.  These are called from the hook: no libc call, and
     async-signal-safe.  */
  int (*open) (struct sampler *sampler, uint32_t id);
  void (*arm) (struct sampler *sampler, struct clock_thread *thread,
               int handle, enum clock_thread_kind kind);
  void (*close) (struct sampler *sampler, int handle);

  /* In the handler of SIGPROF, in the thread whose block is THREAD (NULL: it
     has none, or the clock is the process's): how many periods have passed; 0:
     the signal is not this clock's.  Makes no libc call.  */
  unsigned (*ticks) (struct sampler *sampler, struct clock_thread *thread,
                     const siginfo_t *info);

  /* At the end of the handler, after ticks with the same THREAD, not NULL: lets
     the next tick come.  NULL: it comes anyway.  Makes no libc call.  */
  void (*rearm) (struct clock_thread *thread);

  /* Deliver what the thread with HANDLE, also a dead one, has counted but no
     signal told of yet.  NULL: there is no such thing.  As open.  */
  void (*flush) (struct sampler *sampler, int handle);
};

/* clock_cpu and so on, under names that are out of the program's way
   (namespace.h).  */
#define CLOCK_DECLARATION(enumerator, name) \
  extern const struct clock clock_##name __asm__ ("__gmon_clock_" #name);

CLOCK_LIST (CLOCK_DECLARATION)

/* threads.c.  All are async-signal-safe and make no libc call.  */

/* The calling thread has no block, as far as it knows: make one, and arm it.
   0, or an errno value: the clock cannot be had.  */
int clock_thread_start (struct sampler *sampler);

/* The calling thread runs but may have no handle: arm it.  The same.  */
int clock_thread_found (struct sampler *sampler);

/* Arm each thread of the process that has no handle yet, but for those that
   just end.  0, or an errno value: the clock cannot be had for one.  */
int clock_threads_start (struct sampler *sampler, enum clock_thread_kind kind);

/* Flush those of all threads.  */
void clock_threads_flush (struct sampler *sampler);

/* Close the handles of all threads.  */
void clock_threads_stop (struct sampler *sampler);

/* The calling thread's block, NULL if it has none.  Only in a signal handler
   that blocks all signals.  */
struct clock_thread *clock_thread_self (struct sampler *sampler);

/* After fork, in the child: no blocks; the handles are not inherited, or
   closed here.  */
void clock_threads_forget (struct sampler *sampler);

/* The calling thread's block as far as it knows; set by its first hook and by
   its first tick.  */
extern __thread struct clock_thread *_Atomic clock_current
  __attribute__ ((visibility ("hidden"), tls_model ("initial-exec")));

#endif /* GMON_CLOCK_H */
