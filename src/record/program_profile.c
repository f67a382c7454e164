/* record/program_profile.c -- the profile of a program that is recorded from
   outside.

   SPDX-License-Identifier: GPL-3.0-or-later

   Locations and call stacks are in a sum of profiles from the start; samples
   follow at the end, when the CPU times of all threads are known.  */

#include <config.h>

#include "record/program_profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
# include <sys/random.h>
#endif
#include <unistd.h>

#include "base/name_table.h"
#include "base/slot_index.h"
#include "profile/gmon_io.h"
#include "profile/hist.h"
#include "profile/process_sum.h"
#include "profile/profile.h"
#include "profile/word_size.h"

#define NS_PER_SECOND 1e9

/* A number of ticks that is rounded so that the sums of many stay right.  */
struct rounding
{
  double exact;                 /* sum of what was to be rounded */
  uint64_t given;               /* sum of the results */
};

/* All threads of one name.  */
struct thread_group
{
  uint64_t threads;
  uint64_t ns;                  /* CPU time that their samples stand for */
  uint64_t samples, weight;     /* theirs; ticks */
  struct rounding rounding;     /* of the samples' weights */
  uint64_t unsampled_ns;        /* CPU time that no sample stands for */
  uint64_t inside;              /* ticks in the samples of libgmon */
  uint64_t n_inside;            /* number of these */
  uint32_t number;              /* in the sum */
};

/* CPU time that belongs to no thread.  */
struct unseen
{
  const char *why;              /* NULL: no time */
  uint64_t ns;
};
#define UNSEEN_REASONS 3

struct program_profile
{
  struct profile calls;         /* of the runtime in the program; SUM is its
                                   process_sum */
  const struct images *images;
  uint32_t image;
  struct arena *arena;          /* names */
  struct process_sum *sum;
  uint32_t *objects;            /* heap; by image: number in the sum plus 1, or
                                   0 */
  size_t cap_objects;
  struct name_table names;      /* of threads; by number: */
  struct thread_group *groups;  /* heap */
  size_t cap_groups;
  struct process_sample *samples;       /* heap; thread is a group */
  size_t n_samples, cap_samples;
  struct slot_index index;      /* of samples */
  struct code_location *locations;      /* heap; of the program counter by
                                           sample */
  size_t cap_locations;
  uint64_t processes;           /* that executed the program, or came from one
                                   that did */
  struct unseen unseen[UNSEEN_REASONS];
  uint64_t lost;                /* records */
  uint64_t files;               /* of libgmon in these processes */
};

/* -- Objects, threads ----------------------------------------------------- */

static uint32_t
object_of (struct program_profile *profile, uint32_t image)
{
  const size_t had = profile->cap_objects;
  uint32_t *number;

  ARRAY_ROOM (profile->objects, profile->cap_objects, (size_t) image + 1);
  for (size_t i = had; i < profile->cap_objects; i++)
    profile->objects[i] = 0;
  number = &profile->objects[image];
  if (*number == 0)
    {
      struct process_object object
        = images_get (profile->images, image)->object;

      if (image == profile->image)
        object.flags |= GMON_OBJECT_EXECUTABLE;
      *number = sum_object (profile->sum, &object) + 1;
    }
  return *number - 1;
}

struct program_profile *
program_profile_new (const struct images *images, uint32_t image)
{
  struct program_profile *profile = array_new (1, sizeof *profile);

  profile->images = images;
  profile->image = image;
  profile->arena = arena_new ();
  profile_init (&profile->calls, quirks_none ());
  profile->sum = profile->calls.process_sum = process_sum_new (true);
  object_of (profile, image);
  return profile;
}

void
program_profile_free (struct program_profile *profile)
{
  if (!profile)
    return;
  profile_free (&profile->calls);
  free (profile->objects);
  name_table_free (&profile->names);
  free (profile->groups);
  free (profile->samples);
  slot_index_free (&profile->index);
  free (profile->locations);
  arena_free (profile->arena);
  free (profile);
}

