/* attribute/by_file.c -- how functions spread over many files: --by-file.

   SPDX-License-Identifier: GPL-3.0-or-later

   Lanes.  The files are dealt out to a few lanes, whose results are joined in
   their order.  The number of lanes depends on the number of files only, so
   that sums of fractions do not depend on the machine; as many threads as there
   are processors work on them.  Lanes print nothing.  If one fails, the reader
   of -s reads the files again and prints the message.

   The tests are those of doc/design/src/by-file.md.  */

#include <config.h>

#include "attribute/by_file.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "attribute/file_counts.h"
#include "base/arena.h"
#include "match/identity.h"
#include "profile/process.h"

/* The number of lanes, and the least number of files of each.  */
#define LANES 4
#define FILES_PER_LANE 8

/* From this many standard deviations on chance does not explain the distance of
   a file.  */
#define DEVIATIONS_MAX 5

/* The probability of an outlier among files without one.  */
#define CHANCE 0.01

/* The least number of files among which one can be an outlier.  */
#define OUTLIERS_FROM 4

/* Smaller residuals are no sign of an outlier.  */
#define RESIDUAL_MIN 3

/* The factor from the median of differences to the standard deviation.  */
#define MEDIAN_TO_DEVIATION 1.4826

/* How far a file is from the means.  */
struct far_file
{
  double distance;
  double residual;              /* the largest one of a function */
  double residual_time, part_time;      /* samples of the functions below */
  sym_id by_residual, by_part;  /* the functions with the largest residual, and
                                   with the largest part of the distance */
};

struct lane
{
  struct reading *reading;
  size_t number;                /* number of its first file */
  struct profile profile;       /* of one file at a time */
  struct diag *diag;            /* prints nothing */
  struct file_counts counts;
  uint32_t *places;             /* heap; by sym_id, 1 + index into functions; 0:
                                   none */
  struct file_function *functions;      /* heap */
  size_t n_functions, cap_functions;
  struct process_totals totals; /* of the profiles of processes */
  size_t n_processes, n_others, other;
};

/* One by_file_read.  */
struct reading
{
  const struct by_file_request *request;
  struct by_file *result;
  struct lane lanes[LANES];
  size_t n_lanes;
  bool comparing;               /* the second pass */
  uint32_t *places;             /* heap; as in a lane, into result */
  struct far_file *far;         /* heap; by file */
  double expected;              /* number of tested functions: the mean of the
                                   distance before the next two */
  double scale, degrees;        /* the distance divided by scale has a
                                   chi-square distribution with these degrees
                                   of freedom, or nearly */
  pthread_mutex_t lock;         /* protects all members below */
  pthread_cond_t changed;       /* a thread has finished */
  size_t next;                  /* the next lane to work on */
  size_t done;                  /* files read */
  size_t working;               /* threads */
  bool failed;
};

/* -- The first pass ------------------------------------------------------- */

static struct file_function *
function_of (struct lane *lane, sym_id id)
{
  if (lane->places[id] == 0)
    {
      *ARRAY_APPEND (lane->functions, lane->cap_functions, lane->n_functions)
        = (struct file_function) { .id = id };
      lane->places[id] = (uint32_t) lane->n_functions;
    }
  return &lane->functions[lane->places[id] - 1];
}

static void
add_to_spreads (struct lane *lane, size_t file)
{
  const struct file_counts *counts = &lane->counts;
  const size_t step = lane->reading->n_lanes;

  for (size_t i = 0; i < counts->len; i++)
    {
      const sym_id id = counts->ids[i];
      struct file_function *function = function_of (lane, id);

      if (counts->flat.time[id] > 0)
        spread_add (&function->time, file, counts->flat.time[id],
                    lane->number, step);
      if (counts->calls[id])
        spread_add (&function->calls, file, (double) counts->calls[id],
                    lane->number, step);
    }
}

/* Notes what the profile of LANE tells about FILE as a whole.  */
static void
note_file (struct lane *lane, size_t file)
{
  const struct process *process = lane->profile.process;
  const unsigned values = lane->profile.values;
  struct process_totals totals;

  if (lane->profile.n_files
      && (profile_build (&lane->profile, lane->reading->request->image)
          == PROFILE_BUILD_OTHER)
      && lane->n_others++ == 0)
    lane->other = file;
  if (!process || (values != GMON_CPU_VALUES && !(process->values & values)))
    return;
  totals = process_totals (process, values);
  lane->n_processes++;
  lane->totals.observations += totals.observations;
  lane->totals.sum += totals.sum;
  lane->totals.squares += totals.squares;
}

