/* t_program_profile.c -- tests of record/program_profile: weights, rows without
   a location, and the file.

   SPDX-License-Identifier: GPL-3.0-or-later

   The program is this one.  Each profile is written and read again.  */

#include <config.h>

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "profile/gmon_io.h"
#include "record/program_profile.h"

/* Ticks a second, and the ns of a tick.  */
#define TICKS 4000
#define TICK_NS UINT64_C (250000)

#define OUTPUT "t_program_profile.gmon"

struct desk
{
  struct images *images;
  uint32_t image;
  struct program_profile *profile;
  struct diag *diag;
  struct profile read;          /* what was written */
};

static void
desk_open (struct desk *desk)
{
  char path[4096] = "";
  struct stat st;
  const ssize_t len = readlink ("/proc/self/exe", path, sizeof path - 1);
  struct image_mapping mapping = { .pid = getpid (), .name = path };

  memset (desk, 0, sizeof *desk);
  if (len > 0 && stat (path, &st) == 0)
    mapping.inode = st.st_ino;
  desk->images = images_new ();
  desk->image = images_find (desk->images, &mapping);
  desk->profile = program_profile_new (desk->images, desk->image);
  desk->diag = diag_new ("t_program_profile", stderr);
  profile_init (&desk->read, quirks_none ());
}

/* Adds a sample of THREAD at OFFSET that stands for WEIGHT ticks.  */
static void
desk_add (struct desk *desk, const char *thread, uint64_t offset,
          unsigned weight)
{
  const struct code_location frames[]
    = { { desk->image, offset }, { desk->image, 0x2005 } };
  const struct outside_sample sample = { .frames = frames, .n_frames = 2,
                                         .thread = thread, .weight = weight };

  program_profile_add (desk->profile, &sample);
}

/* Writes the profile, and reads it.  */
static const struct process *
desk_write (struct desk *desk, bool sees_kernel)
{
  const struct job_facts facts = { .command = "t", .ticks = TICKS,
                                   .sees_kernel = sees_kernel,
                                   .time_scale = 1 };
  struct blob blob = { NULL, 0, false, 0 };
  char *why = NULL;

  CHECK (program_profile_write (desk->profile, desk->diag, OUTPUT, &facts,
                                &why)
         && !why
         && gmon_out_read (&desk->read, desk->diag, OUTPUT, GMON_FORMAT_MAGIC,
                           wire_host (), &blob),
         "it is written, and can be read");
  profile_finish_process (&desk->read);
  blob_free (&blob);
  return desk->read.process;
}

static void
desk_close (struct desk *desk)
{
  profile_free (&desk->read);
  program_profile_free (desk->profile);
  images_free (desk->images);
  diag_free (desk->diag);
  unlink (OUTPUT);
}

/* Returns the ticks of PROCESS in the object with PATH; NULL: in the
   program.  */
static uint64_t
ticks_in (const struct process *process, const char *path)
{
  uint64_t sum = 0;

  for (size_t i = 0; i < process->n_samples; i++)
    {
      const uint32_t location = process->samples[i].location;
      const struct process_object *object
        = &process->objects[process->locations[location].object];

      if (path ? strcmp (object->path, path) == 0
               : (object->flags & GMON_OBJECT_EXECUTABLE) != 0)
        sum += process->samples[i].sum;
    }
  return sum;
}

/* 7 samples in 10 ticks of CPU time, in three places: the weights become 10, by
   the largest remainders.  */
