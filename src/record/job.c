/* record/job.c -- the processes of a job, and the profiles of its programs.

   SPDX-License-Identifier: GPL-3.0-or-later

   Processes and threads are found by their numbers, which the kernel uses
   again: a number stands for the youngest process or thread that has it.  */

#include <config.h>

#include "record/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/out.h"
#include "base/pair_table.h"
#include "record/call_stack.h"
#include "record/code_names.h"
#include "record/recorded.h"

#define NO_PROGRAM UINT32_MAX
#define NO_PROCESS UINT32_MAX
#define NS_PER_SECOND 1e9

/* The longest name that the kernel has for a thread.  */
#define THREAD_NAME 16

struct job_process
{
  pid_t pid;
  uint32_t program;             /* NO_PROGRAM: no code was mapped yet */
  bool is_new;                  /* the next code to be mapped is that of its
                                   program */
  uint32_t parent;              /* process that it has code of; NO_PROCESS:
                                   none */
  bool has_run;                 /* a sample was in the code of its program */
  struct code_map map;
  struct made_code made;
};

struct job_thread
{
  pid_t tid;
  uint32_t process;
  char name[THREAD_NAME];
  bool has_begun;               /* else the number was not used yet */
  bool is_told;                 /* the kernel has told its CPU time: */
  uint64_t cpu_ns;              /* when it ended */
  uint64_t settled_ns;          /* part of its CPU time that programs or names
                                   have which it had before */
  uint64_t weight;              /* ticks of samples since then */
  bool has_samples;             /* since then */
};

/* A program that processes of the job executed.  */
struct job_program
{
  uint32_t image;
  pid_t pid;                    /* of the first process */
  struct program_profile *profile;
  uint64_t threads;             /* of it, each counted when its time is
                                   credited */
  uint64_t hidden;              /* processes that executed another program from
                                   it, which is hidden */
};

struct job
{
  struct images *images;
  struct call_stacks *stacks;
  struct job_program *programs; /* heap */
  size_t n_programs, cap_programs;
  struct pair_table pids, tids; /* pid or tid, 0; by number: */
  struct job_process *processes;        /* heap */
  struct job_thread *threads;   /* heap */
  size_t cap_processes, cap_threads;
  uint32_t map_version;         /* of the youngest code map */
  uint64_t ticks;
  uint64_t usual_samples;       /* samples with copies of the usual size, */
  uint64_t deep_samples;        /* and those of them with deep stacks */
  uint64_t ended_ns, short_ns;  /* CPU time of all threads that have ended, and
                                   of short ones */
  struct job_totals totals;
  double ns_per_tick;
  bool sees_kernel;             /* samples show the kernel's part, too */
  uint64_t begin;               /* s since 1970 */
};

/* -- Tables --------------------------------------------------------------- */

static uint32_t
process_number (struct job *job, pid_t pid)
{
  const size_t had = job->pids.len;
  const uint32_t i = pair_enter (&job->pids, (uint32_t) pid, 0);

  ARRAY_ROOM (job->processes, job->cap_processes, job->pids.len);
  if (i == had)
    job->processes[i] = (struct job_process)
      { .pid = pid, .program = NO_PROGRAM, .parent = NO_PROCESS };
  return i;
}

static uint32_t
thread_number (struct job *job, pid_t pid, pid_t tid)
{
  const size_t had = job->tids.len;
  const uint32_t i = pair_enter (&job->tids, (uint32_t) tid, 0);

  ARRAY_ROOM (job->threads, job->cap_threads, job->tids.len);
  if (i == had)
    job->threads[i] = (struct job_thread)
      { .tid = tid, .process = process_number (job, pid) };
  return i;
}

/* Return the process PID; and the thread TID of it.  They are valid until the
   next call of either.  */
static struct job_process *
process_of (struct job *job, pid_t pid)
{
  const uint32_t i = process_number (job, pid);

  return &job->processes[i];
}

static struct job_thread *
thread_of (struct job *job, pid_t pid, pid_t tid)
{
  const uint32_t i = thread_number (job, pid, tid);

  return &job->threads[i];
}

