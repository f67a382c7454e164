/* record/outside.c -- records a job from outside, by the kernel's events.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "record/outside.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
# include <sys/signalfd.h>
#endif

#include "base/arena.h"
#include "base/out.h"

/* The CPU time, in s, after which the rate is lowered.  */
#define FAST_SECONDS 2

/* CPU time of the job, in seconds, after which only stacks that need it have
   large copies.  Programs often begin with deep calls.  */
#define DEEP_SECONDS .5

/* The CPU time of processes that have ended is that of all if it is at least
   this part of it by the events.  Else some go on.  */
#define WAITED_LEAST .8

struct outside
{
  struct events *events;
  struct job *job;
  bool is_deep;                 /* the job has deep stacks */
  struct pollfd *fds;           /* heap; the first is that of signals */
  uint64_t start;               /* s since 1970 */
  uint64_t used;                /* by children that had ended before, ns */
  int priority;                 /* of gprof, as setpriority takes it */
  bool has_begun;               /* to record */
  bool is_first;                /* the priority was raised */
};

/* Returns the CPU time of all children that have ended and of their descendants
   in ns.  */
static uint64_t
used_by_children (void)
{
  struct rusage use;

  if (getrusage (RUSAGE_CHILDREN, &use) != 0)
    return 0;
  return ((uint64_t) (use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000
          + (uint64_t) (use.ru_utime.tv_usec + use.ru_stime.tv_usec)) * 1000;
}

/* The kernel lets root's gprof go before the job: among thousands of threads,
   the rings would be full before it has a CPU again.  */
static void
go_first (struct outside *outside)
{
  errno = 0;
  outside->priority = getpriority (PRIO_PROCESS, 0);
  outside->is_first = (errno == 0
                       && setpriority (PRIO_PROCESS, 0, PRIO_MIN) == 0);
}

static void
go_last (struct outside *outside)
{
  if (outside->is_first)
    setpriority (PRIO_PROCESS, 0, outside->priority);
  outside->is_first = false;
}

/* The job starts with the priority that gprof had.  */
static bool
can_go_first (struct outside *outside)
{
  go_first (outside);
  const bool can = outside->is_first;

  go_last (outside);
  return can;
}

struct outside *
outside_begin (unsigned long rate, bool wants_kernel)
{
  struct outside *outside = array_new (1, sizeof *outside);
  struct events *events = events_open (rate, wants_kernel,
                                       can_go_first (outside));

  if (!events)
    {
      free (outside);
      return NULL;
    }
  outside->events = events;
  outside->job = job_new (events_ticks (events), events_see_kernel (events));
  outside->fds = array_new (events_count (events) + 1, sizeof *outside->fds);
  outside->fds[0] = (struct pollfd) { .fd = -1, .events = POLLIN };
  outside->start = (uint64_t) time (NULL);
  outside->used = used_by_children ();
  events_deepen (events, true);
  return outside;
}

bool
outside_sees_kernel (const struct outside *outside)
{
  return events_see_kernel (outside->events);
}

void
outside_free (struct outside *outside)
{
  if (!outside)
    return;
  if (outside->fds[0].fd >= 0)
    close (outside->fds[0].fd);
  events_close (outside->events);
  job_free (outside->job);
  free (outside->fds);
  free (outside);
}

static void
outside_take (void *data, const struct event *event)
{
  struct outside *outside = data;

  job_event (outside->job, event, events_weight (outside->events, event),
             events_are_deep (outside->events, event->time));
}

/* Takes the records that are there, and lowers the rate when it is time.  Then
   samples have no more of the stack than is needed.  */
static void
take_records (struct outside *outside, bool to_end)
{
  events_take (outside->events, to_end, outside_take, outside);
  if (job_ticks (outside->job)
      >= FAST_SECONDS * events_ticks (outside->events)
      && !job_has_short_threads (outside->job))
    events_slow_down (outside->events);
  if (job_ticks (outside->job)
      >= (uint64_t) (DEEP_SECONDS * (double) events_ticks (outside->events)))
    {
      outside->is_deep |= job_has_deep_stacks (outside->job);
      events_deepen (outside->events, outside->is_deep);
    }
}

/* The descriptor is only there to be waited for: the signals stay pending.  */
static void
watch_signals (struct outside *outside, const sigset_t *signals)
{
#ifdef __linux__
  if (outside->fds[0].fd < 0)
    outside->fds[0].fd = signalfd (-1, signals, SFD_CLOEXEC);
#else
  (void) outside, (void) signals;
#endif
}

static long
ms_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void
outside_record (struct outside *outside, const sigset_t *signals, long ms)
{
  const long until = ms_now () + ms;
  long left = ms;

  if (!outside->has_begun)
    go_first (outside);
  outside->has_begun = true;
  watch_signals (outside, signals);
  while (left > 0)
    {
      const size_t n = events_to_poll (outside->events, outside->fds + 1);

      outside->fds[0].revents = 0;
      if (poll (outside->fds, n + 1, (int) left) < 0)
        break;
      take_records (outside, false);
      events_polled (outside->events, outside->fds + 1, n);
      if (outside->fds[0].revents)
        break;
      left = until - ms_now ();
    }
}

bool
outside_end (struct outside *outside, struct diag *diag, const char *directory,
             const char *prefix, char *const *command, bool samples_kernel,
             struct job_totals *totals)
{
  struct out *words = out_to_memory ();
  bool done;

  take_records (outside, true);
  go_last (outside);
  for (size_t i = 0; command[i]; i++)
    out_printf (words, "%s%s", i ? " " : "", command[i]);
  const uint64_t used = used_by_children () - outside->used;
  const uint64_t cpu = events_cpu_time (outside->events);
  const struct job_facts facts = {
    .command = out_memory (words, NULL),
    .ticks = events_ticks (outside->events),
    .sees_kernel = events_see_kernel (outside->events),
    .samples_kernel = samples_kernel,
    .time_scale = used < cpu && (double) used > WAITED_LEAST * (double) cpu
                  ? (double) used / (double) cpu : 1,
    .lost = events_lost (outside->events),
    .start = outside->start, .end = (uint64_t) time (NULL)
  };
  /* Their descriptors may be the last ones that there are.  */
  events_close (outside->events);
  outside->events = NULL;
  done = job_write (outside->job, diag, directory, prefix,
                    cpu, used, &facts, totals);
  out_close (words);
  return done;
}

const void *
outside_file_bytes (const struct outside *outside, const char *path,
                    const unsigned char *id, size_t id_len, size_t *size)
{
  return job_file_bytes (outside->job, path, id, id_len, size);
}
