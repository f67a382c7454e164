/* profile/read_files.c -- reads many profiles into one.

   SPDX-License-Identifier: GPL-3.0-or-later

   Workers.  Each worker takes the next file, and adds it to a profile of its
   own.  These profiles are joined at the end:

     files     0  1  2  3  4  5  6 ...
     worker a  0     2  3        6       a profile with 0 2 3 6
     worker b     1        4  5          one with 1 4 5

   Workers print nothing.  All files are read again without workers if there is
   an error in a file, if the profiles do not fit together, if a file has a
   profile of the whole process, or if a file is not a regular one: reading it
   twice or early could matter.  The second reading prints the message about
   the first bad file.  */

#include <config.h>

#include "profile/read_files.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"

/* The highest number of workers.  More do not help, since they share memory
   and disks.  */
#define WORKERS_MAX 8

/* The least number of files for each worker.  With fewer files, reading
   without workers is faster.  */
#define FILES_PER_WORKER 8

#define NSEC_PER_SEC 1000000000

size_t
gmon_read_files (struct profile *profile, struct diag *diag,
                 const struct gmon_files *files, struct progress *progress)
{
  struct blob blob = { .len = 0 };
  size_t n = 0;

  while (n < files->len
         && gmon_out_read (profile, diag, files->names[n], files->format,
                           files->wire, &blob))
    progress_at (progress, ++n);
  blob_free (&blob);
  profile_finish_process (profile);
  return n;
}

/* -- Workers -------------------------------------------------------------- */

/* The data that the workers share.  */
struct crew
{
  const struct gmon_files *files;
  struct profile_file *entries; /* heap; by number of the file, each written by
                                   the worker that read the file */
  pthread_mutex_t lock;         /* protects all members below */
  pthread_cond_t changed;       /* a worker has finished */
  size_t next;                  /* number of the next file to read */
  size_t done;                  /* number of files read */
  unsigned working;
  bool failed;                  /* workers must read no more files */
};

struct worker
{
  struct crew *crew;
  pthread_t thread;
  struct diag *diag;            /* prints nothing */
  struct profile profile;
  size_t *first;                /* heap; by histogram, the number of the first
                                   file that has it */
  size_t cap_first;
};

/* Returns the number of the next file to read, or the number of all files if
   the worker must stop.  If DONE, counts one more file as read.  */
static size_t
next_file (struct crew *crew, bool done)
{
  size_t i = crew->files->len;

  pthread_mutex_lock (&crew->lock);
  crew->done += done;
  if (!crew->failed && crew->next < crew->files->len)
    i = crew->next++;
  pthread_mutex_unlock (&crew->lock);
  return i;
}

/* Removes a worker from CREW.  FAILED tells the other workers to stop.  */
static void
crew_leave (struct crew *crew, bool failed)
{
  pthread_mutex_lock (&crew->lock);
  crew->failed |= failed;
  crew->working--;
  pthread_cond_signal (&crew->changed);
  pthread_mutex_unlock (&crew->lock);
}

/* Returns true if NAME is a regular file: reading it twice has no effect.  */
static bool
is_regular (const char *name)
{
  struct stat st;

  return (strcmp (name, "-") != 0 && stat (name, &st) == 0
          && S_ISREG (st.st_mode));
}

/* Adds file number I to the worker's profile.  Returns false if it is bad or
   not regular.  */
static bool
work_on (struct worker *worker, size_t i, struct blob *blob)
{
  const struct gmon_files *files = worker->crew->files;
  struct profile *profile = &worker->profile;
  size_t known = profile->n_hists;

  if (!is_regular (files->names[i])
      || !gmon_out_read (profile, worker->diag, files->names[i],
                         files->format, files->wire, blob)
      || profile->process_sum || diag_warnings (worker->diag))
    return false;
  worker->crew->entries[i] = profile->files[0];
  profile->n_files = 0;
  ARRAY_ROOM (worker->first, worker->cap_first, profile->n_hists);
  while (known < profile->n_hists)
    worker->first[known++] = i;
  return true;
}

static void *
work (void *arg)
{
  struct worker *worker = arg;
  struct crew *crew = worker->crew;
  struct blob blob = { .len = 0 };
  bool done = true;
  size_t i = next_file (crew, false);

  while (i < crew->files->len && done)
    {
      done = work_on (worker, i, &blob);
      if (done)
        i = next_file (crew, true);
    }
  blob_free (&blob);
  crew_leave (crew, !done);
  return NULL;
}

/* Waits until all workers of CREW have left.  Shows PROGRESS.  */
static void
wait_for_all (struct crew *crew, struct progress *progress)
{
  pthread_mutex_lock (&crew->lock);
  while (crew->working)
    {
      struct timespec until;

      clock_gettime (CLOCK_REALTIME, &until);
      until.tv_nsec += PROGRESS_NSEC;
      until.tv_sec += until.tv_nsec / NSEC_PER_SEC;
      until.tv_nsec %= NSEC_PER_SEC;
      pthread_cond_timedwait (&crew->changed, &crew->lock, &until);
      progress_at (progress, crew->done);
    }
  pthread_mutex_unlock (&crew->lock);
}

