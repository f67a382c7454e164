/* base/progress.c -- the progress of long work, on a terminal.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/progress.h"

#include <stdbool.h>

/* Seconds of work before the line appears.  */
#define PATIENCE 2

#define NSEC_PER_SEC 1000000000

void
progress_start (struct progress *progress, struct diag *diag,
                size_t total)
{
  *progress = (struct progress) { diag, total, { 0, 0 } };
  if (!diag || !diag_on_terminal (diag))
    {
      progress->diag = NULL;
      return;
    }
  clock_gettime (CLOCK_MONOTONIC, &progress->due);
  progress->due.tv_sec += PATIENCE;
}

static bool
is_before (struct timespec a, struct timespec b)
{
  return a.tv_sec < b.tv_sec
         || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

void
progress_at (struct progress *progress, size_t done)
{
  struct timespec now;

  if (!progress->diag)
    return;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (is_before (now, progress->due))
    return;
  diag_status (progress->diag,
               P_("%zu of %zu profile read", "%zu of %zu profiles read",
                  progress->total), done, progress->total);
  progress->due = now;
  progress->due.tv_nsec += PROGRESS_NSEC;
  if (progress->due.tv_nsec >= NSEC_PER_SEC)
    {
      progress->due.tv_nsec -= NSEC_PER_SEC;
      progress->due.tv_sec++;
    }
}

void
progress_end (struct progress *progress)
{
  if (progress->diag)
    diag_status (progress->diag, "%s", "");
}