/* -- The second pass ------------------------------------------------------ */

/* Returns by how many standard deviations X differs from the expectation MEAN
   of a count.  Takes the smaller one of two approximations, of which one is too
   large above the mean and the other one below it.  */
static double
residual_of (double x, double mean)
{
  double roots = 2 * fabs (sqrt (x + .375) - sqrt (mean + .375));
  double gain = (x > 0 ? x * log (x / mean) : 0) - (x - mean);
  double residual = fmin (roots, sqrt (gain > 0 ? 2 * gain : 0));

  return x < mean ? -residual : residual;
}

/* Notes in FAR how X samples of FUNCTION differ from its mean.  *LARGEST is the
   largest part of the distance so far.  Returns the part.  A residual below
   RESIDUAL_MIN is not computed: it is at most twice the root of the part.  */
static double
compare_function (struct far_file *far, double phi,
                  const struct file_function *function, double x,
                  double *largest)
{
  const double mean = function->mean;
  const double part = (x - mean) * (x - mean) / (mean * phi);
  double residual;

  if (part > *largest)
    {
      *largest = part;
      far->part_time = x;
      far->by_part = function->id;
    }
  if (4 * part < RESIDUAL_MIN * RESIDUAL_MIN * function->width
                 * function->width)
    return part;
  residual = residual_of (x / phi, mean / phi) / function->width;
  if (fabs (residual) > fabs (far->residual))
    {
      far->residual = residual;
      far->residual_time = x;
      far->by_residual = function->id;
    }
  return part;
}

/* Compares the file with the means.  All functions are looked at, as one that
   is absent differs, too.  */
static void
compare_one_file (const struct lane *lane, size_t file)
{
  const struct reading *reading = lane->reading;
  const struct by_file *result = reading->result;
  struct far_file *far = &reading->far[file];
  double largest = 0, sum = 0;

  *far = (struct far_file) { .by_residual = SYM_NONE, .by_part = SYM_NONE };
  for (size_t i = 0; i < result->n_functions; i++)
    if (result->functions[i].tested)
      sum += compare_function (far, result->mean_weight,
                               &result->functions[i],
                               lane->counts.flat.time[result->functions[i].id],
                               &largest);
  if (reading->degrees > 0)
    far->distance = chi_square_deviations (sum / reading->scale,
                                           reading->degrees);
}

/* -- Reading -------------------------------------------------------------- */

static bool
by_file_is_regular (const char *name)
{
  struct stat st;

  return (strcmp (name, "-") != 0 && stat (name, &st) == 0
          && S_ISREG (st.st_mode));
}

/* Reads FILE of LANE and counts it in.  Returns false if it is bad.  */
static bool
read_one (struct lane *lane, size_t file, struct blob *blob)
{
  const struct gmon_files *files = lane->reading->request->files;
  const char *name = files->names[file];

  file_counts_clear (&lane->profile);
  if (lane->profile.values == GMON_CPU_VALUES)
    lane->profile.process_use = (lane->reading->comparing ? PROCESS_NOTHING
                                 : PROCESS_NO_STACKS);
  if (!by_file_is_regular (name)
      || !gmon_out_read (&lane->profile, lane->diag, name, files->format,
                         files->wire, blob))
    return false;
  profile_finish_process (&lane->profile);
  file_counts_take (&lane->counts, &lane->profile);
  if (lane->reading->comparing)
    compare_one_file (lane, file);
  else
    {
      add_to_spreads (lane, file);
      note_file (lane, file);
    }
  return true;
}

/* Counts DONE more files.  Returns true if the threads must go on.  */
static bool
lanes_go_on (struct reading *reading, size_t done, bool failed)
{
  bool result;

  pthread_mutex_lock (&reading->lock);
  reading->done += done;
  reading->failed |= failed;
  result = !reading->failed;
  pthread_mutex_unlock (&reading->lock);
  return result;
}

/* Returns the next lane without a thread, or NULL.  */
static struct lane *
next_lane (struct reading *reading)
{
  struct lane *lane = NULL;

  pthread_mutex_lock (&reading->lock);
  if (reading->next < reading->n_lanes && !reading->failed)
    lane = &reading->lanes[reading->next++];
  pthread_mutex_unlock (&reading->lock);
  return lane;
}