/* Returns the number of the program in IMAGE, which the process PID
   executes.  */
static uint32_t
program_number (struct job *job, uint32_t image, pid_t pid)
{
  for (size_t i = job->n_programs; i-- > 0;)
    if (job->programs[i].image == image)
      return (uint32_t) i;
  *ARRAY_APPEND (job->programs, job->cap_programs, job->n_programs)
    = (struct job_program)
      { image, pid, program_profile_new (job->images, image), 0, 0 };
  return (uint32_t) (job->n_programs - 1);
}

struct job *
job_new (unsigned long ticks, bool sees_kernel)
{
  struct job *job = array_new (1, sizeof *job);

  job->sees_kernel = sees_kernel;
  job->ns_per_tick = NS_PER_SECOND / (double) ticks;
  job->begin = (uint64_t) time (NULL);
  job->images = images_new ();
  job->stacks = call_stacks_new (job->images);
  return job;
}

void
job_free (struct job *job)
{
  if (!job)
    return;
  for (size_t i = 0; i < job->n_programs; i++)
    program_profile_free (job->programs[i].profile);
  for (size_t i = 0; i < job->pids.len; i++)
    {
      code_map_free (&job->processes[i].map);
      code_names_free (&job->processes[i].made);
    }
  free (job->programs);
  free (job->processes);
  free (job->threads);
  pair_table_free (&job->pids);
  pair_table_free (&job->tids);
  call_stacks_free (job->stacks);
  images_free (job->images);
  free (job);
}

/* -- CPU time of threads -------------------------------------------------- */

/* A thread that often waits has up to 11 % fewer samples than CPU time, and
   each thread may lack a part of a period on each CPU.  */
#define SHOWN_MOST 1.15
#define PERIOD_NS (NS_PER_SECOND / EVENTS_SLOW_RATE)
#define PERIODS_MOST 2

/* Returns how much of NS of the CPU time of THREAD its samples stand for.
   When threads begin and end quickly, the kernel takes what is left of the
   period of one for another, so that one which starts others may have few
   samples: then its time is not that of the functions in the samples of all
   threads.  */
static uint64_t
sampled_part (const struct job *job, const struct job_thread *thread,
              uint64_t ns)
{
  const double most
    = SHOWN_MOST * (double) thread->weight * job->ns_per_tick
      + PERIODS_MOST * PERIOD_NS;

  return !thread->has_samples ? 0
         : job->sees_kernel && (double) ns > most ? (uint64_t) most : ns;
}

/* Credits NS of the CPU time of THREAD to the program that it is in and to its
   name.  */
static void
credit (struct job *job, struct job_thread *thread, uint64_t ns)
{
  const struct job_process *process = &job->processes[thread->process];
  const uint64_t sampled = sampled_part (job, thread, ns);
  struct program_profile *profile;

  if (process->program == NO_PROGRAM)
    return;
  profile = job->programs[process->program].profile;
  job->programs[process->program].threads++;
  program_profile_thread (profile, thread->name, sampled, ns - sampled);
}

/* Credits the time of the samples of THREAD, which gets another program or
   name.  */
static void
settle_thread (struct job *job, struct job_thread *thread)
{
  const uint64_t ns = (uint64_t) ((double) thread->weight * job->ns_per_tick);

  if (!thread->has_samples)
    return;
  credit (job, thread, ns);
  thread->settled_ns += ns;
  thread->weight = 0;
  thread->has_samples = false;
}

/* Credits the rest of the CPU time of THREAD, whose number may begin anew.  */
static void
finish_thread (struct job *job, struct job_thread *thread)
{
  uint64_t ns = thread->cpu_ns > thread->settled_ns
                ? thread->cpu_ns - thread->settled_ns : 0;

  if (!thread->has_begun)
    return;
  if (!thread->is_told)
    ns = (uint64_t) ((double) thread->weight * job->ns_per_tick);
  credit (job, thread, ns);
  thread->has_begun = false;
}

/* -- Code that programs have made ----------------------------------------- */

