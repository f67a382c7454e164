/* whole.h -- what is recorded of the whole process, beside the classic profile.

   SPDX-License-Identifier: 0BSD  */

#ifndef GMON_WHOLE_H
#define GMON_WHOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/atomic64.h"
#include "arch/namespace.h"
#include "gmon_process.h"
#include "record/arcs_take.h"
#include "record/call_tree.h"
#include "record/callers.h"
#include "record/call_stacks.h"
#include "record/samples.h"
#include "record/tally.h"
#include "record/thread_names.h"
#include "sys/objects.h"

#define WHOLE_COMMAND_SIZE 4096 /* longer command lines are cut */

/* The samples that handlers record, with absolute addresses.  When an object is
   unloaded, another recording takes the place of this one, because addresses
   can get another meaning then.  */
struct recording
{
  struct samples samples;
  struct call_stacks stacks;
  _Atomic uint32_t handlers;    /* those that are using it now */
};

/* In the stack of a sample that is a folded one: the rest is the node of
   whole->sets.  Else it is the node of whole->calls.  */
#define WHOLE_SET ((uint64_t) 1 << 32)

struct waits;

/* The last key of a sample: what is left of its kind without the stack.  */
static inline uint64_t
whole_key (unsigned thread, unsigned flags, unsigned type)
{
  return (uint64_t) thread << 32 | (uint64_t) flags << 16 | type;
}

static inline unsigned
whole_key_thread (uint64_t key)
{
  return (unsigned) (key >> 32);
}

static inline unsigned
whole_key_flags (uint64_t key)
{
  return (unsigned) (key >> 16) & 0xffff;
}

static inline unsigned
whole_key_type (uint64_t key)
{
  return (unsigned) key & 0xffff;
}

/* Exists unless stacks=off.  Never freed.  An arc in a tally has the keys
   callee's object, offset, caller's object plus 1 (0: no caller), offset; and
   one sum.  A sample has the keys object, offset, stack, whole_key, and as sums
   struct sample_value.  */
struct whole
{
  struct objects objects;       /* its lock protects the tallies and the trees
                                   as well */
  struct callers callers;
  _Atomic (struct recording *) recording;       /* NULL: no memory */
  struct recording *spare;      /* an empty one, or NULL */
  size_t stacks_size;           /* bytes for the stacks of a recording */
  wide_counter lost;            /* observations that found no memory, or came in
                                   a thread that may make no system call */
  struct call_tree calls;       /* call stacks: object, offset of the return
                                   address */
  struct call_tree places;      /* of folded stacks; all in the root */
  struct call_tree sets;        /* folded stacks, call by call: outer, inner
                                   node of `places' */
  struct thread_names threads;
  struct arcs_note notes[ARC_NOTES];    /* of the threads in dlclose */
  uint64_t note_number;         /* of the latest one */
  struct tallies retired_arcs;  /* hash table: calls of unloaded objects */
  struct tallies retired_samples;       /* hash table: samples in those */
  struct waits *waits;          /* NULL: blocked threads are not polled */
  _Atomic uint32_t own_thread;  /* that polls the others; 0: none */
  _Atomic int unloading;        /* threads in dlclose */
  unsigned replaced;            /* how often recording_replace did so */
  wide_counter handler_ns;      /* time spent on samples, ns */
  struct library_calls *library_calls;  /* NULL: they are not counted */
  bool checked_hooks;           /* library_check_hooks ran */
  uint64_t hook_ps;             /* what a hook costs in ps, 0: unknown */
  uint64_t start;               /* CLOCK_MONOTONIC of the start, ns */
  uint64_t start_date;          /* CLOCK_REALTIME of the start, ns */
  uint64_t ran_before;          /* by the main thread before the start, ns */
  uint64_t queued_before;       /* likewise (thread_times.h) */
  unsigned char run_id[GMON_RUN_ID_SIZE];
  const char *host;             /* name of this host */
  const char *functions;        /* which functions are counted, NULL: all */
  bool is_unsampled;            /* the clock is "none" */
  size_t command_size;
  char command[WHOLE_COMMAND_SIZE];     /* the command line, a zero behind
                                           each argument */
};

/* Makes *ENTRY, except its sums, of the arc (FROM, SELF) as the hook recorded
   it.  Addresses are looked up in TABLE, then as objects_resolve does.  Returns
   false if the pair is no call, libgmon.so is the caller, or there is no
   memory.  The caller holds the
   lock of the objects.  */
bool whole_arc (struct whole *whole, const struct gmon_objects *table,
                struct tally *entry, uintptr_t from, uintptr_t self);

/* Makes *ENTRY of a sample of RECORDING, likewise.  A stack for which there is
   no memory is dropped, with the flag GMON_SAMPLE_NO_MEMORY.  */
bool whole_sample (struct whole *whole, const struct gmon_objects *table,
                   struct tally *entry, const struct recording *recording,
                   uintptr_t pc, const struct sample_kind *kind,
                   const struct sample_value *value);

/* Returns a new recording, or NULL without memory.  Async-signal-safe.  */
struct recording *recording_new (const struct whole *whole);

/* Returns the recording of WHOLE, or NULL; it stays in memory until
   recording_leave.  Async-signal-safe.  */
struct recording *recording_enter (struct whole *whole);
void recording_leave (struct recording *recording);

/* Replaces the recording by an empty one.  Calls VISIT for each sample of the
   former one when no handler uses it any more; it is in DATA, where *FORMER was
   stored before.  A recording that a handler uses for more than 1 s is given up
   after the visits.  The caller holds the lock of the objects and blocks all
   signals.  */
void recording_replace (struct whole *whole, struct recording **former,
                        sample_visit *visit, void *data);

#endif /* GMON_WHOLE_H */