static uint32_t
thread_group_number (struct program_profile *profile, const char *name)
{
  const size_t had = profile->names.len;
  const uint32_t i = name_enter (&profile->names, profile->arena, name);

  ARRAY_ROOM (profile->groups, profile->cap_groups, profile->names.len);
  if (i == had)
    profile->groups[i] = (struct thread_group) { .threads = 0 };
  return i;
}

static struct thread_group *
thread_group_of (struct program_profile *profile, const char *name)
{
  const uint32_t i = thread_group_number (profile, name);

  return &profile->groups[i];
}

void
program_profile_thread (struct program_profile *profile, const char *name,
                        uint64_t sampled_ns, uint64_t unsampled_ns)
{
  struct thread_group *group = thread_group_of (profile, name);

  group->threads++;
  group->ns += sampled_ns;
  group->unsampled_ns += unsampled_ns;
}

void
program_profile_unseen (struct program_profile *profile, const char *why,
                        uint64_t ns)
{
  size_t i = 0;

  while (profile->unseen[i].why && strcmp (profile->unseen[i].why, why) != 0)
    i++;
  profile->unseen[i].why = why;
  profile->unseen[i].ns += ns;
}

void
program_profile_lost (struct program_profile *profile, uint64_t records)
{
  profile->lost += records;
}

void
program_profile_process (struct program_profile *profile)
{
  profile->processes++;
}

/* -- Samples -------------------------------------------------------------- */

static struct record_key
outside_sample_key (const void *records, uint32_t i)
{
  const struct process_sample *sample
    = (const struct process_sample *) records + i;

  return (struct record_key)
    { (uint64_t) sample->location << 32 | sample->stack,
      (uint64_t) sample->thread << 32 | sample->flags };
}

static uint32_t
location_place (struct program_profile *profile, const struct code_location *at)
{
  return sum_location (profile->sum, object_of (profile, at->image), at->offset,
                       false);
}

/* Returns the node of the callers of SAMPLE.  */
static uint32_t
callers_of (struct program_profile *profile,
            const struct outside_sample *sample)
{
  uint32_t node = 0;

  for (size_t i = sample->n_frames; i-- > 1;)
    node = sum_node (profile->sum, node,
                     location_place (profile, &sample->frames[i]));
  return node;
}

void
program_profile_add (struct program_profile *profile,
                     const struct outside_sample *sample)
{
  struct process_sample entry = {
    .location = location_place (profile, &sample->frames[0]),
    .stack = callers_of (profile, sample),
    .thread = thread_group_number (profile, sample->thread),
    .flags = sample->flags, .type = GMON_VALUE_CPU
  };
  const uint32_t i
    = slot_index_enter (&profile->index, outside_sample_key, profile->samples,
                        profile->n_samples, outside_sample_key (&entry, 0));

  if (i == profile->n_samples)
    {
      *ARRAY_APPEND (profile->samples, profile->cap_samples,
                     profile->n_samples) = entry;
      ARRAY_ROOM (profile->locations, profile->cap_locations,
                  profile->n_samples);
      profile->locations[i] = sample->frames[0];
    }
  profile->samples[i].observations++;
  profile->samples[i].sum += sample->weight;
  profile->samples[i].squares += (uint64_t) sample->weight * sample->weight;
  profile->groups[entry.thread].weight += sample->weight;
  profile->groups[entry.thread].samples++;
}

void
program_profile_name (struct program_profile *profile, uint64_t start,
                      uint64_t size, const char *name)
{
  const struct process_name made = {
    .name = name, .offset = start, .size = size,
    .object = object_of (profile, IMAGE_ANONYMOUS)
  };

  sum_name (profile->sum, &made);
}

/* -- Calls ---------------------------------------------------------------- */

const char *
program_profile_path (const struct program_profile *profile)
{
  return images_get (profile->images, profile->image)->object.path;
}