static void
take_function (void *data, const struct made_function *function)
{
  program_profile_name (data, function->start, function->size, function->name);
}

/* How many processes can be asked for names, one the parent of the other.  */
#define PARENTS_MOST 16

/* Names the code that PROCESS has made, which now ends or gets another program,
   by its own file or that of the process which it came from.  */
static void
name_code (struct job *job, struct job_process *process)
{
  const struct job_process *owner = process;

  if (process->program == NO_PROGRAM || !process->made.used.len)
    return;
  for (int i = 0; i < PARENTS_MOST; i++)
    {
      if (owner->made.is_found
          && code_names_find (&owner->made, &process->made.used, job->begin,
                              take_function,
                              job->programs[process->program].profile))
        break;
      if (owner->parent == NO_PROCESS)
        break;
      owner = &job->processes[owner->parent];
    }
}

/* Ends what PROCESS has made.  */
static void
end_code (struct job *job, struct job_process *process)
{
  name_code (job, process);
  code_names_free (&process->made);
  process->parent = NO_PROCESS;
}

/* Notes the code of no file in SAMPLE of PROCESS.  The first time, looks up
   PROCESS and those that it came from, while they live.  */
static void
note_code (struct job *job, struct job_process *process,
           const struct outside_sample *sample)
{
  struct job_process *owner = process;

  for (size_t i = 0; i < sample->n_frames; i++)
    if (sample->frames[i].image == IMAGE_ANONYMOUS)
      code_names_note (&process->made, sample->frames[i].offset - (i > 0));
  if (process->made.used.len && !process->made.is_found)
    for (int i = 0; i < PARENTS_MOST; i++)
      {
        code_names_process (&owner->made, owner->pid);
        if (owner->parent == NO_PROCESS)
          break;
        owner = &job->processes[owner->parent];
      }
}

/* -- Events --------------------------------------------------------------- */

static void
take_fork (struct job *job, const struct event *event)
{
  const uint32_t parent = process_number (job, event->parent);
  const uint32_t from = thread_number (job, event->parent, event->parent_tid);
  const uint32_t to = thread_number (job, event->pid, event->tid);
  struct job_thread *thread = &job->threads[to];

  finish_thread (job, thread);
  if (event->pid != event->parent)
    {
      struct job_process *process = process_of (job, event->pid);

      end_code (job, process);
      process->parent = parent;
      process->program = job->processes[parent].program;
      process->is_new = job->processes[parent].is_new;
      process->has_run = job->processes[parent].has_run;
      if (process->program != NO_PROGRAM)
        program_profile_process (job->programs[process->program].profile);
      code_map_copy (&process->map, &job->processes[parent].map);
    }
  *thread = (struct job_thread) {
    .tid = event->tid, .process = process_number (job, event->pid),
    .has_begun = true
  };
  memcpy (thread->name, job->threads[from].name, sizeof thread->name);
}

static void
take_name (struct job *job, const struct event *event)
{
  struct job_thread *thread = thread_of (job, event->pid, event->tid);
  struct job_process *process = &job->processes[thread->process];

  settle_thread (job, thread);
  thread->has_begun = true;
  snprintf (thread->name, sizeof thread->name, "%s", event->name);
  if (event->kind == EVENT_EXEC)
    {
      process->is_new = true;
      end_code (job, process);
      process->has_run = false;
      code_map_clear (&process->map);
    }
}

static void
take_map (struct job *job, const struct event *event)
{
  struct job_process *process = process_of (job, event->pid);
  const struct image_mapping mapping = {
    .pid = event->pid, .address = event->address, .len = event->len,
    .device = event->device, .inode = event->inode,
    .generation = event->generation, .name = event->name,
    .is_program = process->is_new
  };
  const uint32_t image = images_find (job->images, &mapping);

  if (process->is_new && image != IMAGE_ANONYMOUS)
    {
      process->program = program_number (job, image, event->pid);
      process->is_new = false;
      program_profile_process (job->programs[process->program].profile);
    }
  if (event->len && event->address + event->len > event->address)
    code_map_add (&process->map, &(struct code_mapping) {
                    .start = event->address, .end = event->address + event->len,
                    .offset = event->offset, .image = image,
                    .load = image_load_address (images_get (job->images, image),
                                                event->address, event->offset)
                  }, ++job->map_version);
}

