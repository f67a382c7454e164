/* sampler_state.h -- the data of the sampler.

   SPDX-License-Identifier: 0BSD

   The clocks work on this struct.  sampler.h has the functions for the owner
   of a sampler.  */

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
#include "clock/unticked_state.h"
#include "sys/bounded_lock.h"
#include "sys/descriptors.h"
#include "sys/libc_next.h"

/* A sample.  */
struct sampler_tick
{
  uintptr_t pc;                 /* where the program is */
  unsigned ticks;               /* periods that have passed */
  const void *context;          /* the signal handler's context at PC; NULL if
                                   the sample was taken before the signal */
};

/* A function that receives samples.  It runs in a signal handler with all
   signals blocked and must be async-signal-safe.  */
typedef void sampler_sink (const struct sampler_tick *tick);

enum sampler_user
{
  SAMPLER_GMON,
  SAMPLER_PROFIL,
  SAMPLER_SPROFIL,
  SAMPLER_USERS
};

#define SAMPLER_USUAL_RATE 100  /* Hz */

/* The parts of the process that a sampler uses.  Constant.  */
struct sampler_host
{
  /* The handler of SIGPROF.  It must call sampler_on_signal for the sampler of
     the process.  */
  void (*handler) (int signal, siginfo_t *info, void *context);
  /* The sampler calls this function in the handler of SIGPROF after a tick,
     while SAMPLER_GMON is started.  */
  void (*after_tick) (void);
  /* Returns true if the message that clock=perf does not count time in the
     kernel is to be printed: once for a process and those that it starts.  */
  bool (*first_notice) (void);
  struct libc_signals *libc_signals;
  struct descriptors *descriptors;
};

struct sampler
{
  const struct sampler_host *host;      /* set before the first start */
  struct bounded_lock lock;     /* held by the thread that starts, stops or
                                   changes the clock */
  sampler_sink *_Atomic sinks[SAMPLER_USERS];
  const struct clock *clock;    /* NULL until one is chosen */
  bool wants_contexts;          /* a sink can use the contexts of samples; set
                                   before the first start */
  unsigned rate;                /* the rate asked for, in Hz; 0:
                                   SAMPLER_USUAL_RATE */
  uint32_t period;              /* from one tick to the next, in ns */
  uint32_t kernel_tick;         /* ns from one check of the CPU timers by the
                                   kernel to the next */
  _Atomic uint32_t random;      /* random phase of the next thread's first
                                   tick */
  _Atomic int running;          /* 1 while the clock runs and SIGPROF is
                                   ours */
  uint32_t process;             /* id of the process in which SIGPROF is
                                   ours */
  _Atomic int warned;           /* 1 after the message that the program has its
                                   own handler */
  _Atomic int failed;           /* 1 after the message that the clock failed
                                   for a thread */
  _Atomic int reported;         /* 1 after the message on missing ticks */
  _Atomic int told_timer;       /* 1 after the message that the program's own
                                   timer has expired */
  _Atomic uint32_t spared;      /* thread that gets no tick: one of our own;
                                   0: none */
  _Atomic unsigned handlers;    /* running calls of the signal handler */
  struct sigaction program;     /* the action of SIGPROF before ours */
  long program_timer[4];        /* the program's ITIMER_PROF: interval and
                                   value, each as s and us.  No struct of libc
                                   is used because its size differs in
                                   replace_file.c */
  struct clock_threads threads;
  struct clock_thread excluded; /* clock_current of threads that may make no
                                   system call; has no handle */
  struct clock event;           /* the clock that event_choose makes */
  struct perf perf;             /* data of event.c and perf.c */
  struct clock_watch watch;
  struct unticked unticked;     /* CPU time of threads that get no tick */
  wide_counter owed;            /* cpu.c: CPU time of threads that have ended
                                   that no tick has counted, in ns, in two's
                                   complement */
  uint64_t cpu_start;           /* CPU time of the process when the clock last
                                   started, ns */
  uint64_t cpu_used;            /* CPU time used while the clock ran, before
                                   that start, ns */
  wide_counter ticks;           /* number of all ticks */
};

#endif /* GMON_SAMPLER_STATE_H */