static void
test_scale (void)
{
  struct desk desk;
  const struct process *process;
  double squares = 0;

  desk_open (&desk);
  for (unsigned i = 0; i < 7; i++)
    desk_add (&desk, "one", 0x1000 + 0x10 * (i % 3), 1);
  desk_add (&desk, "two", 0x1000, 4);
  program_profile_thread (desk.profile, "one", 10 * TICK_NS, 0);
  program_profile_thread (desk.profile, "two", 4 * TICK_NS, 0);
  program_profile_process (desk.profile);
  process = desk_write (&desk, true);
  CHECK_U64 (ticks_in (process, NULL), 14, "the CPU time of both threads");
  CHECK_U64 (process->n_samples, 4, "entries by place and thread");
  CHECK_U64 (process->n_threads, 2, "threads");
  for (size_t i = 0; i < process->n_samples; i++)
    {
      const struct process_sample *sample = &process->samples[i];
      const bool is_one = strcmp (process->threads[sample->thread].name, "one")
                          == 0;

      CHECK (is_one ? sample->sum >= 2 && sample->sum <= 5 : sample->sum == 4,
             "a weight is within one tick: %" PRIu64, sample->sum);
      squares += (double) sample->squares;
    }
  CHECK (squares >= 16 + 7 * 100 / 49. - 2 && squares <= 16 + 7 * 100 / 49. + 2,
         "squares are scaled twice: %g", squares);
  CHECK_U64 (process->counts[GMON_COUNT_OBSERVATIONS], 8, "samples");
  CHECK_U64 (process->n_runs, 1, "processes");
  CHECK_U64 ((uint64_t) profile_hist_sums (&desk.read).samples, 14,
             "the histogram has the same");
  CHECK_U64 (desk.read.rate, TICKS, "its rate");
  desk_close (&desk);
}

/* Time of which there is no sample.  */
static void
test_rows (void)
{
  struct desk desk;
  const struct process *process;

  desk_open (&desk);
  desk_add (&desk, "one", 0x1000, 1);
  program_profile_thread (desk.profile, "one", 5 * TICK_NS, 0);
  program_profile_thread (desk.profile, "two", 0, 3 * TICK_NS);
  program_profile_thread (desk.profile, "two", 0, TICK_NS / 2);
  program_profile_unseen (desk.profile, GMON_UNSEEN_START, 2 * TICK_NS);
  program_profile_unseen (desk.profile, GMON_UNSEEN_RIGHTS, 3 * TICK_NS);
  program_profile_lost (desk.profile, 7);
  process = desk_write (&desk, false);
  CHECK_U64 (ticks_in (process, NULL), 1,
             "weights stay if the kernel is not visible");
  CHECK_U64 (ticks_in (process, GMON_UNSEEN_KERNEL), 4, "the kernel's part");
  CHECK_U64 (ticks_in (process, GMON_UNSEEN_SHORT), 4, "without a sample");
  CHECK (process->n_threads == 2 && process->threads[0].threads == 1
         && process->threads[1].threads == 2,
         "threads count, also those without a sample");
  CHECK_U64 (ticks_in (process, GMON_UNSEEN_START), 2, "begin and end");
  CHECK_U64 (ticks_in (process, GMON_UNSEEN_RIGHTS), 3, "not permitted");
  CHECK_U64 (process->counts[GMON_COUNT_LOST], 7, "lost records");
  desk_close (&desk);
  desk_open (&desk);
  program_profile_thread (desk.profile, "one", 0, 0);
  process = desk_write (&desk, true);
  CHECK_U64 (process->n_samples, 0, "a program without a sample");
  CHECK (desk.read.has_hists && desk.read.rate == TICKS, "it has a unit");
  desk_close (&desk);
}

/* Calls that the runtime in the program has written.  */
static void
test_calls (void)
{
  struct desk desk;
  struct profile calls;

  desk_open (&desk);
  profile_init (&calls, quirks_none ());
  profile_add_arc (&calls, 0x1234, 0x1300, 41);
  calls.has_arcs = true;
  CHECK (gmon_out_write (&calls, desk.diag, OUTPUT ".calls", GMON_FORMAT_MAGIC,
                         wire_host (), false), "a file with calls");
  profile_free (&calls);
  desk_add (&desk, "one", 0x1000, 1);
  program_profile_thread (desk.profile, "one", TICK_NS, 0);
  CHECK (program_profile_calls (desk.profile, desk.diag, OUTPUT ".calls"),
         "its calls are added");
  desk_write (&desk, true);
  CHECK (desk.read.n_arcs == 1 && desk.read.arcs[0].count == 41
         && desk.read.arcs[0].self == 0x1300, "calls and times in one file");
  unlink (OUTPUT ".calls");
  desk_close (&desk);
}