/* While the kernel executes a program, the registers are still those of the one
   before, whose code is gone.  Makes SAMPLE of PROCESS, which has not been in
   the code of its program yet, a part of the start if it is in none.  */
static void
check_start (struct job_process *process, struct outside_sample *sample,
             struct code_location *frames)
{
  process->has_run |= frames[0].image != IMAGE_ANONYMOUS
                      && frames[0].image != IMAGE_START_END;
  if (process->has_run)
    return;
  frames[0] = (struct code_location) { IMAGE_START_END, 0 };
  sample->n_frames = 1;
  sample->flags = 0;
}

static void
take_sample (struct job *job, const struct event *event, unsigned weight,
             bool has_deep)
{
  struct job_thread *thread = thread_of (job, event->pid, event->tid);
  struct job_process *process = &job->processes[thread->process];
  struct code_location frames[CALL_STACK_MOST];
  struct outside_sample sample = { .frames = frames, .thread = thread->name,
                                   .weight = weight };
  bool is_deep = false;

  if (process->program != NO_PROGRAM)
    sample.n_frames = call_stack_find (job->stacks, &process->map, event,
                                       frames, &sample.flags, &is_deep);
  job->usual_samples += !event->is_deep;
  job->deep_samples += !event->is_deep && is_deep;
  if (has_deep && event->is_deep != is_deep)
    return;
  job->ticks += weight;
  if (process->program == NO_PROGRAM)
    return;
  check_start (process, &sample, frames);
  thread->weight += weight;
  thread->has_samples = thread->has_begun = true;
  program_profile_add (job->programs[process->program].profile, &sample);
  note_code (job, process, &sample);
}

/* When a process executes a program that this user may not look at, the kernel
   ends its events before any code is mapped.  */
static void
take_exit (struct job *job, const struct event *event)
{
  struct job_process *process = process_of (job, event->pid);

  if (!process->is_new || event->tid != event->pid)
    return;
  process->is_new = false;
  job->totals.hidden++;
  if (process->program != NO_PROGRAM)
    job->programs[process->program].hidden++;
}

/* A thread that has used less on a CPU has few samples or none at the lower
   rate.  */
#define SHORT_NS 2500000

static void
take_cpu_time (struct job *job, const struct event *event)
{
  struct job_thread *thread = thread_of (job, event->pid, event->tid);

  /* The record of its begin may be lost.  */
  thread->has_begun = true;
  thread->cpu_ns += event->number;
  thread->is_told = true;
  job->ended_ns += event->number;
  if (event->number < SHORT_NS)
    job->short_ns += event->number;
}

void
job_event (struct job *job, const struct event *event, unsigned weight,
           bool has_deep)
{
  switch (event->kind)
    {
    case EVENT_SAMPLE: take_sample (job, event, weight, has_deep); break;
    case EVENT_MAP: take_map (job, event); break;
    case EVENT_NAME: case EVENT_EXEC: take_name (job, event); break;
    case EVENT_FORK: take_fork (job, event); break;
    case EVENT_EXIT: take_exit (job, event); break;
    case EVENT_CPU_TIME: take_cpu_time (job, event); break;
    case EVENT_LOST: job->totals.lost += event->number; break;
    }
}

uint64_t
job_ticks (const struct job *job)
{
  return job->ticks;
}

#define SHORT_SHARE .03

bool
job_has_short_threads (const struct job *job)
{
  return (double) job->short_ns
         > SHORT_SHARE * (double) job->ticks * job->ns_per_tick;
}

#define DEEP_LEAST 4
#define DEEP_SHARE .01

bool
job_has_deep_stacks (const struct job *job)
{
  return (job->deep_samples >= DEEP_LEAST
          && (double) job->deep_samples
             > DEEP_SHARE * (double) job->usual_samples);
}