/* Starts up to N workers.  Returns how many run.  */
static unsigned
start_workers (struct crew *crew, struct worker *workers, unsigned n)
{
  unsigned started = 0;

  pthread_mutex_lock (&crew->lock);
  for (unsigned i = 0; i < n; i++)
    {
      struct worker *worker = &workers[started];

      *worker = (struct worker) { .crew = crew, .diag = diag_new ("", NULL) };
      profile_init (&worker->profile, quirks_none ());
      profile_sum_up (&worker->profile);
      crew->working++;
      if (pthread_create (&worker->thread, NULL, work, worker) == 0)
        {
          started++;
          continue;
        }
      crew->working--;
      diag_free (worker->diag);
      profile_free (&worker->profile);
    }
  pthread_mutex_unlock (&crew->lock);
  return started;
}

/* -- Joining -------------------------------------------------------------- */

/* A histogram in the profile of a worker.  */
struct part
{
  size_t first;                 /* number of the first file that has it */
  size_t hist;                  /* index into hists of the worker's profile */
  const struct worker *worker;
};

/* Compares by the order in which a single reader finds the histograms.  */
static int
compare_parts (const void *a, const void *b)
{
  const struct part *x = a, *y = b;

  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return (x->hist > y->hist) - (x->hist < y->hist);
}

static bool
join_hists (struct profile *profile, const struct worker *workers, unsigned n)
{
  struct diag *silent = diag_new ("", NULL);
  struct part *parts = NULL;
  size_t len = 0, cap = 0;
  bool fit = true;

  for (unsigned w = 0; w < n; w++)
    for (size_t i = 0; i < workers[w].profile.n_hists; i++)
      {
        *ARRAY_APPEND (parts, cap, len)
          = (struct part) { workers[w].first[i], i, &workers[w] };
      }
  if (len > 1)
    qsort (parts, len, sizeof *parts, compare_parts);
  for (size_t i = 0; i < len && fit; i++)
    fit = profile_join_hist (profile, silent, &parts[i].worker->profile,
                             parts[i].hist);
  free (parts);
  diag_free (silent);
  return fit;
}

static void
join_counts (struct profile *profile, const struct profile *part)
{
  for (size_t i = 0; i < part->n_arcs; i++)
    profile_add_arc (profile, part->arcs[i].from, part->arcs[i].self,
                     part->arcs[i].count);
  for (size_t i = 0; i < part->n_blocks; i++)
    profile_add_block (profile, part->blocks[i].addr, part->blocks[i].count);
  profile->has_hists |= part->has_hists;
  profile->has_arcs |= part->has_arcs;
  profile->has_blocks |= part->has_blocks;
}

static bool
crew_join (struct profile *profile, const struct crew *crew,
           const struct worker *workers, unsigned n)
{
  if (!join_hists (profile, workers, n))
    return false;
  for (unsigned i = 0; i < n; i++)
    join_counts (profile, &workers[i].profile);
  for (size_t i = 0; i < crew->files->len; i++)
    {
      profile_add_identity (profile, crew->entries[i].identity);
      *profile_add_file (profile, crew->entries[i].name) = crew->entries[i];
    }
  return true;
}

/* Reads all FILES with N workers, without messages.  Returns false if that
   failed; PROFILE must be emptied then.  */
static bool
sum_by_workers (struct profile *profile, const struct gmon_files *files,
                unsigned n, struct progress *progress)
{
  struct crew crew = { .files = files };
  struct worker *workers = array_new (n, sizeof *workers);
  bool done;

  crew.entries = array_new (files->len, sizeof *crew.entries);
  pthread_mutex_init (&crew.lock, NULL);
  pthread_cond_init (&crew.changed, NULL);
  n = start_workers (&crew, workers, n);
  wait_for_all (&crew, progress);
  for (unsigned i = 0; i < n; i++)
    pthread_join (workers[i].thread, NULL);
  done = n && !crew.failed && crew_join (profile, &crew, workers, n);
  for (unsigned i = 0; i < n; i++)
    {
      profile_free (&workers[i].profile);
      diag_free (workers[i].diag);
      free (workers[i].first);
    }
  pthread_cond_destroy (&crew.changed);
  pthread_mutex_destroy (&crew.lock);
  free (crew.entries);
  free (workers);
  return done;
}

size_t
gmon_sum_files (struct profile *profile, struct diag *diag,
                const struct gmon_files *files, unsigned workers,
                struct progress *progress)
{
  profile_sum_up (profile);
  if (workers > 1)
    {
      if (sum_by_workers (profile, files, workers, progress))
        return files->len;
      profile_free (profile);
      profile_init (profile, quirks_none ());
      profile_sum_up (profile);
    }
  return gmon_read_files (profile, diag, files, progress);
}

unsigned
gmon_sum_workers (size_t len)
{
  size_t n = len / FILES_PER_WORKER;
  long cpus = sysconf (_SC_NPROCESSORS_ONLN);
#ifdef CPU_COUNT
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) == 0)
    cpus = CPU_COUNT (&set);
#endif
  if (cpus < 1)
    cpus = 1;
  if (n > (size_t) cpus)
    n = (size_t) cpus;
  return n > WORKERS_MAX ? WORKERS_MAX : (unsigned) n;
}