bool
program_profile_calls (struct program_profile *profile, struct diag *diag,
                       const char *name)
{
  struct blob blob = { NULL, 0, false, 0 };
  struct profile file;
  bool done;

  /* The histogram is not used: its samples are another clock's.  */
  profile_init (&file, quirks_none ());
  file.process_sum = profile->sum;
  done = (blob_reread (diag, name, &blob)
          && gmon_read_buffer (&file, diag, name, blob.data, blob.len,
                               GMON_FORMAT_MAGIC,
                               word_size_guess (blob.data, blob.len)));
  for (size_t i = 0; i < file.n_arcs; i++)
    profile_add_arc (&profile->calls, file.arcs[i].from, file.arcs[i].self,
                     file.arcs[i].count);
  profile->calls.has_arcs |= file.has_arcs;
  profile->files += file.n_files && file.files[0].process_size;
  file.process_sum = NULL;
  profile_free (&file);
  blob_free (&blob);
  return done;
}

/* -- The end -------------------------------------------------------------- */

static uint64_t
round_next (struct rounding *rounding, double value)
{
  uint64_t result;

  rounding->exact += value;
  result = (uint64_t) (rounding->exact + 0.5) - rounding->given;
  rounding->given += result;
  return result;
}

/* Returns by what the weights of GROUP are to be multiplied.  */
static double
thread_scale (const struct thread_group *group, const struct job_facts *facts)
{
  const double ticks = (double) group->ns / NS_PER_SECOND
                       * (double) facts->ticks * facts->time_scale;

  return (facts->sees_kernel && group->weight && group->ns
          ? ticks / (double) group->weight : 1);
}

/* Adds TICKS of the threads of GROUP, in a row of the reports that is called
   TEXT.  */
static void
add_without_location (struct program_profile *profile, const char *text,
                      const struct thread_group *group, uint64_t ticks)
{
  const struct process_object object
    = { .path = text, .flags = GMON_OBJECT_UNSEEN };
  struct process_sample sample = {
    .sum = ticks, .thread = group->number, .type = GMON_VALUE_CPU
  };

  if (!ticks)
    return;
  sample.location
    = sum_location (profile->sum, sum_object (profile->sum, &object), 0, false);
  sum_sample (profile->sum, &sample);
}

static double
ticks_per_ns_of (const struct job_facts *facts)
{
  return (double) facts->ticks / NS_PER_SECOND * facts->time_scale;
}

/* Returns the CPU time of the threads of GROUP that is in no sample of the
   events, in ticks: the kernel's part, if it is not visible.  */
static double
kernel_part (const struct thread_group *group, const struct job_facts *facts)
{
  const double part = (double) group->ns * ticks_per_ns_of (facts)
                      - (double) group->weight;

  return facts->sees_kernel || part < 0 ? 0 : part;
}

/* Returns the CPU time of the threads of GROUP that no sample of the events
   stands for, in ticks: those of threads without a sample, too.  */
static double
hidden_part (const struct thread_group *group, const struct job_facts *facts)
{
  return facts->sees_kernel ? 0
         : kernel_part (group, facts)
           + (double) group->unsampled_ns * ticks_per_ns_of (facts);
}

/* Enters the threads of all groups.  What the runtime inside has sampled is
   taken from the time that is in no sample of the events, and must not exceed
   it.  The CPU times that the runtime knows are those that the kernel tells
   here, too.  */
static void
credit_inside (struct program_profile *profile, const struct job_facts *facts)
{
  struct process_thread *inside;
  double *scales;
  size_t n = 0;

  sum_clear_threads (profile->sum);
  for (uint32_t i = 0; i < profile->names.len; i++)
    {
      const struct process_thread thread
        = { .name = name_text (&profile->names, i) };

      profile->groups[i].number = sum_thread (profile->sum, &thread);
    }
  inside = sum_thread_samples (profile->sum, &n);
  scales = array_new (n + 1, sizeof *scales);
  for (uint32_t i = 0; i < profile->names.len; i++)
    {
      struct thread_group *group = &profile->groups[i];
      const struct process_thread *samples = &inside[group->number];
      const double part = hidden_part (group, facts);

      group->n_inside = samples->observations;
      group->inside = (double) samples->ticks > part
                      ? (uint64_t) part : samples->ticks;
      scales[group->number] = samples->ticks
                              ? (double) group->inside
                                / (double) samples->ticks : 1;
    }
  sum_scale_samples (profile->sum, scales);
  free (scales);
  free (inside);
}