const void *
job_file_bytes (const struct job *job, const char *path,
                const unsigned char *id, size_t id_len, size_t *size)
{
  for (size_t i = 0; i < images_count (job->images); i++)
    {
      const struct mapped_image *image = images_get (job->images, (uint32_t) i);
      const struct process_object *object = &image->object;

      if (image->frames && object->build_id_len == id_len
          && (id_len ? memcmp (object->build_id, id, id_len) == 0
              : strcmp (object->path, path) == 0))
        return unwind_image_bytes (image->frames, size);
    }
  return NULL;
}

/* -- The end -------------------------------------------------------------- */

/* Returns the CPU time of THREAD that its samples show, in ns.  */
static double
shown_time (const struct job *job, const struct job_thread *thread)
{
  return (double) thread->settled_ns
         + (double) thread->weight * job->ns_per_tick;
}

/* The threads of which the kernel has not reported the CPU time.  */
struct untold
{
  double ns;                    /* of all of them together */
  double shown;                 /* by the samples of those that have any */
  uint64_t unsampled;           /* threads without a sample */
};

static bool
is_untold (const struct job_thread *thread)
{
  return thread->has_begun && !thread->is_told;
}

static struct untold
find_untold (const struct job *job, uint64_t cpu_ns)
{
  struct untold untold = {
    .ns = cpu_ns > job->ended_ns ? (double) (cpu_ns - job->ended_ns) : 0
  };

  for (size_t i = 0; i < job->tids.len; i++)
    if (is_untold (&job->threads[i]))
      {
        const double shown = shown_time (job, &job->threads[i]);

        untold.shown += shown;
        untold.unsampled += shown <= 0;
      }
  return untold;
}

/* Returns the part of the time of UNTOLD that threads with samples have used,
   in ns.  It is all of it, unless there are others.  If the kernel's work was
   not to be sampled, samples do not limit it.  */
static double
time_of_sampled (const struct job *job, const struct untold *untold)
{
  const double most = SHOWN_MOST * untold->shown;
  const bool is_limited = untold->unsampled || job->totals.lost;

  return (untold->ns > most && is_limited
          && (job->sees_kernel || untold->unsampled || most <= 0)
          ? most : untold->ns);
}

/* Credits the CPU times of all threads.  The kernel tells those of threads
   that have ended, but not always: the others share the rest of CPU_NS, the
   time of all, by their samples.  Returns the CPU time whose threads are not
   known, since records were lost, in ns.  */
static uint64_t
finish_threads (struct job *job, uint64_t cpu_ns)
{
  const struct untold untold = find_untold (job, cpu_ns);
  const double sampled = time_of_sampled (job, &untold);
  const double left = untold.ns - sampled;
  const bool is_lost = job->totals.lost != 0;

  for (size_t i = 0; i < job->tids.len; i++)
    {
      struct job_thread *thread = &job->threads[i];

      if (is_untold (thread))
        {
          const double shown = shown_time (job, thread);
          const double ns = shown > 0 ? sampled * shown / untold.shown
                            : is_lost ? 0 : left / (double) untold.unsampled;

          thread->cpu_ns = (uint64_t) ns;
          thread->is_told = true;
        }
      finish_thread (job, thread);
    }
  return is_lost ? (uint64_t) left : 0;
}

/* The most time, in ns, that the kernel takes to begin and end a thread and
   that is not in its events.  */
#define BEGIN_END_MOST 300000

/* Shares out NS of CPU time that belong to no thread, for the reason WHY: by
   the hidden processes of programs if BY_HIDDEN, else by their threads.  */
static void
share_out (struct job *job, const char *why, uint64_t ns, bool by_hidden)
{
  uint64_t all = 0;

  for (size_t i = 0; i < job->n_programs; i++)
    all += by_hidden ? job->programs[i].hidden : job->programs[i].threads;
  for (size_t i = 0; ns && all && i < job->n_programs; i++)
    {
      const uint64_t part = by_hidden ? job->programs[i].hidden
                            : job->programs[i].threads;

      program_profile_unseen (job->programs[i].profile, why,
                              (uint64_t) ((double) ns * (double) part
                                          / (double) all));
    }
}