static void *
read_lanes (void *arg)
{
  struct reading *reading = arg;
  const size_t n = reading->request->files->len;
  struct blob blob = { .len = 0 };
  struct lane *lane;

  while ((lane = next_lane (reading)) != NULL)
    for (size_t file = lane->number; file < n; file += reading->n_lanes)
      if (!lanes_go_on (reading, 1, !read_one (lane, file, &blob)))
        break;
  blob_free (&blob);
  pthread_mutex_lock (&reading->lock);
  reading->working--;
  pthread_cond_signal (&reading->changed);
  pthread_mutex_unlock (&reading->lock);
  return NULL;
}

/* Shows PROGRESS until all threads have finished.  */
static void
wait_for_threads (struct reading *reading, struct progress *progress)
{
  struct timespec until;

  pthread_mutex_lock (&reading->lock);
  while (reading->working)
    {
      clock_gettime (CLOCK_REALTIME, &until);
      until.tv_nsec += PROGRESS_NSEC;
      until.tv_sec += until.tv_nsec / 1000000000;
      until.tv_nsec %= 1000000000;
      pthread_cond_timedwait (&reading->changed, &reading->lock, &until);
      progress_at (progress, reading->done / 2);
    }
  pthread_mutex_unlock (&reading->lock);
}

/* Reads all files once.  Returns false if one is bad.  */
static bool
read_pass (struct reading *reading, struct progress *progress)
{
  pthread_t threads[LANES];
  size_t n_threads = gmon_sum_workers (reading->request->files->len), n = 0;

  if (n_threads > reading->n_lanes)
    n_threads = reading->n_lanes;
  if (n_threads == 0)
    n_threads = 1;
  reading->next = 0;
  reading->working = n_threads;
  while (n < n_threads
         && pthread_create (&threads[n], NULL, read_lanes, reading) == 0)
    n++;
  /* Without any thread, this one reads.  */
  pthread_mutex_lock (&reading->lock);
  reading->working -= n_threads - n - (n == 0);
  pthread_mutex_unlock (&reading->lock);
  if (n == 0)
    read_lanes (reading);
  wait_for_threads (reading, progress);
  while (n > 0)
    pthread_join (threads[--n], NULL);
  return !reading->failed;
}

/* -- Results -------------------------------------------------------------- */

/* Joins the functions of LANE to those of RESULT.  */
static void
join_functions (struct reading *reading, const struct lane *lane, size_t *cap)
{
  struct by_file *result = reading->result;

  for (size_t i = 0; i < lane->n_functions; i++)
    {
      const struct file_function *from = &lane->functions[i];
      uint32_t *place = &reading->places[from->id];

      if (*place == 0)
        {
          *ARRAY_APPEND (result->functions, *cap, result->n_functions) = *from;
          *place = (uint32_t) result->n_functions;
          continue;
        }
      spread_join (&result->functions[*place - 1].time, &from->time);
      spread_join (&result->functions[*place - 1].calls, &from->calls);
    }
}

/* Ends the spreads of LANE, also of functions that only other lanes have.  */
static void
end_lane (struct lane *lane)
{
  const size_t step = lane->reading->n_lanes;
  const size_t all = lane->reading->request->files->len;
  const size_t n = (all - lane->number + step - 1) / step;

  for (size_t l = 0; l < step; l++)
    for (size_t i = 0; i < lane->reading->lanes[l].n_functions; i++)
      function_of (lane, lane->reading->lanes[l].functions[i].id);
  for (size_t i = 0; i < lane->n_functions; i++)
    {
      spread_end (&lane->functions[i].time, n, lane->number, step);
      spread_end (&lane->functions[i].calls, n, lane->number, step);
    }
}

/* Returns true if the lanes have one unit, and takes it.  Off-CPU times are
   ns, whatever the samples count.  */
static bool
take_unit (struct reading *reading)
{
  struct profile *unit = &reading->result->unit;

  for (size_t l = 0; l < reading->n_lanes; l++)
    {
      const struct profile *profile = &reading->lanes[l].profile;

      if (!profile_has_unit (profile)
          || profile->values & GMON_OFF_CPU_VALUES)
        continue;
      if (unit->rate == 0)
        {
          unit->rate = profile->rate;
          unit->abbrev = profile->abbrev;
          memcpy (unit->dimension, profile->dimension,
                  sizeof unit->dimension);
        }
      if (unit->rate != profile->rate
          || strcmp (unit->dimension, profile->dimension) != 0)
        return false;
    }
  if (reading->request->values & GMON_OFF_CPU_VALUES)
    profile_unit_ns (unit);
  return true;
}