/* Writes the file NAME of a runtime that has sampled TICKS in system calls of
   the thread THREAD.  */
static void
write_inside (struct desk *desk, const char *name, const char *thread,
              uint64_t ticks)
{
  struct profile file;
  struct process_sum *sum;
  struct process_sample sample = { .observations = 2, .sum = ticks,
                                   .squares = ticks * ticks };
  const struct process_object object = { .path = "/libc.so" };

  profile_init (&file, quirks_none ());
  sum = file.process_sum = process_sum_new (true);
  sum_file (sum, GMON_PROCESS_STACKS);
  sum_meta (sum, GMON_META_CLOCK, GMON_CLOCK_KERNEL);
  sample.location = sum_location (sum, sum_object (sum, &object), 0x10, false);
  sample.thread = sum_thread (sum, &(struct process_thread) {
    .name = thread, .threads = 1, .cpu_ns = 77, .observations = 2,
    .ticks = ticks, .blocked_ns = 5, .measured = 1 });
  sum_sample (sum, &sample);
  sum_count (sum, GMON_COUNT_OBSERVATIONS, 2);
  sum_count (sum, GMON_COUNT_TICKS, ticks);
  sum_count (sum, GMON_COUNT_SQUARES, ticks * ticks);
  profile_finish_process (&file);
  CHECK (gmon_out_write (&file, desk->diag, name, GMON_FORMAT_MAGIC,
                         wire_host (), false), "a file with samples");
  profile_free (&file);
}

/* Samples of the runtime inside are taken from the kernel's part, then from
   what no sample stands for, and are not more than these.  */
static void
test_inside (void)
{
  static const struct { uint64_t inside, unsampled, shown, hidden, rest; }
    cases[] = { { 3, 0, 3, 1, 0 }, { 4, 0, 4, 0, 0 }, { 9, 0, 4, 0, 0 },
                { 3, 2, 3, 1, 2 }, { 5, 2, 5, 0, 1 }, { 9, 2, 6, 0, 0 } };

  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct desk desk;
      const struct process *process;

      desk_open (&desk);
      write_inside (&desk, OUTPUT ".inside", "one", cases[i].inside);
      desk_add (&desk, "one", 0x1000, 6);
      program_profile_thread (desk.profile, "one", 10 * TICK_NS,
                              cases[i].unsampled * TICK_NS);
      CHECK (program_profile_calls (desk.profile, desk.diag, OUTPUT ".inside"),
             "its samples are added");
      process = desk_write (&desk, false);
      CHECK_U64 (ticks_in (process, NULL), 6, "outside of the kernel");
      CHECK_U64 (ticks_in (process, "/libc.so"), cases[i].shown,
                 "in the kernel");
      CHECK_U64 (ticks_in (process, GMON_UNSEEN_KERNEL), cases[i].hidden,
                 "the rest of the kernel's part");
      CHECK_U64 (ticks_in (process, GMON_UNSEEN_SHORT), cases[i].rest,
                 "the rest of what no sample stands for");
      CHECK_U64 (process->counts[GMON_COUNT_TICKS], 6 + cases[i].shown,
                 "the count of ticks");
      CHECK (process->n_threads == 1 && process->threads[0].threads == 1
             && process->threads[0].cpu_ns
                == (10 + cases[i].unsampled) * TICK_NS
             && process->threads[0].observations == 3
             && process->threads[0].ticks == 10 + cases[i].unsampled
             && process->threads[0].blocked_ns == 5,
             "the thread counts once, with its off-CPU time");
      CHECK_STR (process_meta_of (process, GMON_META_CLOCK),
                    GMON_CLOCK_EVENTS, "the clock");
      desk_close (&desk);
      unlink (OUTPUT ".inside");
    }
}

int
main (void)
{
  test_scale ();
  test_rows ();
  test_calls ();
  test_inside ();
  return check_end ();
}
