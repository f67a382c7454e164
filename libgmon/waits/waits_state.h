/* waits_state.h -- the data of the polls of blocked threads.

   SPDX-License-Identifier: 0BSD

   The functions are in waits.h, wait_list.h and wait_times.h.  */

#ifndef GMON_WAITS_STATE_H
#define GMON_WAITS_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/namespace.h"
#include "record/whole.h"
#include "unwind/blocked.h"
#include "waits/proc_thread.h"
#include "waits/wait_thread.h"

#define WAITS_RATE 100          /* polls of all threads per second */

#define WAITS_OPEN 400          /* files that stay open */

/* Why the sampling has ended early, or does not see all.  */
enum waits_trouble
{
  WAITS_FINE,
  WAITS_NO_DESCRIPTORS,         /* no table of descriptors of its own */
  WAITS_NO_LIST,                /* no /proc */
  WAITS_REFUSED,                /* the kernel does not tell where threads are */
  WAITS_PROCESS_CLOCK,          /* samples come by a clock of the process */
  WAITS_OTHER_USER,             /* the program has become another user */
  WAITS_FILTERED                /* the program has filtered system calls */
};

/* The functions of the process that the sampling thread calls; they use no
   thread-local memory.  */
struct waits_host
{
  /* Says that ID, the calling thread, polls from now on; 0: not any more.  */
  void (*polls) (uint32_t id);
  /* Called after each scan of the list of threads, at least once a second, with
     the lock of the objects.  If it returns false the sampling ends.  */
  bool (*found) (void);
};

/* A thread that is polled.  */
struct wait_state
{
  uint32_t id;
  uint32_t scan;                /* number of the last scan that found it */
  struct proc_files files;
  uint16_t name;                /* index in whole->threads */
  bool is_waiting;              /* at the last poll, at PC */
  bool is_still;                /* it had used no CPU time since the one before
                                   that */
  uint64_t last;                /* when it was polled, or has begun,
                                   CLOCK_MONOTONIC in ns; 0: not known */
  uint64_t cpu;                 /* its CPU time then, in ns */
  uint64_t queued, queued_first;        /* its time in the queue for a CPU, in
                                           ns: then, and at the first poll */
  uint64_t blocked;             /* ns since it was found */
  uint64_t seen;                /* of this, what belongs to a place */
  uint32_t polls;               /* polls at which it had run */
  uint32_t calm;                /* ticks since then */
  uint32_t due;                 /* tick of the next poll */
  uint32_t generation;          /* of waits->generation, of KIND */
  uintptr_t pc;                 /* where it waits ... */
  struct sample_kind kind;      /* ... how it got there, and for what */
  uint64_t waited;              /* ns of this wait that were added there */
};

struct wait_counts
{
  uint64_t ticks;               /* rounds of sampling*/
  uint64_t polls;               /* at blocked threads */
  uint64_t discarded;           /* at threads that ran on meanwhile */
  uint64_t seen;                /* ns that belong to a place */
  uint64_t cut;                 /* rounds that ended early, for their cost */
};

/* An object of zeros is valid: nothing is polled.  What is not atomic is
   used with the lock of whole->objects.  */
struct waits
{
  struct wait_thread thread;
  struct bounded_lock lock;     /* held while the thread begins or ends; for the
                                   next two fields as well */
  unsigned calls;               /* running calls that it would be in the way
                                   of (blocked_suspend) */
  bool goes_on;                 /* it polls again after these */
  struct whole *whole;
  const struct waits_host *host;
  _Atomic int trouble;          /* enum waits_trouble */
  _Atomic bool paused;          /* by moncontrol */
  bool is_recorded;             /* polled since the start of the profile */
  bool has_gaps;                /* times in which nothing was polled */
  bool is_reported;             /* waits_trouble has returned the reason */
  int tasks;                    /* the kernel's list of threads, open */
  uint32_t links;               /* its link count at the last scan */
  uint32_t scan;                /* number of that scan */
  uint32_t tick;
  uint64_t status_due;          /* when to read the thread's state, ns */
  uint64_t scan_due;            /* when to scan the list at the latest, ns */
  uint64_t scanned;             /* when the last scan was, ns */
  uint64_t begin;               /* of the sampling, CLOCK_MONOTONIC in ns */
  uint64_t cpu_begin;           /* CPU time of the sampling thread then */
  uint32_t random;
  struct wait_counts counts;
  uint32_t generation;          /* of the recording */
  unsigned replaced;            /* whole->replaced at its begin */
  const struct recording *recording;    /* the last one */
  struct proc_state state;      /* of the process at the begin */
  struct wait_state *states;
  uint32_t *places;             /* hash table: 1 + index in STATES; 0: none */
  size_t count, room;           /* of STATES; PLACES has twice the room */
  size_t next;                  /* index of the state to poll next */
  unsigned open;                /* files that stay open */
  struct blocked_stack stack;
  uintptr_t *pcs;               /* BLOCKED_PCS elements */
};

#endif /* GMON_WAITS_STATE_H */