/* Tests the spread of each function.  */
static void
test_functions (struct reading *reading)
{
  struct by_file *result = reading->result;
  const size_t n = result->n_files;
  double variance = 0;

  for (size_t i = 0; i < result->n_functions; i++)
    {
      struct file_function *function = &result->functions[i];

      file_function_test (function, n, result->mean_weight);
      if (!function->tested)
        continue;
      reading->expected += 1;
      variance += 2 + result->mean_weight / function->mean;
    }
  if (variance > 0)
    {
      reading->scale = variance / (2 * reading->expected);
      reading->degrees = 2 * reading->expected * reading->expected / variance;
    }
}

/* Joins the lanes after the first pass.  Returns false if they do not fit
   together.  */
static bool
join_lanes (struct reading *reading)
{
  struct by_file *result = reading->result;
  struct process_totals totals = { 0, 0, 0 };
  size_t cap = 0;

  if (!take_unit (reading))
    return false;
  for (size_t l = 0; l < reading->n_lanes; l++)
    {
      struct lane *lane = &reading->lanes[l];

      end_lane (lane);
      join_functions (reading, lane, &cap);
      totals.observations += lane->totals.observations;
      totals.sum += lane->totals.sum;
      totals.squares += lane->totals.squares;
      result->n_processes += lane->n_processes;
      if (lane->n_others
          && (result->n_others == 0 || lane->other < result->other))
        result->other = lane->other;
      result->n_others += lane->n_others;
    }
  if (result->n_functions)
    qsort (result->functions, result->n_functions, sizeof *result->functions,
           file_function_order);
  if (reading->request->values == GMON_CPU_VALUES)
    totals.squares = (totals.observations > 0
                      ? totals.sum * totals.sum / totals.observations : 0);
  result->mean_weight = (totals.sum > 0 && totals.squares > totals.sum
                          ? totals.squares / totals.sum : 1);
  test_functions (reading);
  return true;
}

