/* sampler_state.h -- the data of the clock that asks where the program is.

   SPDX-License-Identifier: 0BSD

   The clocks work on this struct; sampler.h has the functions for its
   owner.  */

#ifndef GMON_SAMPLER_STATE_H
#define GMON_SAMPLER_STATE_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>

#include "arch/namespace.h"
#include "clock/clock.h"
#include "clock/perf_event.h"
#include "sys/bounded_lock.h"
#include "sys/descriptors.h"
#include "sys/libc_next.h"

/* Called in a signal handler, all signals blocked: TICKS periods have passed,
   the program is at PC.  Must be async-signal-safe.  */
typedef void sampler_sink (uintptr_t pc, unsigned ticks);

enum sampler_user
{
  SAMPLER_GMON,
  SAMPLER_PROFIL,
  SAMPLER_SPROFIL,
  SAMPLER_USERS
};

#define SAMPLER_USUAL_RATE 100  /* Hz */

/* What a sampler uses of the process around it.  Constant.  */
struct sampler_host
{
  /* The handler of SIGPROF: calls sampler_on_signal for the process's
     sampler.  */
  void (*handler) (int signal, siginfo_t *info, void *context);
  /* Called in that handler after a tick of SAMPLER_GMON.  */
  void (*after_tick) (void);
  struct libc_signals *libc_signals;
  struct descriptors *descriptors;
};

struct sampler
{
  const struct sampler_host *host;      /* set before the first start */
  struct bounded_lock turn;     /* of the thread that changes any of this */
  sampler_sink *_Atomic sinks[SAMPLER_USERS];
  const struct clock *clock;    /* NULL: not chosen */
  unsigned rate;                /* asked for; 0: the usual one */
  uint32_t period;              /* of it, in ns */
  uint32_t kernel_tick;         /* how often it looks at CPU timers, in ns */
  _Atomic uint32_t random;      /* where in a period the next thread begins */
  _Atomic int running;          /* the clock; SIGPROF is ours */
  uint32_t process;             /* whose SIGPROF is ours */
  _Atomic int told;             /* said: that the program has a handler, */
  _Atomic int failed;           /* that the clock failed for a thread, */
  _Atomic int reported;         /* that ticks are missing, */
  _Atomic int told_timer;       /* that a timer would have ended the program */
  _Atomic unsigned handlers;    /* calls of the signal handler under way */
  struct sigaction program;     /* what SIGPROF did before us, */
  long program_timer[4];        /* and the timer that raises it: interval and
                                   value, each of s and us; no struct of libc's,
                                   whose size is another in replace_file.c */
  struct clock_threads threads;
  struct clock_thread excluded; /* the block of threads that may make no system
                                   call; without a handle */
  struct clock event;           /* event.c's, made of options, */
  struct perf perf;             /* and what it and perf.c need */
  struct clock_watch watch;
  uint64_t cpu_start;           /* CPU time of the process at the last start */
  uint64_t cpu_used;            /* with the clock on, before that */
  wide_counter ticks;           /* all that came */
};

#endif /* GMON_SAMPLER_STATE_H */
