/* profile/process.h -- the profile of a whole process.

   SPDX-License-Identifier: GPL-3.0-or-later

   The contents of the extension that libgmon/gmon_process.h describes: objects,
   threads, exact calls, samples with call stacks, and the costs of the
   profiler.  Addresses are offsets in objects, so they do not depend on where
   an object was loaded.  Several files add up.

   The form is canonical: it depends neither on the order nor on the grouping
   of the files.  Objects stand in the order of their keys, the executable
   first; threads in the order of their names; all else in the order that
   gmon_process.h demands.  */

#ifndef PROFILE_PROCESS_H
#define PROFILE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libgmon/gmon_process.h"

#define PROCESS_NONE UINT32_MAX

struct process_segment
{
  uint64_t start, size;         /* p_vaddr and p_memsz, in bytes */
};

/* An executable file, a library, or memory outside of all files.  It is known
   by its build id; without one by path, size and mtime.  */
struct process_object
{
  const char *path;             /* of the file when the program ran; of several
                                   paths the first one in strcmp's order */
  unsigned char build_id[GMON_BUILD_ID_MAX];
  unsigned build_id_len;        /* in bytes; 0: none */
  uint64_t size, mtime;         /* bytes, and seconds since 1970 */
  uint64_t flags;               /* GMON_OBJECT_* */
  const struct process_segment *segments;       /* with code */
  size_t n_segments;
};

/* One address range where an object was loaded.  */
struct process_load
{
  uint32_t object;
  uint64_t generation;          /* number of unloads before it */
  uint64_t address;             /* load address */
  uint64_t from, to;            /* ms since the start; to is 0: until the
                                   end */
};

/* All threads of one name.  */
struct process_thread
{
  const char *name;
  uint64_t threads;             /* how many threads had the name */
  uint64_t cpu_ns, observations, ticks;
  uint64_t measured;            /* how many threads the two sums are of */
  uint64_t blocked_ns;          /* they neither ran nor waited for a CPU */
  uint64_t queued_ns;           /* they waited for a CPU */
  uint64_t polls;               /* samples that found one of them blocked */
};

/* Returns how many threads THREAD is known to stand for.  */
static inline uint64_t
thread_count (const struct process_thread *thread)
{
  return (thread->threads > thread->measured ? thread->threads
          : thread->measured);
}

/* A location in the code.  */
struct process_location
{
  uint64_t offset;              /* in the object, in bytes */
  uint32_t object;
  bool exact;                   /* the instruction at offset is meant.  If not
                                   set in a call stack: offset is a return
                                   address, and the call before it is meant */
  bool is_inlined;              /* in no file: offset is the number of an
                                   inlined function (graph/inlined_frames.h) */
};

struct process_arc
{
  uint64_t count;
  uint32_t self, from;          /* locations: callee, and return address in the
                                   caller or PROCESS_NONE */
};

/* A node of the tree of call stacks.  The stack of a node is its location, the
   location of its parent, and so on; node 0, the root, has no location.  */
struct process_node
{
  uint32_t parent, location;
};

/* "Outer called inner" in a folded stack.  */
struct process_link
{
  uint32_t outer, inner;        /* locations */
};

/* One value of an entry of SAMPLES: what was observed with one stack of one
   thread, in the unit of its type.  */
struct process_sample
{
  uint64_t observations, sum, squares;
  uint32_t location;            /* of the program counter */
  uint32_t stack;               /* a node, or number of nodes + a set */
  uint32_t thread;
  uint32_t flags : 23;          /* GMON_SAMPLE_*; the rest are unknown ones */
  uint32_t is_set : 1;          /* the stack is a set */
  uint32_t type : 8;            /* enum gmon_value */
};
#define PROCESS_FLAGS_END (UINT32_C (1) << 23)

struct process_name
{
  const char *name;
  uint64_t offset, size;
  uint32_t object;
};

struct process_meta
{
  const char *key, *value;
};

struct process_run
{
  unsigned char id[GMON_RUN_ID_SIZE];
};

/* All arrays and strings belong to the struct process_sum that holds it.  */
struct process
{
  uint64_t flags;               /* GMON_PROCESS_* */
  uint64_t counts[GMON_COUNTS];
  uint64_t n_runs;              /* including those whose ids were dropped */
  struct process_run *runs;
  size_t n_ids;
  bool has_repeated_run;        /* two files have the id of one run */
  struct process_meta *meta;    /* by key */
  size_t n_meta;
  struct process_object *objects;
  size_t n_objects;
  struct process_load *loads;   /* empty if several files were added */
  size_t n_loads;
  struct process_thread *threads;
  size_t n_threads;
  struct process_location *locations; /* by object, offset, exact */
  size_t n_locations;
  struct process_arc *arcs;
  size_t n_arcs;
  struct process_node *nodes;   /* all nodes below a node, and no others, stand
                                   right behind it; [0] is the root */
  size_t n_nodes;
  struct process_link *links;   /* of all sets, one set after another */
  size_t *sets;                 /* set I has the links from sets[I] up to, but
                                   without, sets[I + 1] */
  size_t n_sets;
  unsigned values;              /* the value types that were recorded: bits
                                   1 << enum gmon_value */
  struct process_sample *samples;       /* those of one entry by type */
  size_t n_samples;
  struct process_name *names;   /* of code that was made at run time */
  size_t n_names;
};

/* The names and units of the value types, by enum gmon_value.  */
struct process_value_type
{
  const char *name, *unit;
};
extern const struct process_value_type process_value_types[GMON_VALUES];

/* Returns whether SAMPLE has one of VALUES, a set of value types.  */
static inline bool
sample_in (const struct process_sample *sample, unsigned values)
{
  return values >> sample->type & 1;
}

/* Returns the number of samples of PROCESS that have one of VALUES.  *SUM
   becomes the sum of these values, unless it is NULL.  */
static inline size_t
process_count (const struct process *process, unsigned values, double *sum)
{
  size_t n = 0;
  double total = 0;
  for (size_t i = 0; i < process->n_samples; i++)
    if (sample_in (&process->samples[i], values))
      {
        n++;
        total += (double) process->samples[i].sum;
      }
  if (sum)
    *sum = total;
  return n;
}

/* Observations of values, with sums in the unit of the values.  */
struct process_totals
{
  double observations, sum, squares;
};

/* Returns by what the squares of samples with VALUES are to be multiplied:
   those of off-CPU times are squares of ms, and the times are ns.  */
static inline double
process_square_unit (unsigned values)
{
  return values & GMON_OFF_CPU_VALUES ? 1e12 : 1;
}

/* Returns the totals of VALUES in PROCESS.  Those of CPU times include samples
   that were lost.  */
struct process_totals process_totals (const struct process *process,
                                      unsigned values);

/* Returns which functions had their calls counted in PROCESS, which may be
   NULL, as libgmon's functions= says it; NULL: all with hooks.  Borrowed.  */
const char *process_counted (const struct process *process);

/* The value of a key that differs among the files of a sum.  */
#define PROCESS_VARIOUS "(various)"

/* Returns the value that PROCESS has for KEY, or NULL; borrowed.  */
const char *process_meta_of (const struct process *process, const char *key);

/* Sets *NUMBER to the value of KEY.  Returns false if there is none, or if it
   is no number: in a sum, values that differ are not kept.  */
bool process_meta_number (const struct process *process, const char *key,
                          uint64_t *number);

#endif /* PROFILE_PROCESS_H */