static int
compare_reals (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static int
compare_outliers (const void *a, const void *b)
{
  const struct outlier *x = a, *y = b;

  if (x->distance > y->distance || x->distance < y->distance)
    return x->distance > y->distance ? -1 : 1;
  return (x->file > y->file) - (x->file < y->file);
}

/* Returns the median of the LEN numbers, at least one, which it sorts.  */
static double
median_of (double *numbers, size_t len)
{
  qsort (numbers, len, sizeof *numbers, compare_reals);
  return (numbers[(len - 1) / 2] + numbers[len / 2]) / 2;
}

/* Finds the median of the distances and their deviation.  */
static void
find_median (struct reading *reading)
{
  struct by_file *result = reading->result;
  const size_t n = result->n_files;
  double *numbers = array_new (n, sizeof *numbers);

  for (size_t i = 0; i < n; i++)
    numbers[i] = reading->far[i].distance;
  result->median = median_of (numbers, n);
  for (size_t i = 0; i < n; i++)
    numbers[i] = fabs (numbers[i] - result->median);
  result->deviation = MEDIAN_TO_DEVIATION * median_of (numbers, n);
  free (numbers);
}

/* Lists the files whose distance or largest residual chance does not
   explain.  */
static void
find_outliers (struct reading *reading)
{
  struct by_file *result = reading->result;
  const double n = (double) result->n_files;
  const double width = fmax (1, result->deviation);
  size_t cap = 0;

  for (size_t i = 0; i < result->n_files; i++)
    {
      const struct far_file *far = &reading->far[i];
      const double distance = (far->distance - result->median) / width;
      const bool by_distance = (distance > DEVIATIONS_MAX
                                && n * erfc (distance / sqrt (2)) < CHANCE);
      const bool by_function = (n * reading->expected
                                * erfc (fabs (far->residual) / sqrt (2))
                                < CHANCE
                                && far->by_residual != SYM_NONE);

      if (!by_distance && !by_function)
        continue;
      *ARRAY_APPEND (result->outliers, cap, result->n_outliers)
        = (struct outlier) {
          .file = i, .distance = far->distance, .residual = far->residual,
          .function = by_function ? far->by_residual : far->by_part,
          .time = by_function ? far->residual_time : far->part_time,
          .by_distance = by_distance, .by_function = by_function };
    }
  if (result->n_outliers)
    qsort (result->outliers, result->n_outliers, sizeof *result->outliers,
           compare_outliers);
}

static void
reading_start (struct reading *reading)
{
  const struct by_file_request *request = reading->request;
  const size_t n_syms = symtab_len (request->symtab);
  const size_t n_files = request->files->len;

  reading->n_lanes = n_files / FILES_PER_LANE < LANES
                     ? n_files / FILES_PER_LANE : LANES;
  if (reading->n_lanes == 0)
    reading->n_lanes = 1;
  for (size_t l = 0; l < reading->n_lanes; l++)
    {
      struct lane *lane = &reading->lanes[l];

      lane->reading = reading;
      lane->number = l;
      profile_init (&lane->profile, quirks_none ());
      lane->profile.values = request->values;
      lane->diag = diag_new ("", NULL);
      file_counts_init (&lane->counts, request->symtab, request->selection);
      lane->places = array_new (n_syms, sizeof *lane->places);
    }
  reading->places = array_new (n_syms, sizeof *reading->places);
  reading->far = array_new (n_files, sizeof *reading->far);
  pthread_mutex_init (&reading->lock, NULL);
  pthread_cond_init (&reading->changed, NULL);
}

static void
reading_end (struct reading *reading)
{
  for (size_t l = 0; l < reading->n_lanes; l++)
    {
      struct lane *lane = &reading->lanes[l];

      profile_free (&lane->profile);
      diag_free (lane->diag);
      file_counts_free (&lane->counts);
      free (lane->places);
      free (lane->functions);
    }
  free (reading->places);
  free (reading->far);
  pthread_cond_destroy (&reading->changed);
  pthread_mutex_destroy (&reading->lock);
}

/* Reports why the files could not be read.  */
static void
complain (const struct gmon_files *files, struct diag *diag)
{
  struct progress none;
  struct profile profile;
  size_t i = 0;

  while (i < files->len && by_file_is_regular (files->names[i]))
    i++;
  const struct gmon_files good = { files->names, i, files->format,
                                   files->wire };
  profile_init (&profile, quirks_none ());
  profile_sum_up (&profile);
  progress_start (&none, NULL, 0);
  if (gmon_read_files (&profile, diag, &good, &none) == i)
    {
      struct stat st;

      if (i == files->len)
        diag_error (diag, "a profile has changed while it was read; try"
                    " again");
      else if (strcmp (files->names[i], "-") != 0
               && stat (files->names[i], &st) != 0)
        diag_error (diag, "%s: %s", files->names[i], strerror (errno));
      else
        diag_error (diag, "%s: --by-file reads each profile twice, and this is"
                    " no regular file; write it to a file first",
                    files->names[i]);
    }
  profile_free (&profile);
}

/* Repeats in DIAG what the lanes had to say about files that are damaged in
   part.  */
static void
repeat_warnings (const struct reading *reading, struct diag *diag)
{
  size_t all = 0, said = 0;

  for (size_t l = 0; l < reading->n_lanes; l++)
    {
      const struct diag *quiet = reading->lanes[l].diag;
      const char *text;

      for (size_t i = 0; (text = diag_kept_warning (quiet, i)) != NULL; i++)
        {
          diag_warning (diag, "%s", text);
          said++;
        }
      all += diag_warnings (quiet);
    }
  if (all > said)
    diag_warning (diag, "%zu more warnings are not shown", all - said);
}

bool
by_file_read (struct by_file *result, struct diag *diag,
              const struct by_file_request *request,
              struct progress *progress)
{
  struct reading reading = { .request = request, .result = result };
  bool done;

  *result = (struct by_file) { .names = request->files->names,
                               .n_files = request->files->len };
  reading_start (&reading);
  done = read_pass (&reading, progress) && join_lanes (&reading);
  if (done)
    repeat_warnings (&reading, diag);
  if (done && result->n_files >= OUTLIERS_FROM)
    {
      reading.comparing = true;
      for (size_t l = 0; l < reading.n_lanes; l++)
        reading.lanes[l].counts.without_calls = true;
      done = read_pass (&reading, progress);
      if (done)
        {
          find_median (&reading);
          find_outliers (&reading);
        }
    }
  reading_end (&reading);
  if (!done)
    complain (request->files, diag);
  return done;
}

void
by_file_free (struct by_file *result)
{
  free (result->functions);
  free (result->outliers);
}