/* Enters the times of all groups, and adds the time that no sample has.  */
static void
finish_groups (struct program_profile *profile, const struct job_facts *facts)
{
  const double ticks_per_ns = ticks_per_ns_of (facts);
  struct rounding rounding = { 0, 0 };

  for (uint32_t i = 0; i < profile->names.len; i++)
    {
      struct thread_group *group = &profile->groups[i];
      const double part = kernel_part (group, facts);
      const double inside = (double) group->inside;
      const uint64_t kernel
        = round_next (&rounding, inside < part ? part - inside : 0);
      const uint64_t unsampled
        = round_next (&rounding, ticks_per_ns * (double) group->unsampled_ns
                                 - (inside < part ? 0 : inside - part));
      const struct process_thread thread = {
        .name = name_text (&profile->names, i), .threads = group->threads,
        .cpu_ns = group->ns + group->unsampled_ns,
        .observations = group->samples + group->n_inside,
        .ticks = group->rounding.given + unsampled + kernel + group->inside
      };

      sum_thread (profile->sum, &thread);
      add_without_location (profile, GMON_UNSEEN_SHORT, group, unsampled);
      add_without_location (profile, GMON_UNSEEN_KERNEL, group, kernel);
    }
  for (size_t i = 0; profile->names.len && i < UNSEEN_REASONS; i++)
    if (profile->unseen[i].why)
      add_without_location (profile, profile->unseen[i].why,
                            &profile->groups[0],
                            round_next (&rounding, ticks_per_ns
                                        * (double) profile->unseen[i].ns));
}

/* Makes the weights of all samples ticks of the CPU time of their threads.  */
static void
scale_samples (struct program_profile *profile, const struct job_facts *facts)
{
  for (size_t i = 0; i < profile->n_samples; i++)
    {
      struct process_sample *sample = &profile->samples[i];
      struct thread_group *group = &profile->groups[sample->thread];
      const double scale = thread_scale (group, facts);

      sample->sum = round_next (&group->rounding,
                                scale * (double) sample->sum);
      sample->squares = (uint64_t) (scale * scale * (double) sample->squares
                                    + 0.5);
    }
}

static void
add_counts (struct process_sum *sum, const struct process_sample *sample)
{
  const uint64_t n = sample->observations;

  sum_count (sum, GMON_COUNT_OBSERVATIONS, n);
  sum_count (sum, GMON_COUNT_TICKS, sample->sum);
  sum_count (sum, GMON_COUNT_SQUARES, sample->squares);
  if (sample->flags & GMON_SAMPLE_CUT)
    sum_count (sum, GMON_COUNT_NO_CFI, n);
  if (sample->flags & GMON_SAMPLE_UNREADABLE)
    sum_count (sum, GMON_COUNT_UNREADABLE, n);
  if (sample->flags & GMON_SAMPLE_DEEP)
    sum_count (sum, GMON_COUNT_DEEP, n);
}

/* Code of so many bytes has one histogram.  The program's other code has
   none, so a large program costs as much as the part of it that runs.  */
#define WINDOW 65536
#define BIN 4

/* Adds TICKS to the histogram of GMON at the address AT of the program.  */
static void
count_in_histogram (struct profile *gmon, uint64_t at, uint64_t ticks)
{
  const uint64_t low = at & ~(uint64_t) (WINDOW - 1);
  struct hist *hist = NULL;
  struct hist_header header = { .low = low, .high = low + WINDOW,
                                .nbins = WINDOW / BIN };

  profile_find_hist (gmon, HIST_PLAIN, low, low + WINDOW, &hist);
  if (!hist)
    hist = profile_new_hist (gmon, "", &header);
  bins_add (&hist->bins, (uint32_t) ((at - low) / BIN), ticks);
}