/* Shares out NS of CPU time that are in no event: threads use them before and
   after their events, and hidden programs have none.  Without such programs,
   what is too much for the known threads is that of threads whose records were
   lost.  */
static void
share_out_without_events (struct job *job, uint64_t ns)
{
  uint64_t most = 0, hidden = 0;

  for (size_t i = 0; i < job->n_programs; i++)
    {
      most += job->programs[i].threads * BEGIN_END_MOST;
      hidden += job->programs[i].hidden;
    }
  if (most > ns || (!hidden && !job->totals.lost))
    most = ns;
  share_out (job, GMON_UNSEEN_START, most, false);
  if (hidden)
    share_out (job, GMON_UNSEEN_RIGHTS, ns - most, true);
  else
    share_out (job, GMON_UNSEEN_LOST, ns - most, false);
}

/* Returns the program of the process that has written the file NAME, whose name
   ends with '.' and the number of the process; NO_PROGRAM: there is none.  */
static uint32_t
program_of_file (struct job *job, const char *name)
{
  const char *number = strrchr (name, '.');
  const pid_t pid = number ? (pid_t) strtol (number + 1, NULL, 10) : 0;

  return process_of (job, pid)->program;
}

/* Returns whether RECORDED, which names its program, is of the program number
   I, as far as it tells.  */
static bool
is_of_program (const struct job *job, uint32_t i,
               const struct recorded_program *recorded)
{
  const struct process_object *object
    = &images_get (job->images, job->programs[i].image)->object;
  const unsigned len = recorded->build_id_len;

  return (strcmp (recorded->path,
                  program_profile_path (job->programs[i].profile)) == 0
          && (len == 0 || object->build_id_len == 0
              || (len == object->build_id_len
                  && memcmp (recorded->build_id, object->build_id, len) == 0)));
}

/* Adds to program number I the calls in those files of LIST that the runtime in
   its processes has written, and removes these files.  A file that does not
   name its program is known by its process.  */
static bool
join_calls (struct job *job, uint32_t i, struct diag *diag,
            const struct recorded *list)
{
  struct program_profile *profile = job->programs[i].profile;
  bool done = true;

  for (size_t j = 0; j < list->n_programs; j++)
    for (size_t k = 0; done && k < list->programs[j].n_files; k++)
      {
        const char *name = list->programs[j].files[k];

        if (list->programs[j].path[0]
            ? !is_of_program (job, i, &list->programs[j])
            : program_of_file (job, name) != i)
          continue;
        done = program_profile_calls (profile, diag, name);
        unlink (name);
      }
  return done;
}

bool
job_write (struct job *job, struct diag *diag, const char *directory,
           const char *prefix, uint64_t cpu_ns, uint64_t used_ns,
           const struct job_facts *facts, struct job_totals *totals)
{
  struct recorded inside = { .programs = NULL };
  bool done = true;

  if (job->totals.lost < facts->lost)
    job->totals.lost = facts->lost;
  share_out (job, GMON_UNSEEN_LOST, finish_threads (job, cpu_ns), false);
  if (job->n_programs)
    program_profile_lost (job->programs[0].profile, job->totals.lost);
  if (used_ns > cpu_ns)
    share_out_without_events (job, used_ns - cpu_ns);
  for (size_t i = 0; i < job->pids.len; i++)
    name_code (job, &job->processes[i]);
  recorded_list (&inside, diag, directory, prefix, "");
  for (uint32_t i = 0; done && i < job->n_programs; i++)
    {
      struct out *name = out_to_memory ();

      out_printf (name, "%s/" JOB_PROFILES "%d.%u", directory,
                  (int) job->programs[i].pid, i);
      done = (join_calls (job, i, diag, &inside)
              && program_profile_write (job->programs[i].profile, diag,
                                        out_memory (name, NULL), facts,
                                        &job->totals.unwritten));
      out_close (name);
    }
  recorded_free (&inside);
  *totals = job->totals;
  return done;
}