/* Adds all samples to the sum, and those of the program to the histograms of
   GMON.  */
static void
finish_samples (struct program_profile *profile, struct profile *gmon)
{
  const struct process_object *program
    = &images_get (profile->images, profile->image)->object;

  /* A program whose own code took no time has a histogram, too, which tells the
     unit.  */
  count_in_histogram (gmon, program->n_segments
                            ? program->segments[0].start : 0, 0);
  for (size_t i = 0; i < profile->n_samples; i++)
    {
      struct process_sample sample = profile->samples[i];

      sample.thread = profile->groups[sample.thread].number;
      sum_sample (profile->sum, &sample);
      add_counts (profile->sum, &sample);
      if (profile->locations[i].image == profile->image && sample.sum)
        count_in_histogram (gmon, profile->locations[i].offset, sample.sum);
    }
}

static void
number_meta (struct process_sum *sum, const char *key, uint64_t value)
{
  char text[24];

  snprintf (text, sizeof text, "%" PRIu64, value);
  sum_meta (sum, key, text);
}

static void
finish_facts (struct program_profile *profile, const struct job_facts *facts)
{
  struct process_sum *sum = profile->sum;
  unsigned char id[GMON_RUN_ID_SIZE] = { 0 };
  char host[256] = "";

#ifdef __linux__
  if (getrandom (id, sizeof id, 0) != sizeof id)
    memset (id, 0, sizeof id);
#endif
  if (profile->processes > profile->files)
    sum_runs (sum, profile->processes - profile->files, id, 1);
  gethostname (host, sizeof host - 1);
  sum_meta (sum, GMON_META_HOST, host);
  sum_meta (sum, GMON_META_CLOCK,
            facts->samples_kernel ? GMON_CLOCK_BOTH : GMON_CLOCK_EVENTS);
  sum_meta_set (sum, GMON_META_COMMAND, facts->command);
  sum_meta (sum, GMON_META_PROGRAM,
            program_profile_path (profile));
  sum_meta (sum, GMON_META_UNIT, "seconds");
  number_meta (sum, GMON_META_RATE, facts->ticks);
  number_meta (sum, GMON_META_START, facts->start);
  number_meta (sum, GMON_META_END, facts->end);
  sum_values (sum, GMON_CPU_VALUES);
  sum_count (sum, GMON_COUNT_LOST, profile->lost);
}

/* Notes in GMON which build of its program PROFILE is of, as libgmon does.  */
static void
note_build (const struct program_profile *profile, struct profile *gmon)
{
  const struct process_object *program
    = &images_get (profile->images, profile->image)->object;
  const unsigned len = program->build_id_len < GMON_BUILD_ID_SIZE
                       ? program->build_id_len : GMON_BUILD_ID_SIZE;
  unsigned char identity[GMON_SPARE_SIZE] = GMON_MARK;

  memcpy (identity + GMON_MARK_SIZE, program->build_id, len);
  profile_add_identity (gmon, identity);
}

bool
program_profile_write (struct program_profile *profile, struct diag *diag,
                       const char *name, const struct job_facts *facts,
                       char **why)
{
  const struct hist_header unit = { .rate = (uint32_t) facts->ticks,
                                    .dimension = "seconds", .abbrev = 's' };
  struct profile *gmon = &profile->calls;

  if (profile->files == 0)
    sum_file (profile->sum, GMON_PROCESS_STACKS);
  finish_facts (profile, facts);
  note_build (profile, gmon);
  profile_set_unit (gmon, name, &unit);
  scale_samples (profile, facts);
  credit_inside (profile, facts);
  finish_groups (profile, facts);
  finish_samples (profile, gmon);
  profile_finish_process (gmon);
  return gmon_out_write_or_keep (gmon, diag, name,
                                 images_get (profile->images,
                                             profile->image)->wire, why);
}
